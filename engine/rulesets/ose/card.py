"""The actor card and the token: four numbers, hands, state words, badges, health."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.actor import BLIND, DOWN, GRAPPLED, HELPLESS, PINNED, PRONE, Actor
from engine.model.battle import Battle
from engine.model.offers import Card, CardFact, Health
from engine.model.phrase import Modifier, Names, Phrase, phrase
from engine.rulesets.ose.bodies import (
    ASLEEP,
    CHARMED,
    CONFUSED,
    HELD,
    PARALYSED,
    TURNED,
    WEBBED,
    casting,
    plays,
)
from engine.rulesets.ose.conditions import ON_FIRE, surprised
from engine.rulesets.ose.notes import notes
from engine.rulesets.ose.sheet import (
    FEET_PER_SQUARE,
    Casting,
    OseSheet,
    free_hands,
    held_shield,
    held_weapons,
    sheet,
)
from engine.rulesets.ose.sides import ROUTED
from engine.rulesets.ose.state import OseRound, Phase, Step, acting_side
from engine.rulesets.ose.tallies import WITHDRAW_AC, Manner, armour_class, ready_to_hit, withdrawing
from engine.rulesets.ose.things import held_items, in_hand, keys, name_of
from engine.rulesets.ose.transitions import in_pursuit

HEALTH_WORDS = ((0.99, "unhurt"), (0.66, "scratched"), (0.33, "hurt"))
"""Above this share of hit points, the word; below the last, badly hurt."""
_OWN_BADGES = (PRONE, GRAPPLED, PINNED, BLIND, ASLEEP, PARALYSED, HELD, TURNED, ON_FIRE)
_STATES = (
    *(DOWN, ON_FIRE, PINNED, GRAPPLED, HELPLESS, ASLEEP, PARALYSED, HELD, WEBBED, BLIND, ROUTED, TURNED),
    *(CHARMED, CONFUSED),
)
"""Conditions that the card's state line may name, the weightiest first."""
_OTHER_MARKS = (DOWN, HELPLESS, ROUTED)
"""Conditions that show in another way than by a badge of their name."""


def card(battle: Battle, actor: Actor) -> Card:
    """Everything the panel and the token say about one actor."""
    if not plays(actor):
        return Card(phrase("role.text", "", role=actor.kind), (), phrase("state.no_page"))
    page = sheet(actor)
    return Card(
        role=role_line(actor),
        facts=tuple(_facts(battle, actor)),
        state=state_words(battle, actor),
        badges=tuple(_badges(battle, actor)),
        health=Health(page.hp, page.max_hp, health_word(actor)),
        hands=hands_words(page),
        carried=carried_words(page),
        notes=tuple(notes(battle, actor)),
        hit=page.turn.hit,
        dead=page.dead,
        peaceful=page.surrendered,
        fate=_fate(actor, page),
    )


def _fate(actor: Actor, page: OseSheet) -> str:
    if page.fled:
        return "fled"
    if page.pursues:
        return "pursuing"
    return "captured" if page.surrendered else "turned" if actor.has(TURNED) else ""


def role_line(actor: Actor) -> Phrase:
    """What it is and what it holds: "Thief 2. Short sword, off hand free"."""
    page = sheet(actor)
    role = page.role or actor.kind
    if not role:
        return hands_words(page)
    return phrase("role.hands", "", role=role, hands=hands_words(page))


def hands_words(page: OseSheet) -> Phrase:
    """What the two hands hold."""
    names = [item.name for item in held_weapons(page)]
    shield = held_shield(page)
    if shield is not None:
        names.append(shield.name.lower() if names else shield.name)
    names.extend(item.name.lower() if names else item.name for item in held_items(page))
    if len(names) > 1:
        return phrase("hands.two", "OSE-SUMM-03", one=names[0], other=names[1].lower())
    if not names:
        return phrase("hands.natural" if page.natural else "hands.empty", "OSE-SUMM-03")
    free = page.character and free_hands(page) > 0
    return phrase("hands.one_free" if free else "hands.one", "OSE-SUMM-03", one=names[0])


def carried_words(page: OseSheet) -> Phrase | None:
    """What is carried beside what the hands hold; what is packed stands apart, as a fight keeps it there."""
    held = in_hand(page)
    ready = [name_of(page, key) for key in keys(page) if key not in held and key not in page.packed]
    packed = [name_of(page, key) for key in page.packed if key in keys(page)]
    if ready and packed:
        return phrase("carries.both", "OSE-MANIP-17", items=", ".join(ready), packed=", ".join(packed))
    if packed:
        return phrase("carries.packed", "OSE-MANIP-17", packed=", ".join(packed))
    return phrase("carries.ready", "OSE-MANIP-02", items=", ".join(ready)) if ready else None


def health_word(actor: Actor) -> Phrase:
    """How it looks, as a word for everybody: unhurt, scratched, hurt, badly hurt, down."""
    if not plays(actor):  # a creature put down without a page can still be seen by the players
        return phrase("health.down" if actor.has(DOWN) else "health.unhurt")
    page = sheet(actor)
    if actor.has(DOWN) or page.dead:
        return phrase("health.down")
    share = page.hp / page.max_hp if page.max_hp > 0 else 0.0
    return phrase("health." + next((word for above, word in HEALTH_WORDS if share > above), "badly_hurt"))


def state_words(battle: Battle, actor: Actor) -> Phrase:
    """The state line of the sides panel: what matters most about the actor now."""
    lasting = next(_lasting_states(battle, actor), None)
    if lasting is not None:
        return lasting
    now = battle.round
    if isinstance(now, OseRound) and now.phase is Phase.ACTION and acting_side(now) == actor.side:
        return _turn_state(actor, now.step)
    return hands_words(sheet(actor))


def _gone(battle: Battle, actor: Actor) -> Iterator[Phrase]:
    """How it left the fight."""
    page = sheet(actor)
    if page.dead:
        yield phrase("state.dead")
    if page.fled:
        yield phrase("state.fled" if _pursued(battle, actor) else "state.fled_alone", "OSE-FLEE-03")
    if page.pursues:
        yield phrase("state.pursues", "OSE-FLEE-06")
    if page.surrendered:
        yield phrase("state.surrendered")


def _pursued(battle: Battle, actor: Actor) -> bool:
    """Whether somebody went after the fleer, or the whole fight goes on as a pursuit."""
    after = (other for other in battle.actors.values() if plays(other) and sheet(other).pursues == actor.id)
    return in_pursuit(battle) or any(after)


def _lasting_states(battle: Battle, actor: Actor) -> Iterator[Phrase]:
    page = sheet(actor)
    turn = page.turn
    yield from _gone(battle, actor)
    for key in _STATES:
        if actor.has(key):
            yield phrase(f"state.{key}")
    if page.grappling:
        yield phrase("state.grappling", "OSE-GRAPPLE-03", names=Names(page.grappling))
    if casting(page) or turn.casting is Casting.DECLARED:
        yield phrase("state.casting", "OSE-SPELL-10", spell=turn.spell)
    if turn.casting is Casting.LOST:
        yield phrase("state.spell_lost", "OSE-SPELL-07")
    if turn.braced:
        yield phrase("state.braced", "OSE-BRACE-04")
    if turn.defending or page.defending_until:
        yield phrase("state.defending", "OSE-DEFENSE-01")
    if page.concentrating:
        yield phrase("state.concentrating", "OSE-CAST-04", spell=page.concentrating)
    if page.intent:
        yield phrase(f"state.intent_{page.intent}", "OSE-TURN-11")
    if actor.hidden:
        yield phrase("state.hidden")
    if actor.has(PRONE):
        yield phrase("state.prone")


def _turn_state(actor: Actor, step: Step) -> Phrase:
    turn, spent = sheet(actor).turn, actor.stride.spent
    if turn.shot:
        return phrase("state.shot")
    if turn.attacked:
        return phrase("state.attacked")
    if turn.manner == "charge" and turn.charge_target:
        return phrase("state.charged")
    if spent:
        return phrase("state.moved", "", feet=spent * FEET_PER_SQUARE)
    moves = step in (Step.MOVE, Step.TURN) and not turn.move_closed and "move" not in turn.passed
    return phrase("state.to_move" if moves else "state.stays")


def _badges(battle: Battle, actor: Actor) -> Iterator[str]:
    page = sheet(actor)
    if casting(page) or page.turn.casting is Casting.DECLARED:
        yield "spell"
    if page.concentrating:
        yield "concentrating"
    if page.turn.braced:
        yield "brace"
    if page.turn.defending or page.defending_until:
        yield "defence"
    yield from filter(actor.has, _OWN_BADGES)
    yield from (held.key for held in actor.conditions if held.key not in (*_OWN_BADGES, *_OTHER_MARKS))
    if actor.has(HELPLESS) and actor.active:
        yield HELPLESS
    if surprised(battle, actor):
        yield "surprised"
    if actor.has(ROUTED):
        yield "afraid"
    if page.surrendered and not page.dead:
        yield "surrendered"
    if actor.hidden:
        yield "hidden"


def _facts(battle: Battle, actor: Actor) -> Iterator[CardFact]:
    page = sheet(actor)
    yield CardFact("hp", phrase("fact.hp"), f"{page.hp}/{page.max_hp}", editable=True)
    yield _armour(battle, actor)
    yield CardFact("rate", phrase("fact.move", "OSE-ORDER-04"), f"{page.rate} ft", editable=True)
    bonus = ready_to_hit(battle, actor)
    yield CardFact("attack", phrase("fact.to_hit"), f"{bonus.total:+d}", editable=True, tally=bonus)


def _armour(battle: Battle, actor: Actor) -> CardFact:
    """Armour class; in brackets with what a withdrawal adds on its way, and against nothing else."""
    tally = armour_class(battle, actor)
    value = str(tally.total)
    if sheet(actor).turn.manner == Manner.WITHDRAW:
        value = f"{value} ({tally.total + WITHDRAW_AC})"
        part = withdrawing()
        tally = tally.plus(Modifier(part.label, part.value, suppressed=True))
    return CardFact("ac", phrase("fact.ac"), value, editable=True, tally=tally)
