"""What a person writes on a stat line (rulings B1)."""

from __future__ import annotations

from engine.model.form import FormField

FORM: tuple[FormField, ...] = (
    FormField("hit_dice", "Hit dice", "1", most=60, empty=1, main=True),
    FormField("hit_bonus", "Plus or minus on hit dice", "0", least=-20, most=40, main=True),
    FormField(
        "ac", "Armour class", "9", least=-10, most=20, empty=9, main=True, note="Descending, with shield"
    ),
    FormField("attacks", "Attacks", "none", note="Most hit points each can deliver: 3, 3", main=True),
    FormField("to_hit", "To hit", "20", least=1, most=40, empty=20, main=True),
    FormField("move", "Movement", "4", most=99, empty=4, main=True, unit="spaces"),
    FormField("save", "Save", "18", least=1, most=20, empty=18, main=True),
    FormField("morale", "Morale", "none", least=2, most=12, main=True),
    FormField("role", "What it is", "nothing said"),
    FormField("shield", "Of the armour class, the shield's", "0", most=9),
    FormField("weapon", "Weapon", "none"),
    FormField("weapon_hits", "Hit points of the weapon", "no limit", most=99),
    FormField("missile", "Missile weapon", "the same", note="Where it is another than the weapon"),
    FormField("missile_hits", "Hit points of the missile weapon", "the same", most=99),
    FormField("missile_range", "Short range of its missiles", "none", most=99, unit="spaces"),
    FormField("stowed", "Must be readied before it is used"),
    FormField("reloads", "It must be reloaded after each shot"),
    FormField(
        "effects",
        "What its attacks bring with them",
        "nothing",
        note="In the order of the attacks: paralysis, poison. With hit points: fire 6 half",
    ),
    FormField("leader", "Leads its side"),
    FormField("taken", "Hit points sustained", "0"),
)
