"""How fast grammars are on a CUDA device: `python benchmarks/device.py prepare FILE TREEBANK` where treegauge is
installed writes the arrays of a treebank and the results of the processor, `python benchmarks/device.py run FILE...` on
the machine of the device, where numpy and CuPy are enough, prints the times and compares.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from treegauge.models.grammars.cuda.engine import DevicePatches, DeviceResults, Engine, Sentences
from treegauge.models.grammars.cuda.machines import Cuda
from treegauge.models.grammars.cuda.network import DeviceNetwork, device_network

Array = np.ndarray[Any, np.dtype[Any]]
REPEATS = 2
USUAL = 39  # the longest sentences that `difficulty` measures, unless told otherwise


def prepare(path: str, source: str, limit: int) -> None:
    """Write the arrays, with the results of the processor for the first sentences."""
    import treegauge
    from treegauge.models.grammars.derivations import tag_numbers
    from treegauge.models.grammars.inference import _weighted_network, infer
    from treegauge.models.grammars.leave_one_out import leave_one_out
    from treegauge.models.grammars.readings import as_given

    treebank = treegauge.apply(treegauge.read(source), "prepare")
    grammar = treegauge.induce(treebank)
    network, weight = _weighted_network(grammar)
    readings = as_given(tag_numbers(grammar, treebank.tokens.text("tag")))
    sentences = Sentences(treebank.tokens.offsets, readings.first, readings.tag, readings.weight, readings.log)
    patches = leave_one_out(grammar, treebank).patches
    some = treebank[:limit]
    start = time.perf_counter()
    expected = infer(grammar, some)
    print(f"processor: {len(some)} sentences in {time.perf_counter() - start:.1f} s")
    left_out = infer(grammar, some, patches=leave_one_out(grammar, some).patches)
    logs = [np.stack((one.log2_sentence, one.log2_best), 1) for one in (expected, left_out)]
    nodes = expected.trees.nodes
    shape = np.stack([nodes.numbers(name) for name in ("parent", "left", "right")], 1)
    np.savez_compressed(
        path,
        **{f"network_{name}": value for name, value in device_network(network, weight)._asdict().items()},
        **{f"sentences_{name}": value for name, value in sentences._asdict().items()},
        **{f"patches_{name}": getattr(patches, name) for name in DevicePatches._fields},
        logs=logs[0],
        left_out=logs[1],
        tree_offsets=nodes.offsets,
        tree_shape=shape,
    )


def run(path: str, machine: Cuda) -> None:
    """Time both protocols, and compare with the processor."""
    file = np.load(path)
    numbers = ("states", "symbols", "labels", "start")
    columns: dict[str, Any] = {name: file[f"network_{name}"] for name in DeviceNetwork._fields}
    network = DeviceNetwork(**columns | {name: int(columns[name]) for name in numbers})
    sentences = Sentences(*(file[f"sentences_{name}"] for name in Sentences._fields))
    patches = DevicePatches(*(file[f"patches_{name}"] for name in DevicePatches._fields))
    start = time.perf_counter()
    engine = Engine(network, machine)
    first = engine.infer(Sentences(sentences.offsets[:2], *sentences[1:]))
    del first
    print(f"{Path(path).stem}: {len(sentences.offsets) - 1} sentences, {len(network.lhs)} rules")
    print(f"  from grammar to first sentence {time.perf_counter() - start:.2f} s")
    lengths = np.diff(sentences.offsets)
    short = np.flatnonzero(lengths <= USUAL)
    for _ in range(REPEATS):
        report(f"up to {USUAL} words, sums and trees", engine, part_of(sentences, short), None)
    for name, changes, expected in (
        ("sums and trees", None, file["logs"]),
        ("leave-one-out", patches, file["left_out"]),
    ):
        for _ in range(REPEATS):
            results = report(name, engine, sentences, changes)
        compare(results, expected, file, trees=changes is None)


def part_of(sentences: Sentences, chosen: Array) -> Sentences:
    """Some of the sentences."""
    tokens = np.concatenate([np.arange(*sentences.offsets[s : s + 2]) for s in chosen])
    readings = np.concatenate([np.arange(*sentences.first[t : t + 2]) for t in tokens])
    offsets, first = (
        np.concatenate((np.zeros(1, np.int64), np.cumsum(np.diff(array)[rows])))
        for array, rows in ((sentences.offsets, chosen), (sentences.first, tokens))
    )
    return Sentences(offsets, first, *(array[readings] for array in sentences[2:]))


def report(name: str, engine: Engine, sentences: Sentences, changes: DevicePatches | None) -> DeviceResults:
    """Time one run."""
    start = time.perf_counter()
    results = engine.infer(sentences, changes)
    wall, count = time.perf_counter() - start, len(sentences.offsets) - 1
    print(f"  {name}: {count} sentences, {wall:.3f} s, {count / wall:,.0f} per second")
    return results


def compare(results: Any, expected: Array, file: Any, *, trees: bool) -> None:
    logs, status = results.logs[: len(expected)], results.status[: len(expected)]
    done = status == 0
    equal = np.isfinite(logs[done]) == np.isfinite(expected[done])
    both = np.isfinite(logs[done]) & np.isfinite(expected[done])
    # A difference of logarithms is a relative one of sums.
    difference = np.abs(logs[done][both] - expected[done][both]).max(initial=0) * np.log(2)
    print(f"    ended {np.bincount(results.status, minlength=4).tolist()}; compared {len(expected)}: ", end="")
    print(f"{'the same have trees' if equal.all() else 'OTHER ONES HAVE TREES'}, difference {difference:.1e}", end="")
    if trees:
        offsets, ends = file["tree_offsets"], np.cumsum(results.counts)
        other = 0
        for s in np.flatnonzero(done & np.isfinite(expected[:, 1])):
            mine = results.nodes[ends[s] - results.counts[s] : ends[s], 1:]
            theirs = file["tree_shape"][offsets[s] : offsets[s + 1]]
            other += not np.array_equal(mine, theirs)
        print(f", other trees {other}", end="")
    print()


def main() -> None:
    if len(sys.argv) > 3 and sys.argv[1] == "prepare":
        prepare(sys.argv[2], sys.argv[3], int(sys.argv[4]) if len(sys.argv) > 4 else 1 << 60)
    elif len(sys.argv) > 2 and sys.argv[1] == "run":
        machine = Cuda()
        print(f"device: {machine.name}")
        for path in sys.argv[2:]:
            run(path, machine)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
