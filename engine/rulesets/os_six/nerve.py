"""Strain and panic: what shakes a hero, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.model.actor import HELPLESS, Actor
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.model.requests import AskRoll, AskRolls, Faces, Picked
from engine.rulesets.common import set_condition, tell_roll
from engine.rulesets.os_six.bodies import go_down, tell
from engine.rulesets.os_six.options import options
from engine.rulesets.os_six.pools import PARTIAL, Degree, Stat, bare, dice_of, several_ones
from engine.rulesets.os_six.sheet import MOST_STRAIN, sheet, write
from engine.rulesets.upshots import Upshot, decided
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.perception import in_sight, perceives

_PANIC_STRAIN = 2


def add_strain(draft: Draft, who: ActorId, amount: int, rule: str) -> None:
    """More strain, at most 12; at 12 the hero is incapacitated. Nobody else has strain."""
    page = sheet(draft[who])
    if not page.hero or page.dead or amount <= 0:
        return
    strain = min(MOST_STRAIN, page.strain + amount)  # Rule: SIX-INCAP-05
    write(draft, who, strain=strain)
    tell(draft, who, "six.strain", rule, strain=strain)
    give_in(draft, who)


def give_in(draft: Draft, who: ActorId) -> None:
    """At 12 strain: helpless until somebody helps (SIX-STRAIN-02, D2 #22)."""
    if sheet(draft[who]).strain == MOST_STRAIN and not draft[who].has(HELPLESS):
        set_condition(draft, who, HELPLESS, rule="SIX-STRAIN-02")
        write(draft, who, shock_hours=0)
        if draft[who].active:
            go_down(draft, who, "", "SIX-STRAIN-02")


def after_roll(
    draft: Draft, who: ActorId, result: Degree, faces: tuple[int, ...], rule: str
) -> Procedure[None]:
    """What an action roll does to a hero's nerves; `rule` is that of the critical failure."""
    if result is Degree.CRITICAL_FAILURE:
        yield from _lose_nerve(draft, who, rule)
    elif several_ones(faces) and options(draft.battle).strain_trigger == "wide" and who in draft:
        add_strain(draft, who, 1, "SIX-STRAIN-06")


def _lose_nerve(draft: Draft, who: ActorId, rule: str) -> Procedure[None]:
    """A critical failure: one strain and a panic roll; a panic shakes whoever sees it."""
    if who not in draft or not sheet(draft[who]).hero or sheet(draft[who]).dead:
        return
    add_strain(draft, who, 1, rule)
    if not draft[who].active:
        return
    roll = _panic_roll(draft, who)
    faces = yield from ask(roll)
    if isinstance(faces, Picked) or who not in draft:
        return
    if _panics(draft, roll, faces):
        yield from _spread(draft, (who,))


def call_panic(draft: Draft, group: Sequence[ActorId], rule: str) -> Procedure[None]:
    """The GM calls for panic rolls; each is compared with its own strain."""
    rolls = tuple(_panic_roll(draft, who) for who in group)
    if not rolls:
        return
    batch = yield from ask(AskRolls(title=phrase("six.ask.panic_call", rule), rolls=rolls))
    shaken = [
        roll.actor
        for roll, faces in zip(rolls, batch.rolls, strict=True)
        if roll.actor in draft and _panics(draft, roll, faces)
    ]
    yield from _spread(draft, tuple(shaken), frozenset(group))


def _spread(
    draft: Draft, shaken: Sequence[ActorId], rolled: frozenset[ActorId] = frozenset()
) -> Procedure[None]:
    """Who sees a panic rolls too, each once; a witness's own panic goes on only by the option."""
    # Rule: SIX-PANIC-06
    reading = options(draft.battle).witnesses
    left, done = list(shaken), {*shaken, *rolled}
    while left and reading != "off":
        who = left.pop(0)
        rolls = tuple(_panic_roll(draft, other) for other in _witnesses(draft, who) if other not in done)
        if not rolls:
            continue
        done.update(roll.actor for roll in rolls)
        title = phrase("six.ask.witnesses", "SIX-PANIC-06", who=ActorRef(who))
        batch = yield from ask(AskRolls(title=title, about=who, rolls=rolls))
        for roll, faces in zip(rolls, batch.rolls, strict=True):
            if roll.actor in draft and _panics(draft, roll, faces) and reading == "chain":
                left.append(roll.actor)


def _witnesses(draft: Draft, who: ActorId) -> tuple[ActorId, ...]:
    """Other heroes on their feet who see the one that panics."""
    board = draft.board
    if who not in draft:
        return ()
    return tuple(
        other.id
        for other in draft.battle.actors.values()
        if other.id != who and other.active and sheet(other).hero and in_sight(board, other, draft[who])
    )


def _panic_roll(draft: Draft, who: ActorId) -> AskRoll:
    strain = sheet(draft[who]).strain
    asked = AskRoll(
        title=phrase("six.ask.panic", "SIX-PANIC-02", who=ActorRef(who), strain=strain),
        dice=(6, 6),
        beats=strain,  # Rule: SIX-PANIC-03
        side=draft[who].side,
        actor=who,
    )
    panics = (
        phrase("six.upshot.strain", "SIX-PANIC-04", strain=_PANIC_STRAIN),
        phrase("six.upshot.penalty", "SIX-PANIC-05"),
    )
    calm = Upshot(phrase("six.upshot.calm"))
    return decided(asked, calm, Upshot(phrase("six.upshot.panics"), panics))


def _panics(draft: Draft, roll: AskRoll, faces: Faces) -> bool:
    tell_roll(draft, roll, faces, "SIX-PANIC-02")
    if roll.succeeds(faces):
        return False
    tell(draft, roll.actor, "six.panics", "SIX-PANIC-04")
    add_strain(draft, roll.actor, _PANIC_STRAIN, "SIX-PANIC-04")
    write(draft, roll.actor, penalty=True)  # Rule: SIX-PANIC-05
    return True


# --- what is hard to bear -----------------------------------------------------------------------------


def resist(draft: Draft, group: Sequence[ActorId], stat: Stat, amount: int, rule: str) -> Procedure[None]:
    """Each hero rolls against what it meets; a failure brings the strain, a partial success is enough."""
    rolls = tuple(_resistance(draft, who, stat, rule) for who in group)
    if not rolls:
        return
    title = phrase(f"six.ask.resist_{stat.value}", rule, strain=amount)
    batch = yield from ask(AskRolls(title=title, rolls=rolls))
    for roll, faces in zip(rolls, batch.rolls, strict=True):
        if roll.actor in draft:
            tell_roll(draft, replace(roll, title=_in_full(roll.actor, stat, rule)), faces, rule)
            if not roll.succeeds(faces):
                add_strain(draft, roll.actor, amount, rule)


def _resistance(draft: Draft, who: ActorId, stat: Stat, rule: str) -> AskRoll:
    dice, keep = dice_of(bare(sheet(draft[who]), stat).total)
    return AskRoll(
        title=phrase("six.pick.hero", rule, who=ActorRef(who)),  # the batch says against what
        dice=dice,
        keep=keep,
        beats=PARTIAL,
        side=draft[who].side,
        actor=who,
    )


def _in_full(who: ActorId, stat: Stat, rule: str) -> Phrase:
    return phrase("six.ask.resist", rule, who=ActorRef(who), stat=phrase(f"six.stat.{stat.value}"))


def first_sights(draft: Draft) -> Procedure[None]:
    """Heroes who see a horrifying creature for the first time roll Will."""
    # Rule: SIX-STRAIN-04
    horrors = [actor.id for actor in draft.battle.actors.values() if sheet(actor).horror > 0]
    for horror in horrors:
        facing = tuple(
            actor.id
            for actor in draft.battle.actors.values()
            if horror in draft and _meets(draft, actor, horror)
        )
        for who in facing:
            write(draft, who, horrors=(*sheet(draft[who]).horrors, horror))
        if facing:
            amount = sheet(draft[horror]).horror
            tell(draft, horror, "six.horrifies", "SIX-STRAIN-04")
            yield from resist(draft, facing, Stat.WILL, amount, "SIX-STRAIN-04")


def _meets(draft: Draft, hero: Actor, horror: ActorId) -> bool:
    page = sheet(hero)
    if not page.hero or not hero.active or horror in page.horrors or hero.side == draft[horror].side:
        return False
    return draft[horror].active and perceives(draft.board, hero, draft[horror])
