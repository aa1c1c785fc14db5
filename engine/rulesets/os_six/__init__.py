"""Seed system 4: OS-SIX. Pools of d6 keep the highest; the players roll their attacks and their defence."""
