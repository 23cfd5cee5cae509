"""Classes that others subclass in plain Python while Senki's own are compiled."""

from __future__ import annotations

from typing import Any


def class_says(thing: object, name: str, known: Any) -> Any:
    """What the class of an object says of an attribute, for the object itself to keep.

    The attributes of a compiled class lie in its objects, so the value that a plain subclass gives one has to be put
    there; a compiled subclass has done so already, and what it has is `known`.
    """
    said = getattr(type(thing), name, known)
    return known if hasattr(type(said), "__set__") else said
