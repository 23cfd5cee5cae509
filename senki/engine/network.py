"""Small networks that say what a position is worth: features in, the chance of the first side out.

They are trained by `senki train` and read from a file of the game's package, with nothing but arithmetic here.
"""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from senki.engine.data import has_file
from senki.engine.data import read_text as read_packaged
from senki.engine.errors import Malformed
from senki.engine.files import read_text
from senki.engine.forms import LayerForm, NetworkForm, PolicyForm, read_json

STRIDE: Final = 4
"""So many numbers of a layer are added up side by side; its width is a multiple of this."""
NO_FEATURES: Final[list[str]] = []
NETWORK_FILE: Final = "network.json"
"""The file of a game's package that holds the network its machine players use."""


class Layer:
    """Weights from each number of the layer before to each of this one, and what each begins with."""

    def __init__(self, form: LayerForm) -> None:
        self.width: i64 = len(form.bias)
        self.bias: vec[float] = row_of(form.bias)
        self.weights: vec[float] = row_of([weight for row in form.weights for weight in row])
        self.sums: vec[float] = row_of([0.0] * len(form.bias))
        """What came out last."""
        self.rows: vec[i64] = vec[i64]([0 for _ in form.weights])
        self.values: vec[float] = row_of([0.0] * len(form.weights))
        """The numbers put in that are not nought, and where their weights begin."""
        self.many: i64 = 0

    def begin(self) -> None:
        """Forget what was put in."""
        self.many = 0

    def put(self, number: i64, value: float) -> None:
        """Put a number of the layer before in."""
        self.rows[self.many] = number * self.width
        self.values[self.many] = value
        self.many += 1

    def add_up(self) -> None:
        """Add up what was put in; what is below nought counts as nought."""
        # Four sums side by side: they stay in registers, and each weight is read once.
        weights, rows, values, bias, sums = self.weights, self.rows, self.values, self.bias, self.sums
        many, width = self.many, self.width
        j: i64 = 0
        while j < width:
            a, b, c, d = bias[j], bias[j + 1], bias[j + 2], bias[j + 3]
            k: i64 = 0
            while k < many:
                at = rows[k] + j
                value = values[k]
                a += weights[at] * value
                b += weights[at + 1] * value
                c += weights[at + 2] * value
                d += weights[at + 3] * value
                k += 1
            sums[j] = a if a > 0.0 else 0.0
            sums[j + 1] = b if b > 0.0 else 0.0
            sums[j + 2] = c if c > 0.0 else 0.0
            sums[j + 3] = d if d > 0.0 else 0.0
            j += STRIDE


class Layers:
    """Hidden layers over the features, which also count directly: features in, odds out."""

    def __init__(self, form: NetworkForm | PolicyForm) -> None:
        self.layers = [Layer(layer) for layer in form.layers]
        self.direct: vec[float] = row_of(form.direct)
        self.output: vec[float] = row_of(form.output)
        self.bias = form.bias

    def odds(self, features: list[float]) -> float:
        """What comes out, as the logarithm of odds."""
        total = self.bias
        direct = self.direct
        layer = self.layers[0]
        layer.begin()
        for at, feature in enumerate(features):
            if feature != 0.0:
                total += direct[at] * feature
                layer.put(at, feature)
        layer.add_up()
        number: i64 = 0
        for above in self.layers[1:]:
            above.begin()
            number = 0
            while number < layer.width:
                value = layer.sums[number]
                if value != 0.0:
                    above.put(number, value)
                number += 1
            above.add_up()
            layer = above
        output = self.output
        number = 0
        while number < layer.width:
            total += output[number] * layer.sums[number]
            number += 1
        return min(max(total, -30.0), 30.0)


class Network:
    """What was learned of a game: what a position is worth, and in some games which options are worth a look."""

    def __init__(self, form: NetworkForm) -> None:
        self.form = form
        self.worth = Layers(form)
        self.policy: Layers | None = Layers(form.policy) if form.policy is not None else None

    def chance(self, features: list[float]) -> float:
        """The chance that the first side wins."""
        return 1.0 / (1.0 + exp(-self.worth.odds(features)))

    def shares(self, options: list[list[float]]) -> list[float]:
        """How likely each of the options is chosen, by their features; none without a policy."""
        policy = self.policy
        if policy is None:
            return []
        odds = [policy.odds(features) for features in options]
        most = max(odds)
        shares = [exp(one - most) for one in odds]
        total = sum(shares)
        return [share / total for share in shares]


def row_of(numbers: list[float]) -> vec[float]:
    """Numbers side by side in memory."""
    row = vec[float]()
    for number in numbers:
        row = append(row, number)
    return row


def packaged_network(
    package: str, game: str, features: list[str], option_features: list[str] = NO_FEATURES
) -> Network | None:
    """The network that ships with a game, if one does."""
    if not has_file(package, NETWORK_FILE):
        return None
    text = read_packaged(package, NETWORK_FILE).encode()
    return read_network(text, game, features, option_features, f"{package}/{NETWORK_FILE}")


def network_from(path: Path, game: str, features: list[str], option_features: list[str] = NO_FEATURES) -> Network:
    """A network from a file; raises Malformed if it is none, or of another game or version."""
    return read_network(read_text(path).encode(), game, features, option_features, str(path))


def read_network(text: bytes, game: str, features: list[str], option_features: list[str], where: str) -> Network:
    """A network from its JSON form, held against the features its game has today."""
    form: NetworkForm = read_json(text, NetworkForm, where)
    if form.game != game:
        raise Malformed(f"{where}: this network was trained for {form.game}, not for {game}")
    policy = form.policy
    if form.features != features or (policy is not None and policy.features != option_features):
        raise Malformed(f"{where}: made for other features than {game} has now; train it anew (senki train {game})")
    check_layers(form, where)
    if policy is not None:
        check_layers(policy, where)
    return Network(form)


def check_layers(form: NetworkForm | PolicyForm, where: str) -> None:
    """Raise Malformed if the layers do not fit each other or the features."""
    inputs = len(form.features)
    for layer in form.layers:
        width = len(layer.bias)
        if len(layer.weights) != inputs or any(len(row) != width for row in layer.weights) or width % STRIDE:
            raise Malformed(f"{where}: the layers do not fit each other, or a width is no multiple of {STRIDE}")
        inputs = width
    if not form.layers or len(form.output) != inputs or len(form.direct) != len(form.features):
        raise Malformed(f"{where}: the layers do not fit each other")
