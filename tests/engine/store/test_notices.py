"""The notices are read from the files that ship: nothing is left out, nothing is written twice."""

from importlib.resources import files

import pytest

import assets
from engine.store.notices import notices


@pytest.mark.rule("OQ-LIC-01")
def test_the_notice_of_openquest_is_there_with_the_licence_it_names():
    by_heading = {notice.heading: " ".join(notice.paragraphs) for notice in notices()}
    open_game = by_heading["1. Open Game Content (Open Game License 1.0a)"]
    assert "combat rules of OpenQuest, which their author declares part of that licence" in open_game
    assert "OpenQuest, D101 Games, Author Newt Newport with Paul Mitchener." in open_game
    assert (
        "openquestrpg.com/srd" in by_heading["2. OpenQuest (Creative Commons Attribution 4.0 International)"]
    )
    assert "Open Game Content" in by_heading["OPEN GAME LICENSE Version 1.0a"]


def test_every_word_of_the_files_is_in_the_notices():
    root = files(assets)
    written = [(root / "NOTICE").read_text("utf-8")]
    written += [file.read_text("utf-8") for file in sorted((root / "licenses").iterdir(), key=str)]
    told = " ".join(" ".join((notice.heading, *notice.paragraphs)) for notice in notices())
    assert told.split() == " ".join(written).split()
    assert len(notices()) > 4
