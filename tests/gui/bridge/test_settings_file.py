"""The settings file: values come back, damage is said in a sentence, nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui.app import build_window
from gui.bridge.settings import DAMAGED_NAME, NAME, Settings


def test_keys_come_back_and_a_reset_leaves_none(home: Path) -> None:
    settings = Settings()
    settings.keys = {"advance": ("J",), "measure": ("Ctrl+,",), "accept": ("[", "=")}
    del settings
    again = Settings()
    assert again.keys == {"advance": ("J",), "measure": ("Ctrl+,",)}  # [ and = are taken
    assert again.problems == (f"In {NAME} these make no sense and are not used: the key for 'accept'.",)
    again.keys = {}
    del again
    assert Settings().keys == {}


def test_the_look_comes_back(home: Path) -> None:
    settings = Settings()
    settings.text_scale, settings.theme, settings.map_tone = 2.0, "light", "dark"
    del settings
    again = Settings()
    assert (again.text_scale, again.theme, again.map_tone) == (2.0, "light", "dark")
    assert again.problems == ()


def test_single_values_without_sense_are_named_and_the_rest_is_used(home: Path) -> None:
    text = "[look]\ntheme=pink\ntext_scale=huge\nmap_tone=light\n[keys]\nadvance=J\nfly=K\n"
    (home / NAME).write_text(text, "utf-8")
    settings = Settings()
    assert (settings.theme, settings.text_scale, settings.map_tone) == ("dark", 1.0, "light")
    assert settings.keys == {"advance": ("J",)}
    (sentence,) = settings.problems
    assert sentence.endswith("not used: look/theme, look/text_scale, the key for 'fly'.")


@pytest.mark.parametrize("damage", [b"\xff\xfe\x00rubbish", b"[look\ntheme=light\n", b"half a li"])
def test_a_damaged_file_is_kept_and_said_and_the_defaults_are_used(
    home: Path, damage: bytes, qtbot: object
) -> None:
    (home / NAME).write_bytes(damage)
    window = build_window()
    assert window.settings.theme == "dark"
    assert (home / DAMAGED_NAME).read_bytes() == damage
    assert window.desk is not None
    assert "could not be read" in window.desk.strip.content.title
    window.close()
    window.deleteLater()
    assert Settings().problems == ()
