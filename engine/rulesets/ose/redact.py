"""What a side may not know of the others: declarations, spells, numbers, morale, sides it has not seen."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import DOWN, Actor
from engine.model.battle import Battle
from engine.model.phrase import ActorId, SideId
from engine.rulesets.common import spoken_for_with
from engine.rulesets.ose.arms import arms_of
from engine.rulesets.ose.bodies import plays
from engine.rulesets.ose.card import HEALTH_WORDS
from engine.rulesets.ose.conditions import RULES
from engine.rulesets.ose.sheet import OseSheet, Turn, Weapon, held_shield, held_weapons, sheet
from engine.rulesets.ose.state import OseRound, Phase, SideRound, Step, steps_beside
from engine.rulesets.ose.things import held_items, in_hand

PUBLIC_MOST = 100
_SEEN_TO_PASS = (Step.MOVE.value, Step.MISSILE.value, Step.MELEE.value, Step.TURN.value)
_PUBLIC_SHARES = (100, 80, 50, 20)
"""Hit points of a foe in hundredths, as far as its looks tell: unhurt, scratched, hurt, badly hurt."""


def redact(battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
    """The battle as far as this ruleset's own slots go, for whoever speaks for `side`.

    Sides spoken for by the same people share what they know.
    """
    ours = spoken_for_with(battle, side)
    actors = {
        actor.id: _own(actor, seen) if actor.side in ours else _foe(battle, actor)
        for actor in battle.actors.values()
    }
    if not isinstance(battle.round, OseRound):
        return replace(battle, actors=actors)
    known = ours | {actor.side for actor in battle.actors.values() if actor.id in seen}
    return replace(battle, actors=actors, round=_round(battle.round, ours, known))


def _own(actor: Actor, seen: frozenset[ActorId]) -> Actor:
    """Own people in full, but without a trace of somebody unseen."""
    if not plays(actor):
        return actor
    page = sheet(actor)
    turn = replace(
        page.turn,
        charge_target=page.turn.charge_target if page.turn.charge_target in seen else "",
        braced_against=tuple(one for one in page.turn.braced_against if one in seen),
        retreat_from=tuple(one for one in page.turn.retreat_from if one in seen),
    )
    changed = replace(
        page,
        turn=turn,
        pursues=page.pursues if page.pursues in seen else "",
        spared=tuple(one for one in page.spared if one in seen),
        beside=tuple(one for one in page.beside if one in seen),
        grappled_by=tuple(one for one in page.grappled_by if one in seen),
        grappling=tuple(one for one in page.grappling if one in seen),
        turning=None,
        unturnable=(),
        charm=None,
        intent="",
    )
    return replace(actor, sheet=changed)


def _foe(battle: Battle, actor: Actor) -> Actor:
    """Only what can be seen: how hurt it looks and what it holds."""
    if not plays(actor):
        return actor
    page = sheet(actor)
    shield = held_shield(page)
    public = OseSheet(
        hp=_public_hp(actor, page),
        max_hp=PUBLIC_MOST,
        gear=tuple(map(_without_numbers, held_weapons(page))),
        shields=(shield,) if shield else (),
        natural=tuple(map(_without_numbers, page.natural)),
        body_reach=page.body_reach,
        items=tuple(replace(item, effect="", works=None) for item in held_items(page)),
        lit=tuple(key for key in page.lit if key in in_hand(page)),
        hands=page.hands,
        turn=_public_turn(page.turn),
        dead=page.dead,
        fled=page.fled,
        surrendered=page.surrendered,
    )
    # A condition the GM made up may be meant for nobody else.
    plain = tuple(held for held in actor.conditions if held.key == DOWN or held.key in RULES)
    visible = replace(actor, sheet=public, conditions=plain)
    # Reach as it looks: a caster's that fell to 0 would give the spell away.
    return replace(visible, arms=arms_of(visible, battle))


def _public_turn(turn: Turn) -> Turn:
    """What everybody saw it do: a blow, a shot, a second move, or that it let its step go by.

    Whoever has done that is not to come any more.

    Whom the players still wait for would tell who has declared something: nobody of the foes. Who lets a
    spell go by is not told either.
    """
    return Turn(
        hit=turn.hit,
        passed=("declare", *(step for step in turn.passed if step in _SEEN_TO_PASS)),
        attacked=turn.attacked,
        main_spent=turn.attacked or turn.main_moved,
    )


def _without_numbers(item: Weapon) -> Weapon:
    return replace(item, dice=1, sides=6, bonus=0, variable=None, ability=None, effect="", harms="")


def _public_hp(actor: Actor, page: OseSheet) -> int:
    if actor.has(DOWN) or page.dead:
        return 0
    share = page.hp / page.max_hp if page.max_hp > 0 else 0.0
    step = next((index for index, (above, _) in enumerate(HEALTH_WORDS) if share > above), len(HEALTH_WORDS))
    return _PUBLIC_SHARES[step]


def _round(now: OseRound, ours: frozenset[SideId], known: frozenset[SideId]) -> OseRound:
    """Sides that nobody has seen are left out, as if the turn before theirs still went on."""
    order = tuple(side for side in now.order if side in known)
    sides = tuple(_side(part, part.side in ours) for part in now.sides if part.side in known)
    public = replace(now, order=order, sides=sides, pending=(), kept_going=False)
    if now.phase is not Phase.ACTION or now.order[now.turn] in known:
        return replace(public, turn=sum(side in known for side in now.order[: now.turn]))
    before = sum(side in known for side in now.order[: now.turn])
    if before == 0:
        return replace(public, phase=Phase.INITIATIVE, turn=0, step=Step.MOVE)
    return replace(public, turn=before - 1, step=steps_beside(now.step)[-1])


def _side(part: SideRound, own: bool) -> SideRound:
    """A roll after a tie is not shown: the tie may be with a side that nobody has seen."""
    if own:
        return replace(part, again=())
    return SideRound(part.side, initiative=part.initiative, surprised=part.surprised)
