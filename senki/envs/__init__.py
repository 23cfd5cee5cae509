"""The games as standard environments: OpenSpiel, PettingZoo, Gymnasium (docs/environments.md)."""
