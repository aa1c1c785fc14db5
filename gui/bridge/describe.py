"""Words and numbers for a drawn plan: the odds card, the attack marks, the question in the strip."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.model.offers import Refusal
from engine.model.phrase import ActorId, Cell, phrase
from engine.model.strikes import When
from engine.views.narrate import square_name
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
    scale = table.ruleset.about.scale
    length = f"{plan.cost * scale} of {plan.limit * scale} {unit}"
    law = plan.law
    if plan.target:
        title = f"{name} charges {_name(table, plan.target)}"
        brace = sum(
            sum(
                branch.chance * branch.harm
                for branch in table.ruleset.strike_law(table.board, strike).branches
            )
            for step in law.steps
            for strike in step.strikes
            if strike.when is When.ENTERING
        )
        figures = (
            Figure(percent(law.stopped), "stopped by the brace", law.stopped > 0),
            Figure(percent(law.arrives), "arrives"),
            Figure(f"{brace:.1f}", "brace damage"),
        )
    else:
        title = f"{name} to {square_name(plan.path[-1])}" if plan.path else name
        health = table.card(plan.actor)
        left = f" ({health.health.now} HP)" if health and health.health else ""
        figures = (
            Figure(percent(law.arrives), "arrives"),
            Figure(f"{law.harm:.1f}", "expected damage"),
            Figure(percent(law.drops), f"drops{left}", law.drops > 0),
        )
    return PlanCard(title, length, figures, _safer_words(table, plan))


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
    if plan.target:
        title = f"{verb} {_name(table, plan.target)}" + (", past a braced weapon" if attacks else "")
    elif attacks:
        many = f"{attacks} attacks" if attacks > 1 else "1 attack"
        title = f"{name} moves {table.feet(plan.cost)} through {many} of opportunity"
    else:
        title = f"{name}: {verb.lower()} {table.feet(plan.cost)}"
    detail = _order_of_attacks(table, plan)
    problem = table.say(plan.refusals[0].reason) if plan.refusals else ""
    return PlanPrompt(title, detail, verb, "Safe route" if plan.safer else "", problem)


def _order_of_attacks(table: Table, plan: Plan) -> str:
    """Who strikes where, in the order of the path."""
    parts = [
        f"{_list([_name(table, strike.attacker) for strike in step.strikes])} at {square_name(step.src)}"
        for step in plan.law.steps
    ]
    if not parts:
        return ""
    shown = ", then ".join(parts[:3]) + (" and more" if len(parts) > 3 else "")
    tail = "A hit does double damage and stops the charge." if plan.target else "A hit stops the move there."
    return f"{shown[:1].upper()}{shown[1:]}. {tail}"


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


def target_prompt(
    table: Table, actor_id: ActorId, verb: str, target: ActorId, refusals: Sequence[Refusal]
) -> PlanPrompt:
    """The question before an attack on a chosen target."""
    word = table.say(phrase(f"verb.{verb}"))
    title = f"{word}: {_name(table, actor_id)} at {_name(table, target)}"
    problem = table.say(refusals[0].reason) if refusals else ""
    detail = "[ and ] choose another target, or click one."
    return PlanPrompt(title, detail, word, problem=problem)
