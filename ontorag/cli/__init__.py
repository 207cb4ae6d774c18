"""The command line: ``ontorag load | ask | link | report | info``."""

from ontorag.cli.app import main

__all__ = ["main"]
