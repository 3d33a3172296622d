"""The models of trees that a specification can call for: `markov(h=2)`, `latent(file=X.grammar)`, or just X.grammar."""

from __future__ import annotations

import os

from ...core.errors import CallError
from ...core.specs import bind_spec, parse_spec
from ...core.wording import option, shown
from .latent.model import ENDINGS, LatentModel
from .markov import Markov

Model = Markov | LatentModel


def find_model(spec: str) -> Model:
    """The model that a specification, or the file of a latent-variable grammar, calls for."""
    if spec.endswith(ENDINGS):
        return LatentModel(file=spec)
    if os.path.isfile(spec):
        raise CallError(
            f"'{spec}' is not called X.grammar, as the file of a latent-variable grammar is; parse with"
            f" {option('parser', 'berkeley')} and {option('save', 'X.grammar')} makes one, with its words in X.lexicon"
        )
    name, arguments, options = parse_spec(spec)
    for model in (Markov, LatentModel):
        if name == model.name:
            return model(**bind_spec(model, spec, arguments, options))
    raise CallError(
        f"unknown grammar {shown(name)}; known: {Markov.name}, such as {Markov().spec}, and the files of"
        " latent-variable grammars, such as wsj.grammar"
    )
