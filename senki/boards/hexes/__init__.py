"""Hex boards: grids as printed, maps and their format; ground, presence, movement, tracing, retreats, sight, fields."""
