"""A club: how strong people are, what they have played, and tournaments. Only where a service is public."""
