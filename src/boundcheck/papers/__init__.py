"""What is claimed: a folder a paper, a module a numbered result."""
