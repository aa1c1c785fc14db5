"""Driving a procedure over every face gives its exact law."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.requests import Answer, AskChoice, Picked, Request
from engine.testing import exhaust


def duck_never(request: Request[Any]) -> Answer | None:
    return Picked("no") if isinstance(request, AskChoice) else None


def test_chances_sum_to_one_and_match_the_dice(rules: Any, toy_battle: Battle) -> None:
    swing = Act("ann", "swing", targets=("bob",))
    law: dict[int, float] = {}
    for draft, chance in exhaust(toy_battle, lambda draft: rules.play(draft, swing), duck_never):
        page: Any = draft["bob"].sheet
        law[10 - page.hp] = law.get(10 - page.hp, 0.0) + chance
    assert sum(law.values()) == pytest.approx(1.0)
    assert law[0] == pytest.approx(0.5)
    assert all(law[harm] == pytest.approx(0.5 / 6) for harm in range(1, 7))
