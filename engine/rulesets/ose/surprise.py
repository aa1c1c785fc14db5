"""Surprise: the referee says who is surprised; no die is rolled for it (OSE-SURP-02)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.events import RoundSet, Said
from engine.model.phrase import Phrase, SideId, SideRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.ose.sides import taking_part
from engine.rulesets.ose.state import side_round, state, with_side
from engine.tactics.draft import Draft, Procedure, ask

_PICK = "surprised:"


def ask_surprise(draft: Draft) -> Procedure[None]:
    """Ask until the referee has named every surprised side; somebody must be left to surprise them."""
    sides = taking_part(draft.battle)
    surprised: set[SideId] = set()
    while len(surprised) + 1 < len(sides):
        answer = yield from ask(_question(draft.battle, sides, surprised))
        if answer.pick == "none":
            break
        surprised.add(answer.pick.removeprefix(_PICK))
    for side in sides:
        if side in surprised:
            now = state(draft.battle)
            draft.emit(RoundSet(with_side(now, replace(side_round(now, side), surprised=True))))
            draft.emit(Said(phrase("surprise.is", "OSE-SURP-01", side=SideRef(side)), rule="OSE-SURP-01"))
    draft.emit(RoundSet(replace(state(draft.battle), surprise=bool(surprised))))


def _question(battle: Battle, sides: tuple[SideId, ...], surprised: set[SideId]) -> AskChoice:
    nobody = phrase("surprise.nobody_else" if surprised else "surprise.nobody", "OSE-SURP-01")
    picks = [Pick("none", nobody)]
    for side in sides:
        if side not in surprised:
            picks.append(Pick(_PICK + side, _label(sides, side), phrase("surprise.note", "OSE-SURP-03")))
    return AskChoice(
        title=phrase("surprise.title_else" if surprised else "surprise.title", "OSE-PROC-02"),
        detail=(phrase("surprise.detail", "OSE-SURP-02"),),
        picks=tuple(picks),
        default="none",
    )


def _label(sides: tuple[SideId, ...], surprised: SideId) -> Phrase:
    """With two sides the pick names both: "Goblins surprise Party"."""
    if len(sides) > 2:
        return phrase("surprise.side", "OSE-SURP-01", side=SideRef(surprised))
    by = next(side for side in sides if side != surprised)
    return phrase("surprise.by", "OSE-SURP-01", by=SideRef(by), side=SideRef(surprised))
