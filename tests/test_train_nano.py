"""`tools/train_nano.py`: it plays, it fits, and what it writes is what the game's advice reads."""

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from senki.games.nano.advice import Network

np = pytest.importorskip("numpy")
TOOL = Path(__file__).parent.parent / "tools" / "train_nano.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = spec_from_file_location("train_nano", TOOL)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["train_nano"] = module
    spec.loader.exec_module(module)
    return module


def test_it_plays_a_game_and_fits_a_network(tool: ModuleType) -> None:
    rows, south_won = tool.play_one((1, 3))
    assert len(rows) > 20 and south_won in (True, False)
    x = np.array(rows, np.float32)
    y = np.full(len(rows), south_won, np.float32)
    fit, loss = tool.train(x, y, hidden=4, epochs=2)
    assert 0.0 < loss < 1.0
    written = json.loads(json.dumps(fit.to_json()))
    assert written.keys() == json.loads(tool.WEIGHTS.read_text("utf-8")).keys()
    assert Network(written)
