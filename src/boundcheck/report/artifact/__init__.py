"""What an artifact evaluation asks for: a checklist, every number, and how to cite."""
