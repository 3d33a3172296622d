"""The transform derivation-order: the words as a parser attaches them, with their heads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from plain_oracles import as_treebank, derivation, head_lists

from treegauge import CallError, Treebank, apply, bundled, read
from treegauge.models.transitions.systems import SYSTEMS

TEXT = """# sent_id = one
# text = du vin rouge
1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_
1\tde\t_\tADP\t_\t_\t3\tcase\t_\t_
2\tle\t_\tDET\t_\t_\t3\tdet\t_\t_
3\tvin\t_\tNOUN\t_\t_\t0\troot\t0:root\t_
4\trouge\t_\tADJ\t_\t_\t3\tamod\t_\t_

"""


def arcs(treebank: Treebank) -> set[tuple[str | None, str | None, str | None]]:
    """Word, head and relation of each token, by their names."""
    tokens = treebank.tokens
    head = tokens.numbers("head")
    above = [*tokens.text("form").decode(), None]
    rows = np.where(head >= 0, head + tokens.start, -1).tolist()
    return set(zip(above[:-1], [above[row] for row in rows], tokens.text("deprel").decode(), strict=True))


@pytest.mark.parametrize("system", SYSTEMS)
@given(heads=head_lists())
def test_words_stand_as_they_are_attached_and_keep_their_arcs(system: str, heads: list[int]) -> None:
    treebank = as_treebank(heads)
    found = apply(treebank, f"derivation-order({system})")
    attached = [f"w{word}" for _, word in derivation(system, heads) if word > 0]
    assert found.tokens.text("form").decode()[: len(attached)] == attached
    assert arcs(found) == arcs(treebank)


def test_swap_lazy_is_meant_if_nothing_is_said() -> None:
    treebank = bundled("english.conllu")
    assert apply(treebank, "derivation-order").equals(apply(treebank, "derivation-order(system=swap-lazy)"))
    assert not apply(treebank, "derivation-order").equals(apply(treebank, "derivation-order(arc-eager)"))


def test_an_unknown_system_is_refused_before_any_work() -> None:
    with pytest.raises(CallError, match=r"unknown transition system 'eager'; did you mean 'arc-eager'\?"):
        apply(bundled("english.conllu"), "derivation-order(eager)")


def test_what_is_no_longer_true_is_removed(tmp_path: Path) -> None:
    """The text, the multiword token whose words are now apart, enhanced graphs; the id stays."""
    (tmp_path / "du.conllu").write_text(TEXT)
    found = apply(read(tmp_path / "du.conllu"), "derivation-order(arc-standard)")
    assert found.tokens.text("form").decode() == ["le", "de", "rouge", "vin"]
    assert len(found.multiword) == 0
    assert "deps" not in found.tokens
    assert "text" not in (found.sentences.text("comments")[0] or "")
    assert found.sentences.text("id").decode() == ["one"]


def test_a_sentence_in_derivation_order_already_is_left_alone() -> None:
    treebank = as_treebank([-1, 2, 0])
    assert apply(treebank, "derivation-order") is treebank
