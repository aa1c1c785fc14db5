"""Reads maps made elsewhere, Universal VTT files and plain pictures: bytes in, a terrain and a report out."""
