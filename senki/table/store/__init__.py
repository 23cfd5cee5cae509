"""The store: what is kept on disk, how it is written and how it is read."""
