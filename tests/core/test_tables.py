"""Tables of the user, of the package and of plug-ins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from treegauge import CallError, DataError, Treebank, apply, bundled, derive, perturb, score
from treegauge.annotation.head_reassignment import find_reassignment
from treegauge.annotation.head_rules import find_rules
from treegauge.annotation.punctuation import punctuation
from treegauge.annotation.schemes import find_scheme
from treegauge.core.tables import existing, packaged
from treegauge.core.toml import read_toml
from treegauge.extend import (
    Changes,
    ErrorKind,
    Phrases,
    System,
    Text,
    Transition,
    register_error_kind,
    register_head_reassignment,
    register_head_rules,
    register_preparation,
    register_prm,
    register_program,
    register_punctuation,
    register_scheme,
    register_system,
    register_tagset,
)
from treegauge.formats.base import FORMATS, Input
from treegauge.measures.shared.prm import find_prm, prm_name
from treegauge.models.transitions.systems import find_system
from treegauge.report.registered import REGISTRIES, registered
from treegauge.transforms.preparation import find_preparation


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """What a test registers is not registered in the next."""
    before = {name: dict(registry.members()) for name, registry in REGISTRIES.items()}
    yield
    for name, members in before.items():
        REGISTRIES[name]._members = members


def trees(text: str) -> Treebank:
    read = FORMATS.get("brackets").read
    assert read is not None
    return read(Input(text.encode()))


TOY = trees("(S (NP (Name Kim)) (VP (Verb sees) (NP (Noun dogs)) (PP (Prep in) (NP (Noun houses)))) (Mark !))")


def test_a_table_is_text_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("x = 1", "utf-8")
    sources: list[Any] = ["x = 1", file, {"x": 1}]
    assert [read_toml(source, dict[str, int], "here") for source in sources] == [{"x": 1}] * 3
    with pytest.raises(DataError, match="here: this is not TOML: "):
        read_toml("x = ", dict[str, int], "here")
    with pytest.raises(CallError, match=r"cannot read 'nowhere\.toml': No such file"):
        existing("nowhere.toml")


def test_tables_of_a_package_are_read_when_they_are_needed() -> None:
    read: list[str] = []
    loaders = packaged("treegauge.annotation", "tagsets", ".toml", lambda name, text: read.append(name))
    assert "stts" in loaders
    assert read == []
    loaders["stts"]()
    assert read == ["stts"]


def test_head_rules_can_be_registered_and_recognised() -> None:
    register_head_rules(
        "toy", 'about = "x"\nmarks = ["Name", "Noun", "Verb", "Prep", "Mark"]\n[rules]\nS = [["left", "VP"]]'
    )
    assert find_rules("auto", TOY).name == find_rules("toy", TOY).name == "toy"
    with pytest.raises(DataError, match="head rules 'bad': "):
        register_head_rules("bad", "[rules]\nS = [['up', 'VP']]\n")


def test_head_reassignments_can_be_registered() -> None:
    register_head_reassignment("toy", '[[constituency]]\nparent = "PP"\nhead = "Prep"\nto = "NP"\n')
    found = find_reassignment("toy")
    assert found is not None
    assert len(found.constituency) == 1


def test_tag_sets_and_schemes_can_be_registered_and_recognised() -> None:
    tags = '[classes]\nnoun = ["Noun"]\nname = ["Name"]\nverb = ["Verb"]\npreposition = ["Prep"]\n'
    register_tagset("toy", f'others = ["Mark"]\n{tags}')
    labels = 'noun_phrase = ["NP"]\nprepositional_phrase = ["PP"]\nverb_phrase = ["VP"]\nclause = ["S"]\n'
    register_scheme("toy", f'tagset = "toy"\n[categories]\n{labels}')
    assert find_scheme("auto", TOY).name == "toy"
    assert perturb(TOY, "attach2").inserted == {"attach2": 1}


def test_punctuation_can_be_registered_and_recognised() -> None:
    register_punctuation("toy", 'about = "x"\ntags = ["Mark"]')
    for family in ("toy", "auto"):
        assert punctuation(TOY, family).tolist() == [False] * 5 + [True]
    with pytest.raises(DataError, match="family 'bad': key 'tags' must be a list of strings, not the number 3"):
        register_punctuation("bad", "tags = 3")


def test_preparations_can_be_registered() -> None:
    register_preparation("toy", 'transforms = ["remove-labels([VP])"]')
    assert find_preparation("toy", TOY).transforms == ("remove-labels([VP])",)
    assert "(VP" not in apply(TOY, "prepare(toy)")[0].brackets()


def test_evalb_parameters_can_be_registered() -> None:
    register_prm("toy", "# Without verb phrases.\nDELETE_LABEL VP\n")
    assert find_prm("toy").delete == ("VP",)
    assert prm_name(find_prm("toy")) == "toy"
    assert {"kind": "prm", "name": "toy", "description": "Without verb phrases."} in registered("prm")


def test_programs_can_be_registered() -> None:
    register_program("mine", 'about = "my scorer"\nmeasures = ["parseval(prm=none)"]\nscores = ["recall"]')
    (result,) = score(TOY, TOY, program="mine", resamples=0)
    assert result.scores == {"recall": 100.0}
    assert {"kind": "program", "name": "mine", "description": "my scorer"} in registered("programs")
    with pytest.raises(DataError, match="program 'bad': key 'missing' must be"):
        register_program("bad", 'about = "x"\nmeasures = ["ud"]\nmissing = "no"')


def test_transition_systems_can_be_registered() -> None:
    standard = find_system("arc-standard")
    register_system(replace(standard, name="mine", reference="A paper"))
    treebank = bundled("english.conllu")[:3]
    names = [derive(treebank, system).names().decode() for system in ("mine", "arc-standard")]
    assert names[0] == names[1]
    assert apply(treebank, "derivation-order(mine)").equals(apply(treebank, "derivation-order(arc-standard)"))
    assert isinstance(standard, System)
    assert Transition.SHIFT in standard.transitions


def _clauses_as_noun_phrases(phrases: Phrases) -> Changes:
    """Every clause gets the label of a noun phrase."""
    chosen = np.flatnonzero(phrases.category("clause"))
    return replace(phrases.changes("label9", chosen), label=Text.constant("NP", len(chosen)))


def test_kinds_of_errors_can_be_registered() -> None:
    register_error_kind(ErrorKind("label9", "the label of a clause becomes NP", _clauses_as_noun_phrases))
    perturbed = perturb(trees("(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (NNP Kim))))"), "label9", scheme="penn")
    assert perturbed.inserted == {"label9": 1}
    assert perturbed.treebank[0].brackets().startswith("(NP (NP")
    assert perturbed.log[0]["kind"] == "label9"
    arcs = bundled("english.conllu")
    with pytest.raises(CallError, match=r"there is no place for 'label9' \(the label of a clause becomes NP\)"):
        perturb(arcs, "label9")


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ("measure", "measure"),
        ("measures", "measure"),
        ("heads", "heads"),
        ("head_rules", "heads"),
        ("head rules", "heads"),
        ("tagsets", "tagset"),
        ("transition-systems", "transition-system"),
        ("error_kinds", "error-kind"),
        ("prm", "prm"),
        ("punctuation", "punctuation"),
    ],
)
def test_kinds_are_listed_by_several_names(given: str, kind: str) -> None:
    assert {row["kind"] for row in registered(given)} == {kind}


def test_everything_that_is_listed_has_a_line() -> None:
    rows: list[dict[str, Any]] = [*registered()]
    assert {row["kind"] for row in rows} == set(REGISTRIES)
    assert [row for row in rows if not row["description"] or "\n" in row["description"]] == []


def test_a_registry_is_described_by_a_function() -> None:
    describing: list[Callable[[Any], str]] = [registry.describe for registry in REGISTRIES.values()]
    assert len(describing) == len(set(map(id, describing)))
