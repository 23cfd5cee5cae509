"""The game drawn in the terminal."""
