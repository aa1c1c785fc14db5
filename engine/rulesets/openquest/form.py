"""What a person writes on a combatant's sheet."""

from __future__ import annotations

from engine.model.form import FormField

FORM: tuple[FormField, ...] = (
    FormField("hp", "HP", least=1, needed=True, main=True, at_most="max_hp"),
    FormField("max_hp", "HP unhurt", "the same", least=1, main=True, follows="hp"),
    FormField("dex", "DEX", "11", least=1, most=99, empty=11, main=True),
    FormField("close", "Close Combat", "25", most=300, empty=25, main=True, unit="%"),
    FormField("dodge", "Dodge", "25", most=300, empty=25, main=True, unit="%"),
    FormField("armour", "Armour points", "0", most=99, main=True),
    FormField("rate", "Movement", "15", most=200, empty=15, main=True, unit="m"),
    FormField(
        "weapons",
        "Weapons in hand",
        "fists",
        main=True,
        note="Longsword, Medium shield, or Spear 1d8 reach 2 settable",
    ),
    FormField("packed", "Not in hand", "nothing", note="Short bow, or Bow 1d8 range 75 hands 2"),
    FormField("ranged", "Ranged Combat", "25", most=300, empty=25, unit="%"),
    FormField("unarmed", "Unarmed Combat", "25", most=300, empty=25, unit="%"),
    FormField("intellect", "INT", "11", least=1, most=99, empty=11),
    FormField("resilience", "Resilience", "40", most=300, empty=40, unit="%"),
    FormField("persistence", "Persistence", "25", most=300, empty=25, unit="%"),
    FormField("influence", "Influence", "25", most=300, empty=25, unit="%"),
    FormField("riding", "Riding", "25", most=300, empty=25, unit="%"),
    FormField(
        "damage_modifier", "Damage Modifier", "none", least=2, most=100, note="Sides of its dice: 6, 6"
    ),
    FormField("weakling", "The modifier is subtracted"),
    FormField("casts", "Casts spells"),
    FormField("hero_points", "Hero Points", "none", most=99),
    FormField("mounted", "Mounted"),
    FormField("mount_rate", "Movement of the mount", "30", most=200, empty=30, unit="m"),
    FormField("untrained", "The mount is not used to combat"),
    FormField("tall", "As tall as a rider"),
    FormField("leader", "Leads its group"),
    FormField("tongue", "Its own language", "everybody's"),
    FormField("role", "What it is", "nothing said"),
)
