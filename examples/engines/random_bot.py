#!/usr/bin/env python3
"""An engine for Senki that chooses at random: `--north 'exec:python3 random_bot.py'`."""

import json
import random
import sys


def say(message: dict[str, object]) -> None:
    """Send a line, at once."""
    print(json.dumps(message), flush=True)


def main() -> None:
    """Answer line by line."""
    chance = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            chance.seed(message["seed"])
            say({"type": "ready", "name": "random"})
        elif message["type"] == "think":
            # message["view"] is the board as our side sees it; "options" are the choices in notation.
            say({"type": "choice", "option": chance.choice(message["options"])})
        elif message["type"] == "over":
            print(f"The winner is {message['view']['result']['winner']}.", file=sys.stderr)
        elif message["type"] == "quit":
            return


if __name__ == "__main__":
    main()
