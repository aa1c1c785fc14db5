"""Fights written down as text: bug report, demo and test in one file. See tests/scenarios/README.md."""
