"""Switchable readings of OS-SIX (rulings, part D). The first value of each is the default."""

from __future__ import annotations

from msgspec import Struct

from engine.model.actor import Guest
from engine.model.battle import Battle


class SixOptions(Guest, Struct, frozen=True, tag="os_six.options"):
    """The readings in force in one encounter. Values are the keys listed in `CHOICES`."""

    square: str = "five"
    """How long a square is: five or ten feet (D2 #1)."""
    massive: str = "equal"
    """equal: dropping to minus the maximum kills; example: it takes one more (D2 #5)."""
    strain_trigger: str = "critical"
    """critical: only a critical failure strains; wide: several ones without a six do too (D2 #2)."""
    order_ties: str = "choice"
    """choice: tied players agree; dice: more dice with the top value go first (D2 #4)."""
    enemies_at_zero: str = "important"
    """important: enemies are out at zero but for those marked important; out: all; roll: none (D2 #8)."""
    block_shots: str = "shield"
    """Whether Brawn blocks missiles: with a shield, never, always (D2 #10)."""
    npc_attacks: str = "attacker"
    """Who rolls when no player is attacked by a foe: the attacker, or its target defends (D2 #11)."""
    counter: str = "reach"
    """reach: a counter-attack with any weapon that reaches; melee: hand to hand only; off (D2 #12)."""
    botch: str = "random"
    """random: a die says what a critical failure brings, or the GM; choose: the GM does (D2 #13)."""
    leaving_melee: str = "free"
    """free: nobody strikes at who leaves; attack: each enemy that is left behind does (D2 #15)."""
    shooting_in_melee: str = "free"
    """free, or penalty: a shot with an enemy beside the shooter has a Penalty (D2 #16)."""
    escape: str = "complete"
    """What breaks an enemy's hold: a complete success, or a partial one too (D2 #18)."""
    ram_bonus: str = "until_up"
    """How long allies have a Bonus against the rammed: until_up, or next: for one attack (D2 #19)."""
    prone: str = "matters"
    """matters: melee against the prone has a Bonus and shots a Penalty; ignored (D2 #20)."""
    witnesses: str = "once"
    """once: who sees a panic rolls, and there it ends; chain: a witness's panic goes on; off (D2 #21)."""
    one_hp: str = "all"
    """all: at one hit point every roll has a Penalty; not_defence: all but the defence (D2 #23)."""
    unconscious: str = "automatic"
    """automatic: attacks on the helpless succeed; roll: they are rolled (D2 #24)."""
    mulligan: str = "no"
    """Whether a bad roll of hit points may be rolled once more (SIX-HP-03)."""
    luck: str = "death"
    """death: luck saves lives; any_roll: it may also re-roll any failure (rulings D1)."""


CHOICES: dict[str, tuple[str, ...]] = {
    "square": ("five", "ten"),
    "massive": ("equal", "example"),
    "strain_trigger": ("critical", "wide"),
    "order_ties": ("choice", "dice"),
    "enemies_at_zero": ("important", "out", "roll"),
    "block_shots": ("shield", "never", "always"),
    "npc_attacks": ("attacker", "target"),
    "counter": ("reach", "melee", "off"),
    "botch": ("random", "choose"),
    "leaving_melee": ("free", "attack"),
    "shooting_in_melee": ("free", "penalty"),
    "escape": ("complete", "partial"),
    "ram_bonus": ("until_up", "next"),
    "prone": ("matters", "ignored"),
    "witnesses": ("once", "chain", "off"),
    "one_hp": ("all", "not_defence"),
    "unconscious": ("automatic", "roll"),
    "mulligan": ("no", "yes"),
    "luck": ("death", "any_roll"),
}
SCALES = {"five": 5, "ten": 10}
"""Feet of a square by the reading `square`."""
SOURCES: dict[str, str] = {
    "square": "D2 #1",
    "massive": "D2 #5",
    "strain_trigger": "D2 #2",
    "order_ties": "D2 #4",
    "enemies_at_zero": "D2 #8",
    "block_shots": "D2 #10",
    "npc_attacks": "D2 #11",
    "counter": "D2 #12",
    "botch": "D2 #13",
    "leaving_melee": "D2 #15",
    "shooting_in_melee": "D2 #16",
    "escape": "D2 #18",
    "ram_bonus": "D2 #19",
    "prone": "D2 #20",
    "witnesses": "D2 #21",
    "one_hp": "D2 #23",
    "unconscious": "D2 #24",
    "mulligan": "SIX-HP-03",
    "luck": "SIX-STRAIN-08",
}
"""Where a reading comes from: F1 on a rule that rests on the same ruling names it."""
GOVERNED: dict[str, tuple[str, ...]] = {
    "square": ("SIX-MOVE-02", "SIX-TURN-01"),
    "enemies_at_zero": ("SIX-DAMAGE-02", "SIX-STEP-10"),
    "npc_attacks": ("SIX-TURN-08", "SIX-TURN-10"),
    "escape": ("SIX-GRAPPLE-18",),
    "prone": ("SIX-RAM-02", "SIX-RAM-03", "SIX-RAM-04", "SIX-ATK-05"),
    "unconscious": ("SIX-DAMAGE-06",),
    "mulligan": ("SIX-HP-03",),
    "luck": ("SIX-DAMAGE-16", "SIX-DAMAGE-17", "SIX-STRAIN-08"),
    "strain_trigger": ("SIX-STRAIN-06",),
}
"""Rules that a reading governs although their rows do not name its ruling."""


def options(battle: Battle) -> SixOptions:
    """The readings in force."""
    return battle.options if isinstance(battle.options, SixOptions) else SixOptions()
