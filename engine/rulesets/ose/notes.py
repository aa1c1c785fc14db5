"""The lines under an actor's numbers: conditions, lights, the stance with what it gives, its turn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.phrase import Phrase, phrase
from engine.rulesets.ose.bodies import able
from engine.rulesets.ose.citing import cited
from engine.rulesets.ose.conditions import lines
from engine.rulesets.ose.economy import main_left, move_left
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import free_hands, sheet
from engine.rulesets.ose.stances import stance
from engine.rulesets.ose.state import OseRound
from engine.rulesets.ose.things import in_hand, light_feet, name_of

STANCE_RULES = {
    "one_hand": "OSE-ONEHAND-01",
    "reach": "OSE-REACH-01",
    "two_handed": "OSE-TWOHAND-01",
    "two_weapons": "OSE-TWOWEAPON-01",
    "weapon_and_shield": "OSE-SHIELD-01",
    "bow": "OSE-BOW-05",
    "crossbow": "OSE-RANGED-04",
    "sling": "OSE-SLING-07",
    "thrown": "OSE-RANGED-04",
    "natural": "OSE-STANCE-01",
    "unarmed": "OSE-STANCE-01",
    "other": "OSE-STANCE-01",
}


def notes(battle: Battle, actor: Actor) -> Iterator[Phrase]:
    """All lines, what is wrong with the actor first."""
    yield from lines(battle, actor)
    page = sheet(actor)
    if page.death_due:
        yield phrase("note.death_due", "OSE-BASE-01")
    if page.turn.muddled:
        yield phrase("note.muddled", "OSE-BASE-03", what=phrase(f"confused.does_{page.turn.muddled}"))
    if page.fled:
        yield phrase("note.fled", "OSE-FLEE-03")
    if page.concentrating:
        ends = phrase(f"note.ends_{options(battle).concentration}")
        yield phrase("note.concentrates", cited(battle, "OSE-CAST-04"), spell=page.concentrating, ends=ends)
    for key in page.lit:
        if key in in_hand(page):
            yield phrase("note.burns", "OSE-MANIP-06", item=name_of(page, key), feet=light_feet(page, key))
    yield _stance_line(battle, actor)
    if able(actor) and isinstance(battle.round, OseRound):
        yield _turn_line(actor)
    yield phrase("note.hands_free", "OSE-SHIELD-07", count=free_hands(page))


def _stance_line(battle: Battle, actor: Actor) -> Phrase:
    """Advantages and disadvantages of how it fights now (OSE-STANCE-04, OSE-RANGED-04)."""
    key = stance(sheet(actor), options(battle).off_hand_torch == "club").key
    label = phrase(f"stance.{key}", STANCE_RULES[key])
    return phrase("note.stance", STANCE_RULES[key], stance=label, what=phrase(f"stance.{key}.gives"))


def _turn_line(actor: Actor) -> Phrase:
    """What is left of the round (OSE-DET-04)."""
    page = sheet(actor)
    return phrase(
        "note.turn",
        "OSE-DET-04",
        main=int(main_left(page)),
        move=int(move_left(actor)),
        items=page.turn.manipulations,
    )
