"""The machine: worker processes that think, read records and draw maps."""
