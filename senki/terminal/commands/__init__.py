"""The commands of the command line: each module adds its own, reads its arguments and shows what comes of them."""
