"""`python -m stbpi` is the command `stbpi`."""

from stbpi.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
