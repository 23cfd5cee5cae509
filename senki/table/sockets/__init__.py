"""Sockets: connections, and the messages of those who play and watch."""
