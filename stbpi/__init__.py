"""stbpi: the controller of an electronic Shut the Box."""

__version__ = "0.1.0"
