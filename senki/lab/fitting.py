"""Fits a network to what was seen in games, with PyTorch (extra `train`), and writes it as the rules read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from senki.engine.forms import LayerForm, NetworkForm, PolicyForm
from senki.engine.game import Advice
from senki.engine.parts import PartOf

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Counts = NDArray[np.int64]

DIGITS = 5
"""Decimals of a weight in the file."""


@dataclass(frozen=True)
class Shape:
    """How a network is built and fitted."""

    hidden: tuple[int, ...] = (64,)
    """The widths of its layers, multiples of four."""
    choices: tuple[int, ...] = (32,)
    """The same for what says which options are worth a look."""
    epochs: int = 12
    rate: float = 0.003
    decay: float = 1e-5
    batch: int = 2048
    seed: int = 1


def require_torch() -> Any:
    """PyTorch; raises NotInstalled if it or NumPy is absent."""
    with PartOf("train"):
        import numpy  # noqa: F401
        import torch
    return torch


def fit(x: Floats, y: Floats, shape: Shape, advice: Advice, game: str) -> tuple[NetworkForm, float]:
    """A network that says the chance `y` of a position `x`, and its loss on a twentieth it was not fitted to.

    It begins with the hand-written value of the advice, if that is a sum of features.
    """
    torch = require_torch()
    torch.manual_seed(shape.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    cut = len(y) - len(y) // 20
    inputs = torch.from_numpy(x).to(device)
    wanted = torch.from_numpy(y).to(device)
    model = model_of(torch, x.shape[1], shape.hidden)
    leave_out(torch, model, (inputs == 0.0).all(0).cpu())
    begin_with(torch, model, advice.start_weights())
    model.to(device)
    steps = shape.epochs * -(-cut // shape.batch)
    adam = torch.optim.AdamW(model.parameters(), lr=shape.rate, weight_decay=shape.decay)
    pace = torch.optim.lr_scheduler.CosineAnnealingLR(adam, steps, eta_min=shape.rate / 100)
    loss_of = torch.nn.BCEWithLogitsLoss()
    for _ in range(shape.epochs):
        order = torch.randperm(cut, device=device)
        for start in range(0, cut, shape.batch):
            chosen = order[start : start + shape.batch]
            adam.zero_grad(set_to_none=True)
            loss_of(model(inputs[chosen]), wanted[chosen]).backward()
            adam.step()
            pace.step()
    with torch.no_grad():
        unseen = float(loss_of(model(inputs[cut:]), wanted[cut:])) if cut < len(y) else float("nan")
    return written(model, game, advice.feature_names()), unseen


def fit_policy(options: Floats, counts: Counts, tried: Floats, shape: Shape, names: list[str]) -> PolicyForm:
    """What says how likely each option of a choice is taken: `counts` options each, tried so often by a search."""
    torch = require_torch()
    torch.manual_seed(shape.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    rows, wanted = torch.from_numpy(options).to(device), torch.from_numpy(tried).to(device)
    many = torch.from_numpy(counts).to(device)
    first = many.cumsum(0) - many
    model = model_of(torch, options.shape[1], shape.choices).to(device)
    batch = max(1, shape.batch // 4)
    steps = shape.epochs * -(-len(counts) // batch)
    adam = torch.optim.AdamW(model.parameters(), lr=shape.rate, weight_decay=shape.decay)
    pace = torch.optim.lr_scheduler.CosineAnnealingLR(adam, steps, eta_min=shape.rate / 100)
    for _ in range(shape.epochs):
        order = torch.randperm(len(counts), device=device)
        for start in range(0, len(counts), batch):
            chosen = order[start : start + batch]
            which = torch.repeat_interleave(torch.arange(len(chosen), device=device), many[chosen])
            within = torch.arange(len(which), device=device) - (many[chosen].cumsum(0) - many[chosen])[which]
            row = first[chosen][which] + within
            odds = model(rows[row])
            most = torch.full((len(chosen),), -1e9, device=device).scatter_reduce(0, which, odds.detach(), "amax")
            total = torch.zeros(len(chosen), device=device).index_add(0, which, (odds - most[which]).exp())
            adam.zero_grad(set_to_none=True)
            (-(wanted[row] * (odds - most[which] - total.log()[which])).sum() / len(chosen)).backward()
            adam.step()
            pace.step()
    layers, output, direct, bias = weights_of(model)
    return PolicyForm(names, layers, output, direct, bias)


def model_of(torch: Any, inputs: int, hidden: tuple[int, ...]) -> Any:
    """Hidden layers, beside them a direct way from the features to the odds."""

    class Model(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            widths = (inputs, *hidden)
            self.layers = torch.nn.ModuleList(
                torch.nn.Linear(below, width) for below, width in zip(widths, hidden, strict=False)
            )
            self.output = torch.nn.Linear(hidden[-1], 1)
            self.direct = torch.nn.Linear(inputs, 1, bias=False)

        def forward(self, x: Any) -> Any:
            through = x
            for layer in self.layers:
                through = torch.relu(layer(through))
            return (self.output(through) + self.direct(x)).squeeze(1)

    return Model()


def begin_with(torch: Any, model: Any, weights: list[float]) -> None:
    """Let the features count as in the hand-written value, and the hidden layers not at all yet."""
    if weights:
        with torch.no_grad():
            model.direct.weight.copy_(torch.tensor([weights]))
            model.output.weight.zero_()
            model.output.bias.zero_()


def leave_out(torch: Any, model: Any, never: Any) -> None:
    """Features that no game had say nothing: nothing would be learned of the weights they were drawn with."""
    with torch.no_grad():
        model.layers[0].weight[:, never] = 0.0
        model.direct.weight[:, never] = 0.0


def written(model: Any, game: str, features: list[str]) -> NetworkForm:
    """A fitted model as the rules read it."""
    return NetworkForm(game, features, *weights_of(model))


def weights_of(model: Any) -> tuple[list[LayerForm], list[float], list[float], float]:
    """The layers of a model, the weights to its output, those that lead there directly, and what it begins with."""

    def rows(weights: Any) -> list[list[float]]:
        return [[round(value, DIGITS) for value in row] for row in weights.detach().cpu().tolist()]

    layers = [LayerForm(rows(layer.weight.T), rows(layer.bias.unsqueeze(0))[0]) for layer in model.layers]
    bias = round(float(model.output.bias.detach().cpu()[0]), DIGITS)
    return layers, rows(model.output.weight)[0], rows(model.direct.weight)[0], bias
