"""Play: tables in memory, what happens at them, and what is said there."""
