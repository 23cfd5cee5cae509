"""Runs senki as the browser tests want it: service.py [--games FOLDER] [--unhurried] ARGUMENTS OF SENKI.

Whoever makes the same choices meets the same dice and the same answers of the machine, at any table and in any run.
"""

import sys
from pathlib import Path
from runpy import run_module


def prepare(arguments: list[str]) -> list[str]:
    """Change what is asked for; the arguments that are left are senki's."""
    if arguments[0] == "--games":
        # Packages of a folder as games beside its own; they are not compiled, so the engine is not either.
        import senki.games

        senki.games.__path__.append(arguments[1])
        arguments = arguments[2:]
    from senki.table.people.limits import Bucket
    from senki.table.play import founding, opponents

    if arguments[0] == "--unhurried":
        # All come from one address.
        Bucket.take = lambda bucket: True
        arguments = arguments[1:]
    founding.new_seed = lambda: "5e" * 32
    opponents.luck = lambda live: live.n
    return arguments


# The service's own processes load this file again.
if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[2])
    sys.argv[1:] = prepare(sys.argv[1:])
    run_module("senki", run_name="__main__")
