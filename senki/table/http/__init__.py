"""HTTP: what is asked and answered once, and the built client."""
