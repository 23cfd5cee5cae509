"""Changes of the stored form, in order; they run when the service starts."""
