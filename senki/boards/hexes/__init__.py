"""Hex boards: grids as printed, maps, movement search, lines of sight, tracing, joined maps, and their text format."""
