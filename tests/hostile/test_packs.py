"""Data packs made to harm whoever reads them: refused in French, soon, in few words; none breaks a server."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from copy import deepcopy

import pytest

from hostile.hands import Hands
from hostile.test_forgeries import leaves, put
from paravent.core.packs import MOST_PARTS, MOST_PROBLEMS, PackError, read_toml
from paravent.systems import all_systems

LONG = 190_000
TRIPLE = '"""'
BOMBS = {
    # Each prefix of such a key was kept: all the memory of the machine.
    "dotted": "a" + ".a" * LONG + " = 1",
    "heading": "[" + "a." * LONG + "a]",
    "inline": "a = {" + "x." * 150_000 + "y = 1}",
    "quoted": '"x".' * 79_000 + "x = 1",
    "literal": "'x'." * 79_000 + "x = 1",
    "spaced": "a" + " \t. a" * 60_000 + " = 1",
    "after a string": 'k = "#"\na' + ".a" * LONG + " = 1",
    "after lines": "k = '''\n#'''\na" + ".a" * LONG + " = 1",
    "quotes": TRIPLE + 'a\\"""' * 60_000,
    "open strings": '"a' * LONG,
    "one word": "x" * 398_000,
    "deep": "a = " + "[" * 100_000 + "]" * 100_000,
    "number": "a = " + "9" * 390_000,
    "wrong items": "competences = [" + "1," * LONG + "]\narmes = [1]\nattributs = [1]",
    "unknown keys": "\n".join(f"k{i} = 1" for i in range(30_000)),
}


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("system", all_systems())
def test_a_pack_that_is_a_bomb_is_refused_at_once(system: str, bomb: str) -> None:
    began = time.process_time()
    with pytest.raises(PackError) as refused:
        all_systems()[system].read_pack(BOMBS[bomb])
    assert time.process_time() - began < 10
    assert len(refused.value.problems) <= MOST_PROBLEMS + 1
    assert len(str(refused.value)) < 20_000


def test_dots_in_words_are_no_key() -> None:
    many = "a." * 50
    for text in (f'k = "{many}"', f"k = '{many}'", f"k = '''\n{many}'''", f"k = 1 # {many}", f'"{many}" = 1'):
        assert read_toml(text)
    assert read_toml("a." * (MOST_PARTS - 1) + "a = 1")
    with pytest.raises(PackError, match="ligne 2"):
        read_toml("k = 1\n" + "a." * MOST_PARTS + "a = 1")


@pytest.mark.parametrize("system", all_systems())
def test_a_pack_spoiled_anywhere_is_refused_or_read(system: str) -> None:
    found, hands, read = all_systems()[system], Hands(system), 0
    base = json.loads(found.default_pack())
    for _ in range(250):
        pack = deepcopy(base)
        put(pack, hands.one(*leaves(pack)), hands.junk())
        # Anything else than a refusal goes through.
        with suppress(PackError):
            found.read_pack(json.dumps(pack))
            read += 1
    assert 0 < read < 250
