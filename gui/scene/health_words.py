"""The health words of tokens on the players' map, placed like all labels about tokens."""

from __future__ import annotations

from collections.abc import Sequence

from engine.views.look import TokenView
from gui.scene.overlay_marks import Chip
from gui.scene.token_labels import Label, Spot, labels_beside

UNSAID = "unhurt"
"""How everybody starts; a fight full of labels that say so hides the tokens."""


def health_words(tokens: Sequence[TokenView], zoom: float, ways: Sequence[Spot] = ()) -> list[Chip]:
    """A label for each standing token that shows harm, in squares; `zoom` is the scale of the view."""
    hurt = (token for token in tokens if token.word and not token.down and token.word != UNSAID)
    labels = [Label(token.cell, token.size, token.word, "dark") for token in hurt]
    return labels_beside(labels, tokens, zoom, ways)
