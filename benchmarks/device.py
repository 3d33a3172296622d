"""How fast grammars are on a CUDA device: `python benchmarks/device.py prepare FILE TREEBANK [SENTENCES]` where
treegauge is installed writes the arrays of a treebank and the results of the processor, for the first sentences;
`prepare-latent FILE GRAMMAR TREEBANK [SENTENCES]` does this for a latent-variable grammar, and the words of the
treebank. `python benchmarks/device.py run FILE...` on the machine of the device, where numpy and CuPy are enough,
prints the times and compares. `run-plans FILE THREADS,GROUP,BLOCKS...` times a latent-variable grammar with other
numbers of threads in a block and in a group, and of blocks on a processor.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from treegauge.models.grammars.cuda.engine import (
    DevicePatches,
    DeviceResults,
    Engine,
    GivenNodes,
    LaunchPlan,
    Sentences,
)
from treegauge.models.grammars.cuda.latent_engine import LatentEngine, LatentResults, LatentSentences
from treegauge.models.grammars.cuda.latent_network import LatentDeviceNetwork, latent_device_network
from treegauge.models.grammars.cuda.machines import Cuda, LatentCuda
from treegauge.models.grammars.cuda.network import DeviceNetwork, device_network

Array = np.ndarray[Any, np.dtype[Any]]
REPEATS = 2
SHORT, COPIES = 40, 8  # words, of the sentences that latent-variable grammars are timed with
USUAL = 39  # the longest sentences that `difficulty` measures, unless told otherwise


def prepare(path: str, source: str, limit: int) -> None:
    """Write the arrays, with the results of the processor for the first sentences."""
    import treegauge
    from treegauge.models.grammars.derivations import derivations, tag_numbers
    from treegauge.models.grammars.inference import given_trees, infer, weighted_network
    from treegauge.models.grammars.leave_one_out import leave_one_out
    from treegauge.models.grammars.readings import as_given

    treebank = treegauge.apply(treegauge.read(source), "prepare")
    grammar = treegauge.induce(treebank)
    network, weight = weighted_network(grammar)
    numbers = tag_numbers(grammar, treebank.tokens.text("tag"))
    readings, log2_rule = as_given(numbers), derivations(grammar, treebank).log2_rules(grammar.probability)
    given = given_trees(grammar, treebank, numbers, log2_rule)
    sentences = Sentences(treebank.tokens.offsets, readings.first, readings.tag, readings.weight, readings.log)
    patches = leave_one_out(grammar, treebank).patches
    some = treebank[:limit]
    start = time.perf_counter()
    expected = infer(grammar, some, log2_rule=log2_rule[: len(some.nodes)])
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
        **{f"given_{name}": getattr(given, name) for name in GivenNodes._fields},
        logs=logs[0],
        left_out=logs[1],
        bits=expected.node_bits,
        tree_offsets=nodes.offsets,
        tree_shape=shape,
    )


def run(path: str, machine: Cuda) -> None:
    """Time both protocols, and compare with the processor."""
    file = np.load(path)
    numbers = {"states", "symbols", "labels", "start"}
    fields: Any = {name: file[f"network_{name}"] for name in DeviceNetwork._fields}
    fields |= {name: int(fields[name]) for name in numbers}
    network = DeviceNetwork(**fields)
    sentences = Sentences(*(file[f"sentences_{name}"] for name in Sentences._fields))
    patches = DevicePatches(*(file[f"patches_{name}"] for name in DevicePatches._fields))
    start = time.perf_counter()
    engine = Engine(network, machine)
    first = engine.infer(Sentences(sentences.offsets[:2], *sentences[1:]))
    del first
    print(f"{Path(path).stem}: {len(sentences.offsets) - 1} sentences, {len(network.lhs)} rules")
    print(f"  from grammar to first sentence {time.perf_counter() - start:.2f} s")
    short = np.flatnonzero(np.diff(sentences.offsets) <= USUAL)
    usual = part_of(sentences, short)
    for _ in range(REPEATS):
        report(f"up to {USUAL} words, sums and trees", engine, usual)
    given = GivenNodes(*(file[f"given_{name}"] for name in GivenNodes._fields))
    for _ in range(REPEATS):
        results = report("sums, trees and bits of nodes", engine, sentences, given=given)
    compare(results, file["logs"], file)
    for _ in range(REPEATS):
        results = report("leave-one-out", engine, sentences, patches)
    compare(results, file["left_out"])


def part_of(sentences: Sentences, chosen: Array) -> Sentences:
    """Some of the sentences."""
    tokens = np.concatenate([np.arange(*sentences.offsets[s : s + 2]) for s in chosen])
    readings = np.concatenate([np.arange(*sentences.first[t : t + 2]) for t in tokens])
    offsets, first = (
        np.concatenate((np.zeros(1, np.int64), np.cumsum(np.diff(array)[rows])))
        for array, rows in ((sentences.offsets, chosen), (sentences.first, tokens))
    )
    return Sentences(offsets, first, *(array[readings] for array in sentences[2:]))


def report(
    name: str,
    engine: Engine,
    sentences: Sentences,
    patches: DevicePatches | None = None,
    given: GivenNodes | None = None,
) -> DeviceResults:
    """Time one run."""
    start = time.perf_counter()
    results = engine.infer(sentences, patches, given)
    wall, count = time.perf_counter() - start, len(sentences.offsets) - 1
    print(f"  {name}: {count} sentences, {wall:.3f} s, {count / wall:,.0f} per second", flush=True)
    return results


def compare(results: DeviceResults, expected: Array, file: Any = None) -> None:
    """With what the processor found for the first sentences; `file` also has the best trees and the bits of nodes."""
    logs, status = results.logs[: len(expected)], results.status[: len(expected)]
    done = status == 0
    both = done[:, None] & np.isfinite(logs) & np.isfinite(expected)
    equal = (np.isfinite(logs) == np.isfinite(expected))[done].all()
    # A difference of logarithms is a relative one of sums.
    difference = np.abs(logs[both] - expected[both]).max(initial=0) * np.log(2)
    words = [f"ended {np.bincount(results.status, minlength=4).tolist()}", f"compared {len(expected)}"]
    words += ["the same have trees" if equal else "OTHER ONES HAVE TREES", f"difference {difference:.1e}"]
    if file is not None:
        offsets, ends, other = file["tree_offsets"], np.cumsum(results.counts), 0
        for s in np.flatnonzero(done & np.isfinite(expected[:, 1])):
            mine = results.nodes[ends[s] - results.counts[s] : ends[s], 1:]
            other += not np.array_equal(mine, file["tree_shape"][offsets[s] : offsets[s + 1]])
        bits = np.abs(results.bits[: len(file["bits"])] - file["bits"])
        words += [f"other trees {other}", f"bits {np.nanmax(bits, initial=0):.1e}"]
    print(f"    {', '.join(words)}", flush=True)


def prepare_latent(path: str, grammar_file: str, source: str, limit: int) -> None:
    """The same for a latent-variable grammar: words with all their tags, sums and max-rule trees."""
    import treegauge
    from treegauge.models.grammars.latent.inference import infer_block, latent_network, tag_weights

    treebank, grammar = treegauge.read(source), treegauge.read_latent_grammar(grammar_file)
    treebank = treegauge.apply(treebank, "prepare")
    network, words = latent_network(grammar), tag_weights(grammar, treebank, True)
    chosen = range(min(limit, len(treebank)))
    start = time.perf_counter()
    found, _ = infer_block(grammar, words, treebank.tokens.offsets, chosen, "max-rule", False, lambda: None)
    print(f"processor: {len(found)} sentences in {time.perf_counter() - start:.1f} s")
    np.savez_compressed(
        path,
        **{f"network_{name}": value for name, value in latent_device_network(network)._asdict().items()},
        **{f"words_{name}": value for name, value in words._asdict().items()},
        offsets=treebank.tokens.offsets,
        totals=[sentence.total for sentence in found],
        max_rule=[np.isnan(sentence.best) for sentence in found],
        node_counts=[len(sentence.nodes) for sentence in found],
        nodes=np.concatenate([sentence.nodes for sentence in found]),
        tags=np.concatenate([sentence.tags for sentence in found]),
    )


def read_latent(path: str) -> tuple[LatentDeviceNetwork, LatentSentences]:
    file = np.load(path)
    fields: Any = {name: file[f"network_{name}"] for name in LatentDeviceNetwork._fields}
    fields = {name: value if value.ndim else int(value) for name, value in fields.items()}
    words = [file[f"words_{name}"] for name in ("first", "tag", "at", "weight")]
    return LatentDeviceNetwork(**fields), LatentSentences(file["offsets"], *words)


def run_latent(path: str, machine: LatentCuda) -> None:
    """Time a latent-variable grammar, and compare with the processor."""
    network, sentences = read_latent(path)
    start = time.perf_counter()
    engine = LatentEngine(network, machine)
    engine.infer(latent_part(sentences, np.arange(1)))
    print(f"{Path(path).stem}: {len(sentences.offsets) - 1} sentences, {len(network.row_weight)} binary rules")
    print(f"  from grammar to first sentence {time.perf_counter() - start:.2f} s")
    short = np.flatnonzero(np.diff(sentences.offsets) <= SHORT)
    for name, chosen in ((f"up to {SHORT} words", short), (f"{COPIES} copies of these", np.tile(short, COPIES))):
        part = latent_part(sentences, chosen)
        for trees in (False, True):
            for _ in range(REPEATS):
                report_latent(f"{name}, {'sums and trees' if trees else 'sums'}", engine, part, trees)
    compare_latent(report_latent("all lengths, sums and trees", engine, sentences, True), np.load(path))


class Planned(LatentCuda):
    """The device with one plan for all sentences."""

    def __init__(self, device: Cuda, plan: LaunchPlan) -> None:
        self.plan = plan
        super().__init__(device)

    def plans_for(self, team: int) -> tuple[LaunchPlan, LaunchPlan]:
        return self.plan, self.plan


def run_plans(path: str, machine: Cuda, plans: list[str]) -> None:
    """Time sums and trees of copies of the short sentences."""
    network, sentences = read_latent(path)
    part = latent_part(sentences, np.tile(np.flatnonzero(np.diff(sentences.offsets) <= SHORT), COPIES))
    for plan in plans:
        threads, group, blocks = map(int, plan.split(","))
        engine = LatentEngine(network, Planned(machine, LaunchPlan(threads, group, 8, 1, blocks)))
        engine.infer(latent_part(sentences, np.arange(1)))
        for _ in range(REPEATS):
            report_latent(f"{threads} threads, {group} in a group, {blocks} blocks", engine, part, True)


def latent_part(sentences: LatentSentences, chosen: Array) -> LatentSentences:
    """Some of the sentences."""
    readings = Sentences(sentences.offsets, sentences.first, sentences.tag, sentences.at, sentences.at)
    offsets, first, tag, at, _ = part_of(readings, chosen)
    return LatentSentences(offsets, first, tag, at, sentences.weight)


def report_latent(name: str, engine: LatentEngine, sentences: LatentSentences, trees: bool) -> LatentResults:
    """Time one run."""
    start = time.perf_counter()
    results = engine.infer(sentences, trees=trees)
    wall, count = time.perf_counter() - start, len(sentences.offsets) - 1
    print(f"  {name}: {count} sentences, {wall:.3f} s, {count / wall:,.0f} per second", end="")
    print(f", ended {np.bincount(results.status, minlength=4).tolist()}", flush=True)
    return results


def compare_latent(results: LatentResults, file: Any) -> None:
    """With what the processor found for the first sentences."""
    totals, offsets = file["totals"], file["offsets"]
    mine, done = results.totals[: len(totals)], results.status[: len(totals)] == 0
    both = done & np.isfinite(mine) & np.isfinite(totals)
    equal = (np.isfinite(mine) == np.isfinite(totals))[done].all()
    ends, theirs, other = np.cumsum(results.counts), np.cumsum(file["node_counts"]), 0
    for s in np.flatnonzero(done & file["max_rule"]):
        rows = results.nodes[ends[s] - results.counts[s] : ends[s]]
        words = slice(offsets[s], offsets[s + 1])
        same = np.array_equal(rows, file["nodes"][theirs[s] - file["node_counts"][s] : theirs[s]])
        other += not (same and np.array_equal(results.tags[words], file["tags"][words]))
    print(f"    compared {len(totals)}, {'the same have trees' if equal else 'OTHER ONES HAVE TREES'}", end="")
    difference = np.abs(mine[both] - totals[both]).max(initial=0) * np.log(2)
    print(f", difference {difference:.1e}, other trees {other} of {int((done & file['max_rule']).sum())}", flush=True)


def main() -> None:
    if len(sys.argv) > 3 and sys.argv[1] == "prepare":
        prepare(sys.argv[2], sys.argv[3], int(sys.argv[4]) if len(sys.argv) > 4 else 1 << 60)
    elif len(sys.argv) > 4 and sys.argv[1] == "prepare-latent":
        limit = int(sys.argv[5]) if len(sys.argv) > 5 else 1 << 60
        prepare_latent(sys.argv[2], sys.argv[3], sys.argv[4], limit)
    elif len(sys.argv) > 3 and sys.argv[1] == "run-plans":
        run_plans(sys.argv[2], Cuda(), sys.argv[3:])
    elif len(sys.argv) > 2 and sys.argv[1] == "run":
        machine = Cuda()
        print(f"device: {machine.name}")
        for path in sys.argv[2:]:
            if "network_state" in np.load(path):
                run_latent(path, LatentCuda(machine))
            else:
                run(path, machine)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
