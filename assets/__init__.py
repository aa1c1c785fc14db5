"""Data that ships with the program; read it with ``importlib.resources.files(assets)``."""
