"""The table: the web service for games in progress. It knows no game by name."""
