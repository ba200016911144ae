"""Where finished blocks are kept."""
