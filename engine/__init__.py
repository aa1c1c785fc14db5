"""The rules engine: battles as values, procedures that ask for every roll and choice. Knows no screen."""

__version__ = "0.1.0"
