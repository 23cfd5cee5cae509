"""Parts of Senki that need more than its core: whoever uses one that is not installed is told how to get it."""

from __future__ import annotations

from types import TracebackType

from senki.engine.errors import SenkiError


class NotInstalled(SenkiError):
    """A package that a part of Senki needs is not there."""


class PartOf:
    """`with PartOf("serve"):` – what is imported within belongs to an extra; what is missing is told in one line."""

    def __init__(self, extra: str) -> None:
        self.extra = extra

    def __enter__(self) -> None:
        """Begin to import."""

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, where: TracebackType | None
    ) -> None:
        """Turn a package that is not there into a line; a module of Senki that is not there is a fault."""
        if not isinstance(raised, ModuleNotFoundError):
            return
        missing = (raised.name or "senki").partition(".")[0]
        if missing != "senki":
            raise NotInstalled(f"{missing} is not installed: pip install 'senki[{self.extra}]'") from None
