"""`python -m senki`: the command line."""

import sys

from senki.terminal.main import main

if __name__ == "__main__":
    sys.exit(main())
