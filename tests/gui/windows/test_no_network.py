"""One laptop, no network: everything a GM does works while every socket is refused."""

from __future__ import annotations

import socket

import pytest
from PySide6.QtCore import Qt

from gui.bridge.encounters import new_blank, open_file


@pytest.fixture
def offline(monkeypatch):
    """No socket can be made."""

    def refused(*_args, **_kwargs):
        raise OSError("the network is unreachable")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refused)


@pytest.mark.rule("CARD-GM-01")
def test_a_fight_is_played_shown_explained_saved_and_opened_again(offline, gm, window, home):
    gm.drag((9, 12), (8, 12))
    assert gm.table.actor("tam").cell == (8, 12)
    gm.key(Qt.Key.Key_F9)
    assert window.players.isVisible()
    window.reference.show_rule("OSE-AOO-07")
    assert len(window.reference.why.shown_text) > 1
    gm.desk.show_library()
    assert gm.desk.library.isVisible()
    copy = home / "copy.fivefoot"
    window.open_flow.save_copy(gm.desk.encounter, copy)
    window.show_encounter(open_file(copy))
    assert gm.table.actor("tam").cell == (8, 12)
    for key in ("ose.loose", "reduction", "openquest", "os_six"):
        window.show_encounter(new_blank(10, 8, key))
        assert gm.table.battle.ruleset == key
