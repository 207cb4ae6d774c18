"""``python -m ontorag`` is the command ``ontorag``."""

from ontorag.cli import main

if __name__ == "__main__":
    main()
