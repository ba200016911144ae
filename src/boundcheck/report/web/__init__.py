"""Pages for a browser: one file each, drawn from records, with nothing fetched from elsewhere."""
