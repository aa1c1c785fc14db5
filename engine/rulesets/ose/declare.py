"""Declarations before initiative: a spell by name, Brace, Full Defence. Overwritten freely until the dice."""

from __future__ import annotations

from engine.model.actor import GRAPPLED, Actor
from engine.model.commands import Act
from engine.model.events import Declared
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.rulesets.common import soft
from engine.rulesets.ose.bodies import write_turn
from engine.rulesets.ose.citing import cited
from engine.rulesets.ose.items import ItemKind
from engine.rulesets.ose.sheet import Casting, OseSheet, Quality, Weapon, sheet, weapon_name
from engine.rulesets.ose.stances import ready_weapons
from engine.rulesets.ose.things import held_items, holds_symbol
from engine.tactics.draft import Draft

SILENCED = "silenced"
"""A condition of spells: no speech, so no casting (rulings A1.8)."""


def spells_left(page: OseSheet) -> tuple[str, ...]:
    """Names of the spells that can be cast: memorised ones, and those of scrolls in hand (OSE-ITEM-02)."""
    memorised = tuple(spell.name for spell in page.spells if spell.left > 0)
    written = (item.spell for item in held_items(page) if item.kind is ItemKind.SCROLL and item.spell)
    return (*memorised, *(name for name in written if name not in memorised))


def scroll_of(page: OseSheet, spell: str) -> str:
    """The key of a scroll of that spell in hand, from which it is then read; empty if there is none."""
    held = (item for item in held_items(page) if item.kind is ItemKind.SCROLL)
    return next((item.key for item in held if spell and item.spell == spell), "")


def brace_weapon(page: OseSheet) -> Weapon | None:
    """The weapon in hand that may be braced, if any."""
    return next((item for item in ready_weapons(page) if item.has(Quality.BRACE)), None)


def declared(page: OseSheet) -> bool:
    """Whether the actor has declared something this round."""
    turn = page.turn
    return turn.casting is not Casting.NONE or turn.braced or turn.defending


def why_not_declared(actor: Actor, verb: str, spell: str) -> tuple[Refusal, ...]:
    """What in hands, memory and body speaks against a declaration; the time of it is judged elsewhere."""
    page = sheet(actor)
    match verb:
        case "cast":
            return (*_why_no_spell(page, spell), *_why_not_cast(actor, spell))
        case "brace":
            return _why_not_braced(actor)
        case "undeclare":
            return () if declared(page) else soft("why.nothing_declared", "OSE-PROC-03")
        case "defend" if page.turn.defending:
            return soft("why.defending", "OSE-DECL-02", who=ActorRef(actor.id))
        case _:
            return ()


def play_declare(draft: Draft, act: Act) -> None:
    """Write a declaration down in place of whatever the actor had declared before."""
    actor_id = act.actor
    before = sheet(draft[actor_id])
    _clear(draft, actor_id)
    match act.verb:
        case "cast":
            spell = act.picks.get("spell", "")
            write_turn(draft, actor_id, casting=Casting.DECLARED, spell=spell)
            rule = cited(draft.battle, "OSE-SPELL-01")
            _tell(draft, actor_id, phrase("declare.cast", rule, who=ActorRef(actor_id), spell=spell))
        case "brace":
            write_turn(draft, actor_id, braced=True)  # at once. Rule: OSE-DECL-06
            held = brace_weapon(before)
            name = weapon_name(held) if held else ""
            _tell(
                draft, actor_id, phrase("declare.brace", "OSE-DECL-05", who=ActorRef(actor_id), weapon=name)
            )
        case "defend":
            write_turn(draft, actor_id, defending=True)  # at once. Rule: OSE-DECL-03
            _tell(draft, actor_id, phrase("declare.defend", "OSE-DECL-02", who=ActorRef(actor_id)))
        case _:
            _tell(draft, actor_id, phrase("declare.nothing", "OSE-PROC-03", who=ActorRef(actor_id)))


def _clear(draft: Draft, actor_id: ActorId) -> None:
    turn = sheet(draft[actor_id]).turn
    passed = tuple(step for step in turn.passed if step != "declare")
    write_turn(draft, actor_id, casting=Casting.NONE, spell="", braced=False, defending=False, passed=passed)


def _tell(draft: Draft, actor_id: ActorId, what: Phrase) -> None:
    draft.emit(Declared(actor_id, what, hidden=True, rule=what.rule))


def _why_no_spell(page: OseSheet, spell: str) -> tuple[Refusal, ...]:
    left = spells_left(page)
    if not left:
        return soft("why.no_spells", "OSE-CAST-01")
    if not spell:
        return soft("why.name_the_spell", "OSE-SPELL-01")
    return () if spell in left else soft("why.not_memorised", "OSE-SPELL-01", spell=spell)


def _why_not_cast(actor: Actor, spell: str) -> tuple[Refusal, ...]:
    """The limits of the Magic Rules that can be read off the actor (OSE-CAST-01, rulings A1.8)."""
    found: list[Refusal] = []
    for condition, key in ((GRAPPLED, "why.casting_grappled"), (SILENCED, "why.casting_silenced")):
        if actor.has(condition):
            found.extend(soft(key, "OSE-CAST-01", who=ActorRef(actor.id)))
    page = sheet(actor)
    if page.hands.main and page.hands.off and not scroll_of(page, spell) and not _casts_with_held(page):
        found.extend(soft("why.casting_hands", "OSE-CAST-01"))
    return tuple(found)


def _casts_with_held(page: OseSheet) -> bool:
    """A Warpriest casts with the symbol, or with the deity's favoured weapon in its place (rulings A1.8)."""
    return page.turns_undead and holds_symbol(page)


def _why_not_braced(actor: Actor) -> tuple[Refusal, ...]:
    page = sheet(actor)
    if page.turn.braced:
        return soft("why.braced", "OSE-DECL-05", who=ActorRef(actor.id))
    if brace_weapon(page) is not None:
        return ()
    held = ready_weapons(page)
    if not held:
        return soft("why.nothing_to_brace", "OSE-BRACE-03")
    return soft("why.no_brace_quality", "OSE-BRACE-03", weapon=held[0].name)
