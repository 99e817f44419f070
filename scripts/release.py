"""Makes a release from a clean tree: version, changelog, sdist, wheel, commit and tag.

    python scripts/release.py 0.2.0

The archives are built with the pinned tools of requirements/build.txt into dist/, checked, and
installed in a fresh environment, where the `kheper` command plays a game. Only then is the release
committed and tagged; if a step fails, the tree is as before. Nothing is uploaded.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from datetime import UTC, date, datetime
from pathlib import Path

from packaging.metadata import Metadata
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "src/kheper/__init__.py"
CHANGELOG = "CHANGELOG.md"
CITATION = "CITATION.cff"
UNRELEASED = "## Unreleased\n"

# Files without which an archive would be broken, although it could be built.
IN_WHEEL = ("kheper/py.typed", "kheper/web/index.html", "kheper/cli/__init__.py")
IN_SDIST = ("README.md", "CHANGELOG.md", "LICENSE", "src/kheper/__init__.py", "tests/__init__.py")


class ReleaseError(Exception):
    """The release cannot be made; the message says why."""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return what it printed."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S603 - our own commands
    if done.returncode:
        raise ReleaseError(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def current_version(source: str) -> str:
    """Return the version that the package's source declares."""
    found = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    if found is None:
        raise ReleaseError(f"{SOURCE} declares no __version__")
    return found[1]


def check_version(version: str, current: str) -> None:
    """Refuse a version that is malformed or not newer than the current one."""
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", version):
        raise ReleaseError(f"{version!r} is not a version: expected three numbers, such as 0.2.0")
    if Version(version) <= Version(current):
        raise ReleaseError(f"{version} is not newer than {current}")


def check_tree(version: str) -> None:
    """Refuse a tree with uncommitted changes, and a version that is already tagged."""
    if changes := run("git", "status", "--porcelain"):
        raise ReleaseError(f"the tree has uncommitted changes:\n{changes}")
    if run("git", "tag", "--list", f"v{version}"):
        raise ReleaseError(f"the tag v{version} exists already")


def released_changelog(text: str, version: str, day: date) -> str:
    """Return the changelog with its unreleased entries under the new version."""
    before, heading, after = text.partition(UNRELEASED)
    entries = after.partition("\n## ")[0].strip()
    if not heading or not entries:
        raise ReleaseError(f"{CHANGELOG} has no entries under {UNRELEASED.strip()!r}")
    return f"{before}{heading}\n## {version} - {day}\n{after}"


def write_release(version: str, day: date) -> None:
    """Write the version and the date into the source, the changelog and the citation."""
    source, changelog, citation = (ROOT / name for name in (SOURCE, CHANGELOG, CITATION))
    text = changelog.read_text("utf-8")
    _write(changelog, released_changelog(text, version, day))
    text = source.read_text("utf-8")
    _write(source, text.replace(f'"{current_version(text)}"', f'"{version}"', 1))
    text = re.sub(r"(?m)^version: .+$", f"version: {version}", citation.read_text("utf-8"))
    _write(citation, re.sub(r"(?m)^date-released: .+$", f'date-released: "{day}"', text))


def build(folder: Path) -> tuple[Path, Path]:
    """Build sdist and wheel with the installed hatchling and return their paths."""
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "--directory", folder)
    return next(folder.glob("*.tar.gz")), next(folder.glob("*.whl"))


def check_archives(sdist: Path, wheel: Path, version: str) -> None:
    """Refuse archives with wrong metadata or without the files that they need."""
    with tarfile.open(sdist) as archive:
        top = f"kheper-{version}/"
        names = {name.removeprefix(top) for name in archive.getnames()}
        _check_names(sdist, names, IN_SDIST)
        member = archive.extractfile(f"{top}PKG-INFO")
        assert member is not None
        _check_metadata(sdist, member.read(), version)
    with zipfile.ZipFile(wheel) as archive_of_wheel:
        _check_names(wheel, set(archive_of_wheel.namelist()), IN_WHEEL)
        metadata = archive_of_wheel.read(f"kheper-{version}.dist-info/METADATA")
        _check_metadata(wheel, metadata, version)


def _check_names(path: Path, names: set[str], needed: tuple[str, ...]) -> None:
    if missing := [name for name in needed if name not in names]:
        raise ReleaseError(f"{path.name} lacks {', '.join(missing)}")


def _check_metadata(path: Path, text: bytes, version: str) -> None:
    metadata = Metadata.from_email(text, validate=True)
    if str(metadata.version) != version or not metadata.description:
        raise ReleaseError(f"{path.name} is not {version}, or has no description")


def try_wheel(wheel: Path, version: str) -> None:
    """Install the wheel in a fresh environment, play a game with it and replay the record."""
    with tempfile.TemporaryDirectory(prefix="kheper-release-") as folder:
        fresh = Path(folder)
        run(sys.executable, "-m", "venv", fresh / "venv", cwd=fresh)
        scripts = fresh / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
        pip = (scripts / "python", "-m", "pip", "install", "--quiet", "--no-input", "--no-compile")
        run(*pip, "--require-hashes", "-r", ROOT / "requirements/run.txt", cwd=fresh)
        run(*pip, "--no-index", "--no-deps", wheel, cwd=fresh)
        kheper = scripts / "kheper"
        if version not in run(kheper, "--version", cwd=fresh):
            raise ReleaseError(f"the installed command is not version {version}")
        record = fresh / "game.txt"
        settings = ("--game", "scarab", "--seats", "bot:1,bot:2", "--seed", "1")
        run(kheper, "play", *settings, "--save", record, cwd=fresh)
        run(kheper, "replay", record, cwd=fresh)


def release(version: str, day: date) -> None:
    """Make the release; on an error, restore the files that were written."""
    check_version(version, current_version((ROOT / SOURCE).read_text("utf-8")))
    check_tree(version)
    written = (SOURCE, CHANGELOG, CITATION)
    try:
        write_release(version, day)
        sdist, wheel = build(ROOT / "dist")
        check_archives(sdist, wheel, version)
        print(f"built {sdist.name} and {wheel.name}; trying the wheel", flush=True)
        try_wheel(wheel, version)
        run("git", "commit", "--quiet", "--message", f"Release {version}", "--", *written)
    except BaseException:
        run("git", "checkout", "--", *written)
        raise
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Kheper {version}")
    print(f"committed and tagged v{version}; the archives are in dist/, nothing was uploaded")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Make a release from a clean tree.")
    parser.add_argument("version", help="the new version, such as 0.2.0")
    version = parser.parse_args().version
    try:
        release(version, datetime.now(UTC).date())
    except ReleaseError as error:
        print(f"scripts/release.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
