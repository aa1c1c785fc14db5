"""What would happen: the law of one attack on a fleer, and how much harm somebody can still take."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.phrase import Cell, phrase
from engine.model.requests import AskRoll, Faces
from engine.model.strikes import Branch, Endurance, Strike, StrikeLaw, When
from engine.rulesets.common import sums
from engine.rulesets.reduction.attacks import attack_tally
from engine.rulesets.reduction.dues import FLEEING_BONUS, dues_on_fleer
from engine.rulesets.reduction.ground import engaged_with
from engine.rulesets.reduction.sheet import Due, hits, most_borne, sheet
from engine.tactics.board import Board
from engine.tactics.perception import side_knows

_FLEE = "flee"


def strikes(board: Board, mover: Actor, src: Cell, manner: str, first: bool) -> tuple[Strike, ...]:
    """The extra attacks on a fleer, which are rolled in the Attack step but risked by setting out.

    Only those of enemies its side knows of.
    """
    if manner != _FLEE or not first:
        return ()
    fleer = replace(mover, cell=src)
    return tuple(
        Strike(foe.id, mover.id, When.LEAVING, str(due.attack), manner, rule="OSR-DECL-05", once=True)
        for foe in engaged_with(board.battle, fleer)
        if side_knows(board, mover.side, foe)
        for due in dues_on_fleer(board.battle, foe, fleer)
    )


def strike_law(board: Board, strike: Strike) -> StrikeLaw:
    """One melee attack with the `means`-th AT; it never stops a step."""
    page = sheet(board.actor(strike.attacker))
    index = int(strike.means or 0)
    amount = hits(board.battle, page, page.attacks[index])
    fleeing = strike.manner == _FLEE
    due = Due(amount, strike.mover, FLEEING_BONUS if fleeing else 0, fleeing, index)
    tally = attack_tally(board, strike.attacker, strike.mover, due)
    request = AskRoll(
        title=phrase("osr.ask.attack"), dice=(20,), tally=tally, beats=page.to_hit, naturals=True
    )
    good = sum(request.succeeds(Faces((face,))) for face in range(1, 21))
    branches = (Branch(False, amount, good / 20), Branch(False, 0, 1 - good / 20))
    return StrikeLaw(branches, (phrase("osr.assumes.rolled"),), tally)


def endurance(battle: Battle, actor: Actor) -> Endurance:
    """Chance that the hit dice come out at or below the running total; judged at the round's end."""
    page = sheet(actor)
    law = sums((6,) * page.hit_dice)
    most = max(1, most_borne(page) - page.taken)
    out = tuple(
        min(1.0, sum(law[total] for total in law if total + page.hit_bonus <= page.taken + harm))
        for harm in range(most + 1)
    )
    # Nobody rolls who is not harmed, whatever was sustained before (Rule: OSR-HITDICE-01).
    return Endurance((0.0 if not page.hurt else out[0], *out[1:]), at_once=False)
