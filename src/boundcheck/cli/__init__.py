"""One module per command; each has ``main(options) -> exit status``."""
