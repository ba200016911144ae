"""The domain: preferences, worlds, mechanisms, estimators. It knows no theorem."""
