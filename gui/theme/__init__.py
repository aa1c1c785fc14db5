"""Colours, fonts and icons: everything the look is made of, and nothing else."""
