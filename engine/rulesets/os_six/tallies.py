"""How many dice an attack or a defence has, part by part: the same for play, preview and list of actions."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import PRONE, Actor
from engine.model.battle import Battle
from engine.model.phrase import Modifier, Tally, modifier
from engine.rulesets.os_six.options import options
from engine.rulesets.os_six.pools import Stat, pool
from engine.rulesets.os_six.sheet import BANDS, SixWeapon, fights_for_life, helpless, sheet
from engine.tactics.board import Board

COVER = {"light": -1, "heavy": -2, "full": -2}
"""Dice a shot loses by the cover of its target (rulings D1). Full cover forbids it, unless the GM insists."""


def attack_stat(item: SixWeapon) -> Stat:
    """Brawn in melee, Agility at range."""
    return Stat.AGILITY if item.ranged else Stat.BRAWN  # Rule: SIX-TURN-13, SIX-TURN-14


def attack_pool(board: Board, attacker: Actor, target: Actor, item: SixWeapon) -> Tally:
    """Dice of an attack that the attacker rolls."""
    return pool(sheet(attacker), attack_stat(item)).plus(*_edges(board, attacker, target, item))


def defence_pool(board: Board, target: Actor, attacker: Actor, item: SixWeapon, stat: Stat) -> Tally:
    """Dice of a defence: what would help the attack takes a die away here, and the other way round.

    A friend's help is for what one does oneself, and waits.
    """
    weakened = options(board.battle).one_hp == "all"
    against = (replace(part, value=-part.value) for part in _edges(board, attacker, target, item))
    return pool(sheet(target), stat, weakened, helped=False).plus(*against)


def _edges(board: Board, attacker: Actor, target: Actor, item: SixWeapon) -> tuple[Modifier, ...]:
    """What helps or hinders this attack, as dice of the attacker."""
    return _of_a_shot(board, attacker, target, item) if item.ranged else _of_a_blow(board, attacker, target)


def _of_a_blow(board: Board, attacker: Actor, target: Actor) -> tuple[Modifier, ...]:
    if rammed_by_friend(board.battle, attacker, target):
        return (modifier(1, "six.mod.rammed", "SIX-RAM-05"),)
    if target.has(PRONE) and options(board.battle).prone == "matters":
        return (modifier(1, "six.mod.prone"),)  # ruling D2 #20
    return ()


def _of_a_shot(board: Board, attacker: Actor, target: Actor, item: SixWeapon) -> tuple[Modifier, ...]:
    chosen, found = options(board.battle), []
    if target.has(PRONE) and chosen.prone == "matters":
        found.append(modifier(-1, "six.mod.prone"))  # ruling D2 #20
    if board.separation(attacker, target) > item.range:
        found.append(modifier(-1, "six.mod.far"))
    if chosen.shooting_in_melee == "penalty" and _beset(board, attacker):
        found.append(modifier(-1, "six.mod.in_melee", "SIX-TURN-18"))
    cover = COVER.get(sheet(target).cover, 0)
    if cover:
        found.append(modifier(cover, "six.mod.cover", "SIX-COVER-01"))
    if item.recoil and sheet(attacker).recoiling == item.key:
        found.append(modifier(-1, "six.mod.recoil"))  # ruling D2 #26
    return tuple(found)


def rammed_by_friend(battle: Battle, attacker: Actor, target: Actor) -> bool:
    """Whether the target lies where an ally of the attacker rammed it to."""
    rammer = battle.actors.get(sheet(target).rammed_by)
    if rammer is None or rammer.id == attacker.id or not target.has(PRONE):
        return False
    return not battle.hostile(rammer.side, attacker.side)


def _beset(board: Board, shooter: Actor) -> bool:
    return any(board.within_blow(shooter, foe, 1) for foe in board.battle.foes_of(shooter))


def _far_limit(item: SixWeapon) -> int | None:
    """The last square that a shot can reach, with a Penalty: the end of the next band; None without end."""
    return next((end for end in BANDS if end > item.range), None)


def within_reach(board: Board, one: Actor, other: Actor, item: SixWeapon) -> bool:
    """Whether the weapon can touch the other from where the two stand."""
    if not one.on_map or not other.on_map:
        return False
    if not item.ranged:
        return board.within_blow(one, other, item.reach)
    limit = _far_limit(item)
    return limit is None or board.separation(one, other) <= limit


# --- who rolls, and with what ------------------------------------------------------------------------


def target_rolls(battle: Battle, attacker: Actor, target: Actor) -> bool:
    """Whether the attack is decided by a defence of the target instead of a roll of the attacker."""
    if sheet(attacker).hero:
        return False
    return sheet(target).hero or options(battle).npc_attacks == "target"  # Rule: SIX-TURN-10; ruling D2 #11


def succeeds_alone(battle: Battle, target: Actor) -> bool:
    """Whether an attack on the target needs no roll: it cannot resist (D2 #24)."""
    return options(battle).unconscious == "automatic" and helpless(target)


def may_block(battle: Battle, target: Actor, item: SixWeapon) -> bool:
    """Whether Brawn can defend: against blows always, against missiles as the reading says (D2 #10)."""
    reading = options(battle).block_shots
    return not item.ranged or reading == "always" or (reading == "shield" and sheet(target).shield)


def best_defence(board: Board, target: Actor, attacker: Actor, item: SixWeapon) -> Stat:
    """The larger pool of dodge and block, the dodge if they are equal."""
    dodge = defence_pool(board, target, attacker, item, Stat.AGILITY).total
    block = defence_pool(board, target, attacker, item, Stat.BRAWN).total
    return Stat.BRAWN if may_block(board.battle, target, item) and block > dodge else Stat.AGILITY


def attackable(battle: Battle, actor: Actor, target: Actor) -> bool:
    """Whether the target is an enemy that fights, or lies there with a life to lose."""
    if not target.on_map or not battle.hostile(target.side, actor.side):
        return False
    page = sheet(target)
    return target.active or (helpless(target) and (fights_for_life(battle, page) or page.hp > 0))
