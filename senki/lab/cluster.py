"""Tasks done by a Ray cluster: the same results as in this process, also where nodes are lost on the way."""

from __future__ import annotations

import os
import signal
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import current_thread, main_thread
from time import perf_counter
from typing import Any, Generic, TypeVar

import senki
from senki.engine.errors import SenkiError
from senki.engine.parts import PartOf
from senki.lab.workers import CHANCES, Failed, attempt

Task = TypeVar("Task")
Done = TypeVar("Done")
AUTO = "auto"
"""Stands for the cluster this machine is a node of."""
PATIENCE = 5.0
"""Seconds in which a cluster answers."""
AHEAD = 2
"""Bundles given out for each core: it never waits for the next one."""
BUNDLE_SECONDS = 0.5
"""Short tasks are bundled to about this much work, for each bundle costs Ray about a millisecond."""
LARGEST = 64
"""Tasks of a bundle."""
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_BACKEND_LOG_LEVEL": "fatal"}
"""Ray reports nothing to its makers, and its own log does not come between the results."""
SETTINGS = 4
"""The type of a frame of HTTP/2."""
GLANCE = 2.0
"""Seconds between two looks at the nodes."""


def attempts_on(
    address: str, work: Callable[[Task], Done], tasks: Iterable[Task]
) -> Generator[Done | Failed, None, None]:
    """What came of every task, in the order in which their bundles end."""
    ray = ray_itself()
    with joined(ray, address):
        yield from Bundles(ray, work, tasks).attempts()


def nodes() -> int:
    """The nodes of the cluster in use that are alive; 0 if there is none."""
    ray = ray_itself()
    with suppress(Exception):  # it may be left at this moment
        return sum(node["Alive"] for node in ray.nodes()) if ray.is_initialized() else 0
    return 0


def ray_itself() -> Any:
    """The module, if it is there."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    with PartOf("cluster"):
        return import_module("ray")


@contextmanager
def joined(ray: Any, address: str) -> Iterator[None]:
    """Within, this process drives the cluster; it stays in one that it had joined before."""
    if ray.is_initialized():
        yield
        return
    check_reachable(address)
    try:
        _hush()
        with _own_signals():
            ray.init(address=address, log_to_driver=False, logging_level="ERROR", runtime_env=environment())
    except (ConnectionError, ValueError, RuntimeError, OSError) as wrong:
        raise no_cluster(address, str(wrong)) from None
    try:
        yield
    finally:
        ray.shutdown()


def environment() -> dict[str, Any]:
    """What the workers of the cluster need of this process."""
    return {"env_vars": {"SENKI_PURE": os.environ["SENKI_PURE"]}} if os.environ.get("SENKI_PURE") else {}


def check_reachable(address: str) -> None:
    """Raise SenkiError if nobody answers there: Ray itself would go on asking for minutes."""
    place = address
    if address == AUTO:
        services = import_module("ray._private.services")
        place = services.get_ray_address_from_environment(AUTO, None)
        if place in (None, AUTO):
            raise no_cluster(address, "this machine is no node of one")
    host, colon, port = place.rpartition(":")
    if "//" in host or not colon or not port.isdecimal() or int(port) > 65535:
        raise SenkiError(f"--cluster {address}: should be {AUTO} or HOST:PORT, as 'ray start' shows it")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), PATIENCE) as line:
            if not os.environ.get("RAY_USE_TLS") and not speaks_grpc(line):
                raise no_cluster(address, f"{place}: something else answers there")
    except (OSError, UnicodeError) as wrong:
        raise no_cluster(address, f"{place}: {getattr(wrong, 'strerror', None) or wrong}") from None


def speaks_grpc(line: socket.socket) -> bool:
    """Does what listens answer in HTTP/2, as Ray does? Its settings are the first thing it sends."""
    line.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, SETTINGS, 0, 0, 0, 0, 0]))
    heading = line.recv(9)
    return len(heading) > 3 and heading[3] == SETTINGS


def no_cluster(address: str, why: str) -> SenkiError:
    """The line that says that there is none, and how one is begun."""
    said = " ".join(why.split())[:200]
    return SenkiError(f"--cluster {address}: no Ray cluster there ({said}); 'ray start --head' begins one")


def _hush() -> None:
    """Ray writes pages about every lost node between the results; its files under /tmp/ray hold them too."""
    worker: Any = import_module("ray._private.worker")
    worker.print_to_stdstream = lambda *said, **how: None


@contextmanager
def _own_signals() -> Iterator[None]:
    """Ray puts handlers of its own in place of ours; ours come back."""
    if current_thread() is not main_thread():
        yield
        return
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


class Bundles(Generic[Task, Done]):
    """Tasks on their way through the cluster, some at a time."""

    def __init__(self, ray: Any, work: Callable[[Task], Done], tasks: Iterable[Task]) -> None:
        self.ray = ray
        self.work = ray.put(work)
        self.remote = ray.remote(max_retries=CHANCES - 1, num_cpus=1)(do_bundle)
        self.to_do = iter(tasks)
        self.alone: deque[Task] = deque()
        """Tasks of bundles that were lost: each is tried by itself, to find the one that is at fault."""
        self.flying: dict[Any, list[Task]] = {}
        self.size = 1
        """Tasks of the next bundle."""
        self.cores, self.looked = 1, 0.0

    def attempts(self) -> Generator[Done | Failed, None, None]:
        """What came of every task."""
        try:
            while self.send_out():
                landed, _ = self.ray.wait(list(self.flying), num_returns=1, timeout=GLANCE)
                for bundle in landed:
                    yield from self.unpack(bundle)
        finally:
            for bundle in self.flying:
                with suppress(Exception):
                    self.ray.cancel(bundle, force=True)

    def send_out(self) -> bool:
        """Give out bundles until every core has enough; is anything on its way?"""
        if perf_counter() - self.looked > GLANCE:
            self.cores = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
            self.looked = perf_counter()
        while len(self.flying) < AHEAD * self.cores and (tasks := self.next_bundle()):
            self.flying[self.remote.remote(senki.__version__, self.work, tasks)] = tasks
        return bool(self.flying)

    def next_bundle(self) -> list[Task]:
        """The tasks to be given out next; none if all are."""
        if self.alone:
            return [self.alone.popleft()]
        return [task for _, task in zip(range(self.size), self.to_do, strict=False)]

    def unpack(self, bundle: Any) -> Iterator[Done | Failed]:
        """What came of the tasks of a bundle that has landed."""
        tasks = self.flying.pop(bundle)
        try:
            seconds, found = self.ray.get(bundle)
        except self.ray.exceptions.RayTaskError as wrong:
            last_line = str(wrong).strip().rpartition("\n")[2].strip()
            raise SenkiError(f"the nodes of the cluster cannot do the work: {last_line}") from None
        except self.ray.exceptions.RayError as wrong:
            if len(tasks) > 1 or isinstance(wrong, self.ray.exceptions.NodeDiedError):
                self.alone.extend(tasks)  # no game is at fault where a node is lost
                return
            yield Failed(tasks[0], f"{CHANCES} workers of the cluster ended over it ({type(wrong).__name__})")
            return
        self.size = max(1, min(LARGEST, 2 * self.size, int(BUNDLE_SECONDS * len(tasks) / max(seconds, 1e-6))))
        yield from found


def do_bundle(version: str, work: Callable[[Task], Done], tasks: list[Task]) -> tuple[float, list[Done | Failed]]:
    """On a node: do these tasks; how long they took and what came of them."""
    if version != senki.__version__:
        raise SenkiError(f"they have Senki {senki.__version__}, and this machine {version}")
    began = perf_counter()
    found = [attempt(work, task) for task in tasks]
    return perf_counter() - began, found
