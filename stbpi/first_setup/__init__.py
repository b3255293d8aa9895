"""The first setup: asks what a box is made of, tries it, and writes the configuration."""
