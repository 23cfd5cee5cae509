"""Point-to-point boards: places joined by links, some of them one-way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from senki.engine.errors import Malformed, UnknownName


class Place:
    """A place of the board: its number, its id, its kind and its names by language."""

    def __init__(self, number: int, name_id: str, kind: str, names: dict[str, str]) -> None:
        self.number = number
        self.id = name_id
        self.kind = kind
        self.names = names


class Link:
    """A road between two places. A one-way link is used only from its first to its second end."""

    def __init__(self, number: int, first: int, second: int, kind: str, one_way: bool) -> None:
        self.number = number
        self.first = first
        self.second = second
        self.kind = kind
        self.one_way = one_way

    def other_end(self, place: int) -> int:
        """The place at the far end, seen from one end."""
        return self.second if place == self.first else self.first

    def open_from(self, place: int) -> bool:
        """May the link be entered at this end?"""
        return not self.one_way or place == self.first


class Graph:
    """Places and links with quick look-ups: at most one link joins two places."""

    def __init__(self, places: list[Place], links: list[Link]) -> None:
        self.places = places
        self.links = links
        self.by_id: dict[str, int] = {}
        for place in places:
            if place.id in self.by_id:
                raise Malformed(f"place '{place.id}' is listed twice")
            self.by_id[place.id] = place.number
        size = len(places)
        self.between: list[list[int]] = [[-1] * size for _ in range(size)]
        self.links_at: list[list[Link]] = [[] for _ in range(size)]
        for link in links:
            if link.first == link.second:
                raise Malformed(f"a link joins '{places[link.first].id}' to itself")
            if self.between[link.first][link.second] >= 0:
                raise Malformed(f"'{places[link.first].id}' and '{places[link.second].id}' are linked twice")
            self.between[link.first][link.second] = link.number
            self.between[link.second][link.first] = link.number
            self.links_at[link.first].append(link)
            self.links_at[link.second].append(link)

    def number(self, place_id: str) -> int:
        """The number of a place by its id."""
        found = self.by_id.get(place_id)
        if found is None:
            raise UnknownName(f"there is no place '{place_id}'; places are: {', '.join(sorted(self.by_id))}")
        return found

    def link(self, a: int, b: int) -> Link | None:
        """The link between two places, whichever way it runs."""
        number = self.between[a][b]
        return self.links[number] if number >= 0 else None

    def exits(self, place: int) -> list[Link]:
        """The links that may be entered from here."""
        return [link for link in self.links_at[place] if link.open_from(place)]

    def neighbours(self, place: int) -> list[int]:
        """The places one link away that may be entered from here, in order of number."""
        return sorted(link.other_end(place) for link in self.exits(place))

    def distances(self, start: int, cost: Callable[[Link], int] | None = None) -> list[int]:
        """The cheapest cost from a place to every place; -1 where no way leads."""
        best = [-1] * len(self.places)
        best[start] = 0
        queue: deque[int] = deque([start])
        while queue:
            here = queue.popleft()
            for link in self.exits(here):
                step = cost(link) if cost is not None else 1
                there = link.other_end(here)
                if best[there] < 0 or best[here] + step < best[there]:
                    best[there] = best[here] + step
                    queue.append(there)
        return best

    def path(self, start: int, goal: int, closed: Iterable[int] = ()) -> list[int]:
        """The fewest links from start to goal as places, both ends included, avoiding closed links; empty if none."""
        shut = set(closed)
        came_from: dict[int, int] = {start: start}
        queue: deque[int] = deque([start])
        while queue and goal not in came_from:
            here = queue.popleft()
            for link in self.exits(here):
                there = link.other_end(here)
                if link.number not in shut and there not in came_from:
                    came_from[there] = here
                    queue.append(there)
        if goal not in came_from:
            return []
        way = [goal]
        while way[-1] != start:
            way.append(came_from[way[-1]])
        way.reverse()
        return way


def _names(row: dict[str, object]) -> dict[str, str]:
    names = row.get("name")
    return {str(lang): str(name) for lang, name in names.items()} if isinstance(names, dict) else {}


def read_graph(places: list[dict[str, object]], links: list[dict[str, object]]) -> Graph:
    """A graph from the rows of a board file: `id`, `kind`, `name` and `from`, `to`, `kind`, `one_way`."""
    made = [Place(i, str(row["id"]), str(row["kind"]), _names(row)) for i, row in enumerate(places)]
    by_id = {place.id: place.number for place in made}
    roads: list[Link] = []
    for i, row in enumerate(links):
        for end in ("from", "to"):
            if str(row[end]) not in by_id:
                raise UnknownName(f"link {i + 1} of the board leads to '{row[end]}', which is not a place")
        first, second = by_id[str(row["from"])], by_id[str(row["to"])]
        roads.append(Link(i, first, second, str(row["kind"]), bool(row.get("one_way", False))))
    return Graph(made, roads)
