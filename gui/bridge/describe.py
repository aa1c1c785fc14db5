"""Words and numbers for a drawn plan: the odds card, the attack marks, the question in the strip."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.model import fold
from engine.model.commands import Act, OnHit
from engine.model.events import Placed
from engine.model.offers import Health, Refusal
from engine.model.phrase import ActorId, Cell, phrase
from engine.model.strikes import When
from engine.tactics.board import Board
from engine.views.squares import square_name
from gui.bridge.aiming import chance_to_hit
from gui.bridge.planner import Plan
from gui.bridge.table import Table


class Figure(Struct, frozen=True):
    """One of the three numbers of the card. A bad one is drawn in the warning colour."""

    value: str
    label: str
    bad: bool = False


class PlanCard(Struct, frozen=True):
    """The preview card beside a drawn path. `safer` is the offer at its foot, empty when there is none."""

    title: str
    length: str
    figures: tuple[Figure, ...]
    safer: str = ""


class AttackMark(Struct, frozen=True):
    """Where attacks fall on a path: the square, and each attacker with its chance to hit."""

    cell: Cell
    attackers: tuple[tuple[ActorId, str, str], ...]
    """(id, token letters, "35 %")"""
    braced: bool = False


class PlanPrompt(Struct, frozen=True):
    """What the strip asks about a plan."""

    title: str
    detail: str
    accept: str
    safer: str = ""
    problem: str = ""


def percent(chance: float) -> str:
    """A chance as the table reads it; never 0 or 100 unless it is."""
    whole = round(chance * 100)
    if whole == 0 and chance > 0:
        return "under 1 %"
    if whole == 100 and chance < 1:
        return "over 99 %"
    return f"{whole} %"


def plan_card(table: Table, plan: Plan) -> PlanCard:
    """The card of a move or a charge."""
    name = _name(table, plan.actor)
    unit = table.ruleset.about.unit
    scale = table.scale
    length = f"{plan.cost * scale} of {plan.limit * scale} {unit}"
    law = plan.law
    if plan.target:
        title = f"{name} charges {_name(table, plan.target)}"
        figures = _charge_figures(table, plan)
    else:
        title = f"{name} to {square_name(plan.path[-1])}" if plan.path else name
        health = table.card(plan.actor)
        left = f" ({_health(table, health.health)})" if health and health.health else ""
        figures = (
            Figure(percent(law.arrives), "arrives"),
            Figure(f"{law.harm:.1f}", "expected damage"),
            Figure(percent(law.drops), f"drops{left}", law.drops > 0),
        )
    return PlanCard(title, length, figures, _safer_words(table, plan))


def _health(table: Table, health: Health) -> str:
    return table.say(health.said) if health.said is not None else f"{health.now} HP"


def _charge_figures(table: Table, plan: Plan) -> tuple[Figure, ...]:
    """The end of it by a braced weapon and what that one does when it hits, if there is one; the chance to
    hit; who reaches the end square."""
    law = plan.law
    figures = []
    braced = [
        table.ruleset.strike_law(table.board, strike)
        for step in law.steps
        for strike in step.strikes
        if strike.when is When.ENTERING
    ]
    if braced:
        stops = any(strike.hit_chance for strike in braced)  # a charger may also run on into the weapon
        ended = percent(law.stopped if stops else law.drops)
        figures.append(Figure(ended, table.say(phrase("plan.charge_stopped")), bad=True))
    hits = _charge_hits(table, plan.act(plan.on_hit))
    if hits is not None:
        figures.append(Figure(percent(hits), table.say(phrase("plan.charge_hits"))))
    if braced:
        harm = sum(strike.mean_harm / strike.lands for strike in braced if strike.lands)
        figures.append(Figure(f"{harm:.1f}", table.say(phrase("plan.charge_harm"))))
    elif _has_word(table, "plan.charge_ends"):
        count = _reached_by_foes(table, plan.actor, plan.path[-1])
        words = "plan.charge_ends_by_one" if count == 1 else "plan.charge_ends"
        figures.append(Figure(str(count), table.say(phrase(words))))
    if _has_word(table, "plan.charge_gain"):
        figures.append(Figure(table.say(phrase("plan.charge_gain")), table.say(phrase("plan.charge_gains"))))
    return tuple(figures)


def _charge_hits(table: Table, act: Act) -> float | None:
    """The chance of the attack at the end of a charge; None where its rules have no such attack."""
    foe = table.board.actor(act.targets[0])
    if foe.cell is None or not act.path:
        return None
    there = Board(fold.apply(table.battle, Placed(act.actor, act.path[-1])), table.board)
    return table.ruleset.charge_hits(there, act)


def _reached_by_foes(table: Table, actor_id: ActorId, cell: Cell) -> int:
    """How many enemies could strike the actor on a square (OSE-CHARGE-16)."""
    actor = table.battle.actors[actor_id]
    return sum(table.board.can_strike(foe, actor, cell) for foe in table.battle.foes_of(actor))


def _has_word(table: Table, key: str) -> bool:
    """Whether the rule book speaks of such a thing."""
    return key in table.ruleset.about.glossary


def attack_marks(table: Table, plan: Plan) -> tuple[AttackMark, ...]:
    """Marks for every square of the path where somebody strikes."""
    marks = []
    for step in plan.law.steps:
        for when, cell in ((When.LEAVING, step.src), (When.ENTERING, step.dst)):
            attackers = tuple(
                (strike.attacker, _letters(table, strike.attacker), percent(chance))
                for strike, chance in zip(step.strikes, step.chances, strict=True)
                if strike.when is when
            )
            if attackers:
                marks.append(AttackMark(cell, attackers, braced=when is When.ENTERING))
    return tuple(marks)


def plan_prompt(table: Table, plan: Plan) -> PlanPrompt:
    """The question the strip asks before a risky or refused plan is carried out."""
    name = _name(table, plan.actor)
    attacks = plan.law.attacks
    verb = table.say(phrase(f"verb.{plan.verb}"))
    problem = table.say(plan.refusals[0].reason) if plan.refusals else ""
    if plan.target:
        past = f", {table.say(phrase('plan.charge_past'))}" if attacks else ""
        title = f"{verb} {_name(table, plan.target)}{past}"
        return PlanPrompt(
            title, _charge_detail(table, plan), verb, "Better end" if plan.safer else "", problem
        )
    if attacks:
        many = f"{attacks} attacks" if attacks > 1 else "1 attack"
        title = f"{name} moves {table.feet(plan.cost)} through {many} of opportunity"
    else:
        title = f"{name}: {verb.lower()} {table.feet(plan.cost)}"
    parts = (_manner_words(table, plan), _order_of_attacks(table, plan))
    detail = " ".join(part for part in parts if part)
    return PlanPrompt(title, detail, verb, "Safe route" if plan.safer else "", problem)


def way_words(table: Table, actor_id: ActorId, verb: str) -> str:
    """What is begun with nothing drawn yet, where moving in this way asks for something; else empty."""
    asked = table.say(phrase(f"plan.{verb}")) if _has_word(table, f"plan.{verb}") else ""
    word = table.say(phrase(f"verb.{verb}"))
    return f"{word}: draw the way of {_name(table, actor_id)}. {asked}" if asked else ""


def _manner_words(table: Table, plan: Plan) -> str:
    """What the rule book asks of moving in this way: a withdrawal leads away (OSE-WITHDRAW-05)."""
    key = f"plan.{plan.verb}"
    return table.say(phrase(key)) if _has_word(table, key) else ""


def _charge_detail(table: Table, plan: Plan) -> str:
    """Length, what may strike on the way, and how many enemies reach the end square (OSE-CHARGE-16)."""
    parts = [table.say(phrase("plan.charge_length", "", length=table.feet(plan.cost)))]
    if plan.law.attacks:
        names = list(dict.fromkeys(_name(table, s.attacker) for step in plan.law.steps for s in step.strikes))
        parts.append(table.say(phrase("plan.charge_struck", "", who=_list(names))))
    else:
        parts.append(table.say(phrase("plan.charge_free")))
    if _has_word(table, "plan.charge_ends"):
        count = _reached_by_foes(table, plan.actor, plan.path[-1]) if plan.path else 0
        many = {0: "none", 1: "one"}.get(count, "many")
        parts.append(table.say(phrase(f"plan.charge_ends_{many}", "", n=count)))
    return " ".join(parts)


def _order_of_attacks(table: Table, plan: Plan) -> str:
    """Who strikes where, in the order of the path."""
    parts = [
        f"{_list([_name(table, strike.attacker) for strike in step.strikes])} at {square_name(step.src)}"
        for step in plan.law.steps
    ]
    if not parts:
        return ""
    shown = ", then ".join(parts[:3]) + (" and more" if len(parts) > 3 else "")
    return f"{shown[:1].upper()}{shown[1:]}. {_after_a_hit(table, plan)}"


def _after_a_hit(table: Table, plan: Plan) -> str:
    """What a hit does to the move, as the odds on show take it (OSE-AOO-12)."""
    strikes = (strike for step in plan.law.steps for strike in step.strikes)
    if not any(table.ruleset.strike_law(table.board, strike).hit_chance for strike in strikes):
        return "A hit does not stop the move."
    if plan.on_hit is OnHit.RETRY:
        return "A hit throws the mover back, and it tries again while movement lasts."
    return "A hit ends the move there."


def _safer_words(table: Table, plan: Plan) -> str:
    if not plan.safer:
        return ""
    many = {0: "no attacks", 1: "1 attack"}.get(plan.safer_attacks, f"{plan.safer_attacks} attacks")
    if plan.target:
        return f"End at {square_name(plan.safer[-1])}: same target, {many}"
    return f"Safe route, {table.feet(plan.safer_cost)}, {many}"


def _name(table: Table, actor_id: ActorId) -> str:
    actor = table.actor(actor_id)
    return actor.name if actor else actor_id


def _letters(table: Table, actor_id: ActorId) -> str:
    actor = table.actor(actor_id)
    return actor.token_label if actor else actor_id


def _list(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def condition_word(table: Table, key: str) -> str:
    """A condition as a heading names it: "On fire"."""
    known = _has_word(table, f"condition.{key}")
    words = table.say(phrase(f"condition.{key}")) if known else key.replace("_", " ")
    return words[:1].upper() + words[1:]


def not_a_target(table: Table, actor_id: ActorId) -> str:
    """What is said of a click on somebody, or on the floor, where a target is wanted."""
    who = f"{_name(table, actor_id)} is no target here" if actor_id else "Nobody is there"
    return f"{who}. Click one of those marked."


def target_prompt(table: Table, act: Act, refusals: Sequence[Refusal]) -> PlanPrompt:
    """The question before an attack on a chosen target, with the chance to hit it where nothing else is asked
    first."""
    word = table.say(phrase(f"verb.{act.verb}"))
    title = f"{word}: {_name(table, act.actor)} at {_name(table, act.targets[0])}"
    problem = table.say(refusals[0].reason) if refusals else ""
    chance = chance_to_hit(table, act) if not refusals else None
    hits = f"{percent(chance)} to hit. " if chance is not None else ""
    detail = f"{hits}[ and ] choose another target, or click one."
    return PlanPrompt(title, detail, word, problem=problem)
