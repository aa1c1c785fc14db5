"""Loose combat of the OSE house rules: one picture shared in words, with the referee's verdict on it."""
