"""What is trusted: statements as they are read, rules, and certificates that replay."""
