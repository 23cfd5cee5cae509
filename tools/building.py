"""What a build of the package makes besides copying its sources: compiled rules and the browser client, where it can.

Decided here and done by setup.py. A build never fails for want of either: what is missing is said in a line, and what
that means. SENKI_COMPILE=1 insists on compiled rules, SENKI_COMPILE=staged takes those that `make build` has made;
SENKI_COMPILE=0 and SENKI_CLIENT=0 leave them and the client out.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "senki" / "table" / "static" / "index.html"
COMPILER = ["librt>=0.16", "msgspec>=0.20", "mypy-extensions>=1.2", "mypy[mypyc]>=2.4", "typing-extensions>=4.13"]
"""What mypyc needs, with what the sources it reads import."""
WHOLE = ("bdist_wheel", "build", "install")
"""Commands of setup.py that build a package; others ask about it, or link to a checkout, which has `make build`."""
NODE = 20


@dataclass
class Plan:
    """What is built, what has to be installed for that, and what is said about the rest."""

    compile: bool = False
    staged: bool = False
    """The compiled rules are there already."""
    must_compile: bool = False
    """To fail is better than to go on without."""
    client: bool = False
    requires: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def plan(commands: list[str], environment: Mapping[str, str], is_there: Callable[[str], bool]) -> Plan:
    """What to build for these commands of setup.py."""
    wish = environment.get("SENKI_COMPILE", "")
    compiler = is_there("C compiler")
    if wish == "staged":
        return Plan(staged=True)
    if wish not in ("", "0"):
        return Plan(compile=True, must_compile=True)
    if "egg_info" in commands and "editable_wheel" not in commands:
        return Plan(requires=COMPILER if compiler and not wish else [])
    if not any(command in WHOLE for command in commands):
        return Plan()
    made = Plan()
    if wish:
        made.remarks.append("the rules are not compiled, as SENKI_COMPILE=0 wishes: they run interpreted, much slower")
    elif not compiler:
        made.remarks.append("no C compiler with Python's headers: the rules run interpreted, much slower")
    elif not is_there("mypyc"):
        made.remarks.append("no mypyc (pip install 'mypy[mypyc]'): the rules run interpreted, much slower")
    else:
        made.compile = True
    if is_there("client") or environment.get("SENKI_CLIENT") == "0":
        return made
    if not is_there("web"):
        made.remarks.append("the sources of the browser client are not here: senki serve has no pages")
    elif not is_there("Node"):
        made.remarks.append(f"no Node {NODE} with npm: the browser client is not built, senki serve has no pages")
    else:
        made.client = True
    return made


def is_there(what: str) -> bool:
    """Is something here that a build may use?"""
    return FOUND[what]()


def has_c_compiler() -> bool:
    """Is there what Python's own extensions are compiled with, and its headers?"""
    words = (sysconfig.get_config_var("CC") or "cl").split()
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    return bool(words) and shutil.which(words[0]) is not None and headers.is_file()


def has_node() -> bool:
    """Is there a Node that is new enough, and its npm?"""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return False
    told = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    number = told.strip().removeprefix("v").partition(".")[0]
    return number.isdecimal() and int(number) >= NODE


FOUND: dict[str, Callable[[], bool]] = {
    "C compiler": has_c_compiler,
    "mypyc": lambda: find_spec("mypyc") is not None,
    "Node": has_node,
    "client": CLIENT.is_file,
    "web": (ROOT / "web" / "package.json").is_file,
}


def build_client() -> str:
    """Build the browser client into the package; what went wrong, in a line, or nothing."""
    for command in (["npm", "install", "--no-save", "--silent", "--no-audit", "--no-fund"], ["npm", "run", "build"]):
        done = subprocess.run([shutil.which("npm") or "npm", *command[1:]], cwd=ROOT / "web", check=False)
        if done.returncode:
            return f"{' '.join(command)} failed: the browser client is not built, senki serve has no pages"
    return ""
