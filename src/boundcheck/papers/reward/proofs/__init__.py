"""The displayed steps of the appendices."""
