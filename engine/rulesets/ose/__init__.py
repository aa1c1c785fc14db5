"""Seed system 1: the OSE house rules. Detailed and Loose combat are two registry rows over one sheet."""
