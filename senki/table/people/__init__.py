"""People: who they are, how often they may ask, how they get word, and how they are forgotten."""
