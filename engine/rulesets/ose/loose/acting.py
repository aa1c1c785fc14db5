"""Carrying out an act in Loose combat. What the book leaves open is asked of the referee, not counted."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.commands import Act
from engine.model.phrase import ActorId, ActorRef, Phrase, Tally, modifier, phrase
from engine.model.requests import AskChoice, AskNumber, AskRuling, Pick
from engine.rulesets.ose import (
    acting,
    bodies,
    checks,
    declare,
    disruption,
    ending,
    gear,
    melee,
    missiles,
    resources,
    turning,
)
from engine.rulesets.ose.attacks import RULING, attack
from engine.rulesets.ose.figures import Kind
from engine.rulesets.ose.legality import HANDLING, SPELL_VERBS
from engine.rulesets.ose.loose import casting, movement, picture
from engine.rulesets.ose.movement import play_stand
from engine.rulesets.ose.rolls import roll
from engine.rulesets.ose.sheet import Quality, sheet
from engine.rulesets.upshots import FAILS, SUCCEEDS, Upshot, decided
from engine.tactics.draft import Draft, Procedure, ask

_ACTIONS = ("attack", "shoot", "charge", "propose", "turn")
_CHECK = "check:"
MOST_PENALTY = 10


def play(draft: Draft, act: Act) -> Procedure[None]:
    """Do it, unless the referee refuses a second action; then propose the end if one side is left alone."""
    if (yield from _refused_again(draft, act)):
        return
    disruption.distracted(draft, act.actor, act.verb)
    yield from _do(draft, act)
    yield from ending.propose_end(draft)


def _refused_again(draft: Draft, act: Act) -> Procedure[bool]:
    """Nothing counts actions: who has acted and wants more asks the referee (OSL-INTRO-04)."""
    turn = sheet(draft[act.actor]).turn
    if act.verb not in _ACTIONS or draft.overrule or not (turn.attacked or turn.main_spent):
        return False
    answer = yield from ask(
        AskChoice(
            title=phrase("again.title", "OSL-INTRO-04", who=ActorRef(act.actor)),
            actor=act.actor,
            picks=(Pick("allow", phrase("again.allow")), Pick("refuse", phrase("again.refuse"))),
        )
    )
    if answer.pick == "allow":
        return False
    bodies.tell(draft, act.actor, "again.refused", "OSL-INTRO-04")
    return True


def _do(draft: Draft, act: Act) -> Procedure[None]:
    match act.verb:
        case "move":
            yield from movement.play_move(draft, act)
        case "charge":
            yield from movement.play_charge(draft, act)
        case "flee":
            yield from movement.play_flee(draft, act)
        case "turn":
            yield from turning.play_turn(draft, act.actor)
        case "flee_from":
            yield from movement.play_flee_from(draft, act.actor)
        case "stand":
            yield from play_stand(draft, act)
        case "shoot":
            yield from _shoot(draft, act)
        case "attack":
            yield from melee.play_melee(draft, act, instead=(RULING,))
        case "propose":
            yield from _propose(draft, act)
        case "resource":
            yield from resources.play_resource(draft, act)
        case "end":
            yield from ending.end_by_referee(draft)
        case _:
            yield from _do_small(draft, act)


def _do_small(draft: Draft, act: Act) -> Procedure[None]:
    if act.verb in SPELL_VERBS or act.verb == "disrupt":
        yield from casting.play(draft, act)
    elif act.verb in HANDLING:
        yield from _handle(draft, act)
    elif act.verb in ("cast", "undeclare"):
        declare.play_declare(draft, act)
    else:
        acting.play_pass(draft, act.actor)


def _shoot(draft: Draft, act: Act) -> Procedure[None]:
    """Shoot or throw; what was shot is remembered, a crossbow has to be loaded again (OSL-RANGED-07)."""
    weapon = missiles.chosen_weapon(sheet(draft[act.actor]), act)
    if weapon is None:
        return
    actor_id, target = act.actor, act.targets[0]
    page = sheet(draft[actor_id])
    shots = dict(page.shots)
    shots[weapon.key] = shots.get(weapon.key, 0) + 1
    bodies.write_page(
        draft,
        actor_id,
        shots=page.shots if missiles.untracked(draft.battle, weapon) else tuple(shots.items()),
        reloading=weapon.key if weapon.has(Quality.CROSSBOW) else page.reloading,
        turn=replace(page.turn, main_spent=True, attacked=True, shot=(*page.turn.shot, weapon.key)),
    )
    yield from attack(
        draft,
        actor_id,
        target,
        weapon.key,
        kind=Kind.MISSILE,
        thrown=missiles.thrown(weapon),
        distance_ft=missiles.distance_ft(draft.board, draft[actor_id], draft[target]),
        instead=(RULING,),
    )
    if missiles.thrown(weapon):
        missiles.let_fly(draft, actor_id, weapon.key, target)


def _handle(draft: Draft, act: Act) -> Procedure[None]:
    """Things are handled as often as the table allows: what the deed would have cost is given back."""
    before = sheet(draft[act.actor]).turn
    yield from gear.play_item(draft, act)
    if act.actor in draft:
        bodies.write_turn(
            draft,
            act.actor,
            manipulations=0,
            move_closed=before.move_closed,
            closed_at=before.closed_at,
            main_spent=before.main_spent,
        )


# --- anything else ------------------------------------------------------------------------------------


def _propose(draft: Draft, act: Act) -> Procedure[None]:
    """The player describes it, the referee says whether and how it goes (OSL-OTHER-01, OSL-OTHER-02)."""
    who, text = act.actor, act.picks.get("text", "")
    answer = yield from ask(
        AskChoice(
            title=phrase("propose.title", "OSL-OTHER-01", who=ActorRef(who), text=text),
            detail=_load(draft, who),
            actor=who,
            picks=_verdicts(),
        )
    )
    if answer.pick == "no":
        bodies.tell(draft, who, "propose.not", "OSL-OTHER-01", text=text)
        return
    bodies.write_turn(draft, who, main_spent=True)
    bodies.tell(draft, who, "propose.does", "OSL-INTRO-02", text=text)
    if answer.pick.startswith(_CHECK):
        done = yield from _check(draft, who, answer.pick.removeprefix(_CHECK), text)
        bodies.tell(draft, who, "propose.succeeds" if done else "propose.fails", "OSL-OTHER-02")
    if answer.pick != "yes":
        yield from ask(
            AskRuling(
                title=phrase("propose.outcome", "OSL-OTHER-02", who=ActorRef(who)),
                detail=(phrase("text.plain", "", text=text),) if text else (),
                actor=who,
            )
        )


def _verdicts() -> tuple[Pick, ...]:
    """Possible, possible with a condition or a risk, possible with a check, or not possible."""
    return (
        Pick("yes", phrase("propose.yes"), phrase("propose.yes_note", "OSL-INTRO-02")),
        Pick("risk", phrase("propose.risk"), phrase("propose.risk_note", "OSL-OTHER-02")),
        *(
            Pick(_CHECK + ability, phrase(f"propose.check_{ability}", "OSL-OTHER-02"))
            for ability in checks.ABILITIES
        ),
        Pick("no", phrase("propose.no"), phrase("propose.no_note", "OSL-OTHER-01")),
    )


def _check(draft: Draft, actor_id: ActorId, ability: str, text: str) -> Procedure[bool]:
    """An ability check. A heavy load may make it harder, by as much as the referee says (OSL-OTHER-04)."""
    tally = checks.score(sheet(draft[actor_id]), ability)
    if sheet(draft[actor_id]).encumbered:
        answer = yield from ask(
            AskNumber(
                title=phrase("propose.penalty", "OSL-OTHER-04", who=ActorRef(actor_id)),
                detail=_load(draft, actor_id),
                actor=actor_id,
                low=0,
                high=MOST_PENALTY,
            )
        )
        tally = _harder(tally, answer.value)
    title = phrase(f"check.ask_{ability}", "OSL-OTHER-02", who=ActorRef(actor_id))
    why = (phrase("text.plain", "", text=text),) if text else ()
    request = checks.check_roll(draft.battle, actor_id, title, tally, why)
    done, undone = (phrase(f"upshot.deed_{how}", "OSL-OTHER-02") for how in ("done", "undone"))
    request = decided(request, Upshot(SUCCEEDS, (done,)), Upshot(FAILS, (undone,)))
    faces = yield from roll(draft, request, "OSL-OTHER-02")
    return request.succeeds(faces)


def _harder(tally: Tally, penalty: int) -> Tally:
    return tally.plus(modifier(-penalty, "propose.load", "OSL-OTHER-04")) if penalty else tally


def _load(draft: Draft, actor_id: ActorId) -> tuple[Phrase, ...]:
    words = picture.load_words(draft[actor_id])
    return () if words is None else (words,)
