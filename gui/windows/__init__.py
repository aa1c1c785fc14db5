"""The windows: they put panels and scenes together and pass on what was chosen."""
