"""The games as standard environments for learning and search: OpenSpiel, PettingZoo, Gymnasium (docs/environments.md)."""
