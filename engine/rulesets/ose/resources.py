"""Resource Dice: whether ammunition shot in a fight makes a dent in the stock (rulings A1.10)."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.battle import Battle, Control
from engine.model.commands import Act
from engine.model.events import Said
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.model.requests import AskChoice, AskRoll, Grade, Pick
from engine.rulesets.common import soft
from engine.rulesets.ose.bodies import plays, tell, write_page
from engine.rulesets.ose.options import options
from engine.rulesets.ose.rolls import roll
from engine.rulesets.ose.sheet import OseSheet, sheet, weapon, weapon_name
from engine.tactics.draft import Draft, Procedure, ask

RULE = "OSE-PROC-12"
DICE = (12, 10, 8, 6, 4)
"""A stock that shrinks goes to the next smaller die, and after the last nothing is left."""
FIRST_DIE = 6
SHRINKS_ON = {"one": 1, "two": 2, "three": 3}
"""Up to which face the stock shrinks, by the reading in force."""


def ask_all(draft: Draft) -> Procedure[None]:
    """At the end of a fight, for each kind of ammunition that somebody shot: roll now or later.

    Only the players' people keep count, those who live to do so; nobody counts the arrows of the foes.
    """
    if options(draft.battle).resource_die == "off":
        return
    for actor_id in tuple(draft.battle.actors):
        if not _keeps_count(draft.battle, actor_id):
            continue
        for key, count in sheet(draft[actor_id]).shots:
            _tell(draft, actor_id, key, count)
            _put_off(draft, actor_id, key)
            yield from _ask_when(draft, actor_id, key, count)


def _keeps_count(battle: Battle, actor_id: ActorId) -> bool:
    actor = battle.actors[actor_id]
    return plays(actor) and not sheet(actor).dead and battle.control_of(actor_id) is Control.PLAYERS


def why_not(actor: Actor) -> tuple[Refusal, ...]:
    """Whether there is anything to roll for."""
    return () if due(sheet(actor)) else soft("why.no_resource", RULE, who=ActorRef(actor.id))


def due(page: OseSheet) -> tuple[str, ...]:
    """Weapon keys whose die was put off, or that were shot since."""
    shot = (key for key, _ in page.shots if key not in page.resources_due)
    return (*page.resources_due, *shot)


def play_resource(draft: Draft, act: Act) -> Procedure[None]:
    """Roll what was put off: the weapon named in the pick, else all that is due."""
    wanted = act.picks.get("weapon", "")
    for key in due(sheet(draft[act.actor])):
        if wanted in ("", key):
            yield from _roll(draft, act.actor, key)


def _ask_when(draft: Draft, actor_id: ActorId, key: str, count: int) -> Procedure[None]:
    answer = yield from ask(
        AskChoice(
            title=phrase(
                "resource.due",
                RULE,
                who=ActorRef(actor_id),
                weapon=_name(draft, actor_id, key),
                count=count,
            ),
            detail=(_detail(draft.battle),),
            side=draft[actor_id].side,
            actor=actor_id,
            picks=(Pick("now", phrase("resource.now")), Pick("later", phrase("resource.later"))),
        )
    )
    if answer.pick == "now":
        yield from _roll(draft, actor_id, key)
    else:
        tell(draft, actor_id, "resource.put_off", RULE, weapon=_name(draft, actor_id, key))


def _roll(draft: Draft, actor_id: ActorId, key: str) -> Procedure[None]:
    sides = dict(sheet(draft[actor_id]).resources).get(key, FIRST_DIE)
    faces = yield from roll(
        draft,
        AskRoll(
            title=phrase("resource.ask", RULE, who=ActorRef(actor_id), weapon=_name(draft, actor_id, key)),
            detail=(_detail(draft.battle),),
            side=draft[actor_id].side,
            actor=actor_id,
            dice=(sides,),
            grades=_grades(draft.battle, sides),
        ),
        RULE,
    )
    _settle(draft, actor_id, key, sides, shrinks=faces.faces[0] <= _shrinks_on(draft.battle))


def _grades(battle: Battle, sides: int) -> tuple[Grade, ...]:
    """Low faces make the stock smaller, or end it."""
    smaller = _smaller(sides)
    key = "upshot.stock_shrinks" if smaller else "upshot.stock_ends"
    shrinks, holds = phrase(key, RULE, sides=smaller), phrase("upshot.stock_holds", RULE, sides=sides)
    return Grade(1, shrinks), Grade(_shrinks_on(battle) + 1, holds)


def _smaller(sides: int) -> int:
    """The next smaller die; 0 after the last."""
    return next((die for die in DICE if die < sides), 0)


def _shrinks_on(battle: Battle) -> int:
    return SHRINKS_ON.get(options(battle).resource_die, SHRINKS_ON["two"])


def _detail(battle: Battle) -> Phrase:
    reading = options(battle).resource_die
    return phrase(f"resource.shrinks_on_{reading if reading in SHRINKS_ON else 'two'}", RULE)


def _settle(draft: Draft, actor_id: ActorId, key: str, sides: int, shrinks: bool) -> None:
    page = sheet(draft[actor_id])
    smaller = _smaller(sides) if shrinks else sides
    rest = tuple(one for one in page.resources if one[0] != key)
    write_page(
        draft,
        actor_id,
        resources=(*rest, (key, smaller)) if smaller else rest,
        no_ammunition=page.no_ammunition if smaller else (*page.no_ammunition, key),
        resources_due=tuple(one for one in page.resources_due if one != key),
        shots=tuple(one for one in page.shots if one[0] != key),
    )
    said = "resource.empty" if not smaller else "resource.shrinks" if shrinks else "resource.holds"
    name = _name(draft, actor_id, key)
    if smaller:
        tell(draft, actor_id, said, RULE, weapon=name, sides=smaller)
    else:
        tell(draft, actor_id, said, RULE, weapon=name)


def _tell(draft: Draft, actor_id: ActorId, key: str, count: int) -> None:
    """Who used up what (OSE-PROC-13)."""
    what = phrase(
        "end.ammunition",
        "OSE-PROC-13",
        who=ActorRef(actor_id),
        weapon=_name(draft, actor_id, key),
        count=count,
    )
    draft.emit(Said(what, gm_only=True, about=actor_id, rule="OSE-PROC-13"))


def _put_off(draft: Draft, actor_id: ActorId, key: str) -> None:
    page = sheet(draft[actor_id])
    if key not in page.resources_due:
        write_page(draft, actor_id, resources_due=(*page.resources_due, key))


def _name(draft: Draft, actor_id: ActorId, key: str) -> Phrase | str:
    item = weapon(sheet(draft[actor_id]), key)
    return weapon_name(item) if item else key
