"""Run the notebooks of this folder and keep what they print.

python examples/refresh.py           runs them and writes their outputs
python examples/refresh.py --check   runs them and fails where an output differs
"""

from __future__ import annotations

import difflib
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parent


def run(path: Path) -> Any:
    """Run a notebook in a copy of this folder and its neighbour; give it with its outputs."""
    notebook = nbformat.read(path, as_version=4)
    metadata = notebook.metadata
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "examples"
        folder.mkdir()
        shutil.copytree(EXAMPLES.parent / "ontologies", folder.parent / "ontologies")
        place = {"metadata": {"path": str(folder)}}
        NotebookClient(notebook, timeout=120, resources=place, record_timing=False).execute()
    notebook.metadata = {
        "kernelspec": metadata["kernelspec"],
        "language_info": {"name": "python"},
    }
    return notebook


def difference(path: Path, notebook: Any) -> list[str]:
    """Give the lines in which a notebook differs from its file."""
    shown = path.read_text(encoding="utf-8").splitlines()
    printed = nbformat.writes(notebook).splitlines()
    return list(difflib.unified_diff(shown, printed, "in the file", "printed", lineterm="", n=1))


def main() -> int:
    """Refresh or check every notebook."""
    differing = 0
    for path in sorted(EXAMPLES.glob("*.ipynb")):
        notebook = run(path)
        lines = difference(path, notebook)
        differing += bool(lines)
        print("\n".join([f"{path.name}: {'differs' if lines else 'as in the file'}", *lines]))
        if lines and "--check" not in sys.argv:
            nbformat.write(notebook, path)
    return int(bool(differing) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
