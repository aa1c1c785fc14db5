"""What a person writes on a sheet."""

from __future__ import annotations

from engine.model.form import FormField

FORM: tuple[FormField, ...] = (
    FormField("hp", "HP", least=1, needed=True, main=True, at_most="max_hp"),
    FormField("max_hp", "HP unhurt", "the same", least=1, main=True, follows="hp"),
    FormField("brawn", "Brawn", "2", most=12, empty=2, main=True),
    FormField("agility", "Agility", "2", most=12, empty=2, main=True),
    FormField("mind", "Mind", "2", most=12, empty=2, main=True),
    FormField("will", "Will", "2", most=12, empty=2, main=True),
    FormField("armour", "Armour", "0", most=20, main=True),
    FormField("weapons", "Weapons", "fists", main=True, note="Sword 1d6+1, Bow 1d6 range 20"),
    FormField("move", "Movement", "6", most=60, empty=6, unit="squares"),
    FormField("attacks", "Attacks a turn", "1", least=1, most=9, empty=1),
    FormField("hero", "A hero: has strain and panic"),
    FormField("strain", "Strain", "0", most=12),
    FormField("role", "What it is", "nothing said"),
)
