"""Seed system 3: OpenQuest. One list of counts a round; a hit is answered by a dodge or a parry."""
