"""Makes what follows from pins.toml and parts.toml: tables, pictures, bills, the program's map.

Keep: the same input gives the same bytes. `python -m hardware.make` writes all of it.
"""
