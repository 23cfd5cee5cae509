"""Reports of series of games as pages that people look at."""
