import hashlib
import hmac
import json
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paravent.chance import draws, verifier
from paravent.chance.verifier import main, verify

PAGE = (Path(__file__).parents[2] / "docs/hasard.md").read_text(encoding="utf-8")
EXAMPLE = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])
SECRETS = {"open": bytes(range(32)), "sealed": b"\x05" * 32}
LEA, TOM = b"\xa1" * 16, b"\xb2" * 20


def canonical_hash(record):
    text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def chain(export):
    """The export with its chain made anew: what a host who tampers with records would do."""
    previous = "0" * 64
    for n, record in enumerate(export["records"], 1):
        record |= {"n": n, "previous": previous}
        previous = canonical_hash(record)
    whole = {k: v for k, v in export.items() if k != "digest"} | {"head": previous}
    return whole | {"digest": canonical_hash(whole)}


def export(asks, *, revealed=("open", "sealed"), audience="mj", shown=("lea", "tom")):
    """An export as the table would write it; `asks` holds (stream, n, ask), or None for real dice."""
    contributions = tuple((seat, value) for seat, value in (("tom", TOM), ("lea", LEA)) if seat in shown)
    records = []
    for asked in asks:
        draw = None
        if asked:
            stream, n, ask = asked
            key = draws.draw_key(SECRETS[stream], "île", 1, stream, contributions)
            if ask["kind"] == "faces":
                answer = draws.faces(key, n, tuple(ask["dice"]))
            else:
                answer = draws.cards(key, n, tuple(ask["deck"]), ask["count"])
            draw = {"epoch": 1, "stream": stream, "n": n, "ask": ask, "answer": [*answer]}
        records.append({"kind": "Fait", "data": {"œuf": "é « à »"}, "draw": draw})
    epochs = [
        {
            "epoch": 1,
            "stream": stream,
            "commitment": draws.commitment("île", 1, stream, secret),
            "secret": secret.hex() if stream in revealed else None,
            "contributions": [
                {
                    "seat": seat,
                    "hash": draws.contribution_hash("île", 1, seat, value),
                    "value": value.hex() if seat in shown else None,
                }
                for seat, value in (("tom", TOM), ("lea", LEA))
            ],
        }
        for stream, secret in SECRETS.items()
    ]
    head = {"paravent": 1, "table": "île", "system": "architectes", "audience": audience}
    return chain({**head, "records": records, "epochs": epochs})


FACES = {"kind": "faces", "dice": [6, 6, 100]}
CARDS = {"kind": "cards", "deck": [22, 3, 9, 1], "count": 2}
ASKS = [("open", 0, FACES), None, ("sealed", 0, CARDS), ("open", 1, CARDS), ("open", 2, FACES)]

requests = st.one_of(
    st.lists(st.integers(2, 1000), max_size=30).map(lambda dice: {"kind": "faces", "dice": dice}),
    st.lists(st.integers(1, 99), min_size=1, max_size=30, unique=True).flatmap(
        lambda deck: st.integers(0, len(deck)).map(lambda n: {"kind": "cards", "deck": deck, "count": n})
    ),
)


@given(st.lists(st.tuples(st.sampled_from(["open", "sealed"]), requests), max_size=6))
def test_what_the_table_draws_is_what_the_verifier_finds(asked):
    counts = {"open": 0, "sealed": 0}
    asks = []
    for stream, ask in asked:
        asks.append((stream, counts[stream], ask))
        counts[stream] += 1
    report = verify(export(asks))
    assert (report.verified, report.unverifiable, report.gaps, report.sound) == (len(asks), 0, 0, True)
    assert report.problems == report.remarks == []


@pytest.mark.parametrize("ask", [{"kind": "faces", "dice": [6, 100, 1000]}, CARDS])
def test_both_throw_back_the_same_words(monkeypatch, ask):
    """Real words almost never reach the bound: feed both sides the words around it."""
    read = [2**32 - 1, 2**32 - 4, 2**32 - 5, 2**32 - 97, 2**32 - 96, 4294966999, 4294967000, 7, 8, 9]
    monkeypatch.setattr(draws, "words", lambda key, n: iter(read))
    monkeypatch.setattr(verifier, "words", lambda key, n: iter(read))
    if ask["kind"] == "faces":
        ours = draws.faces(b"", 0, tuple(ask["dice"]))
    else:
        ours = draws.cards(b"", 0, tuple(ask["deck"]), ask["count"])
    assert verifier.answer(b"", 0, ask) == [*ours]


def test_a_secret_not_revealed_leaves_its_draws_unverifiable():
    report = verify(export(ASKS, revealed=("open",)))
    assert (report.verified, report.unverifiable, report.gaps, report.sound) == (3, 1, 0, True)
    assert report.summary() == "3 tirages vérifiés, 1 non vérifiable (secret non révélé), 0 écarts"


def test_a_contribution_not_revealed_is_remarked_and_does_not_count():
    report = verify(export(ASKS, shown=("lea",)))
    assert (report.verified, report.sound) == (4, True)
    assert ["tom" in remark for remark in report.remarks] == [True, True]


def alter(path, value):
    def tampered(whole):
        *way, last = path
        for step in way:
            whole = whole[step]
        assert whole[last] != value
        whole[last] = value

    return tampered


def drop(where, index):
    return lambda whole: whole[where].pop(index)


@pytest.mark.parametrize(
    "tamper",
    [
        alter(("records", 1, "data", "œuf"), "bœuf"),
        alter(("records", 1, "kind"), "Autre"),
        alter(("records", 0, "n"), 7),
        alter(("records", 0, "previous"), "1" * 64),
        alter(("records", 4, "data"), {}),
        alter(("head",), "0" * 64),
        alter(("audience",), "lea"),
        alter(("epochs", 0, "commitment"), "0" * 64),
        drop("records", 0),
        drop("records", 2),
        drop("records", 4),
        lambda whole: whole["records"].reverse(),
    ],
)
def test_a_record_touched_breaks_the_chain(tamper):
    whole = export(ASKS)
    tamper(whole)
    report = verify(whole)
    assert not report.chained
    assert not report.sound
    assert any(problem.startswith(("Fait n°", "Fichier")) for problem in report.problems)


@pytest.mark.parametrize(
    ("tamper", "gaps", "verified", "said"),
    [
        (alter(("records", 0, "draw", "answer", 0), 7), 1, 3, "n°\xa01\xa0: le tirage donne"),
        (alter(("records", 2, "draw", "answer"), [22, 22]), 1, 3, "n°\xa03\xa0: le tirage donne"),
        (alter(("records", 3, "draw", "ask", "deck"), [22, 3, 9, 2]), 1, 3, "n°\xa04\xa0: le tirage donne"),
        (alter(("records", 4, "draw", "n"), 3), 1, 3, "n°\xa05\xa0: le tirage donne"),
        (alter(("records", 3, "draw", "n"), 0), 1, 3, "n°\xa04\xa0: le tirage 0 de ce flux a déjà eu lieu"),
        (alter(("records", 0, "draw", "n"), -1), 1, 3, "n°\xa01\xa0: le tirage -1"),
        (alter(("records", 3, "draw", "answer"), None), 1, 3, "l’export tait ce tirage"),
        (alter(("records", 4, "draw", "epoch"), 2), 1, 3, "n°\xa05\xa0: aucun engagement"),
        (alter(("epochs", 0, "secret"), "00" * 32), 4, 1, "le secret révélé ne correspond pas"),
        (alter(("epochs", 1, "commitment"), "00" * 32), 2, 3, "flux «\xa0sealed\xa0»\xa0: le secret"),
        (alter(("epochs", 0, "contributions", 0, "value"), "00" * 16), 4, 1, "la contribution du siège tom"),
        (alter(("epochs", 0, "contributions", 0, "hash"), "00" * 32), 4, 1, "la contribution du siège tom"),
        (alter(("epochs", 0, "contributions", 0, "value"), None), 3, 1, "le tirage donne"),
        (alter(("table",), "ailleurs"), 10, 0, "le secret révélé"),
        (drop("epochs", 1), 1, 3, "n°\xa03\xa0: aucun engagement"),
        (lambda whole: whole["epochs"].append(whole["epochs"][0]), 1, 4, "deux engagements"),
        (
            lambda whole: whole["epochs"][0]["contributions"].append(whole["epochs"][0]["contributions"][0]),
            4,
            1,
            "deux contributions",
        ),
    ],
)
def test_a_draw_or_a_promise_touched_is_a_gap(tamper, gaps, verified, said):
    whole = export(ASKS)
    tamper(whole)
    report = verify(chain(whole))
    assert report.chained
    assert (report.gaps, report.verified) == (gaps, verified), report.problems
    assert not report.sound
    assert any(said in problem for problem in report.problems)


def test_a_skipped_number_is_remarked_where_all_draws_are_visible():
    skipping = [("open", 0, FACES), ("open", 2, FACES), ("sealed", 1, CARDS)]
    assert [remark[:8] for remark in verify(export(skipping)).remarks] == ["Fait n°\xa0"] * 2
    seen_by_lea = verify(export(skipping, audience="lea"))
    assert seen_by_lea.sound
    assert len(seen_by_lea.remarks) == 1


def test_every_reuse_after_a_rewind_is_a_gap():
    again = [("open", n, FACES) for n in (0, 1, 2, 0, 1, 3)]
    report = verify(export(again))
    assert (report.verified, report.gaps, report.remarks) == (4, 2, [])


def test_records_chained_anew_must_still_be_numbered_without_a_hole():
    whole = export(ASKS)
    whole["records"][-1]["n"] += 1
    whole["head"] = canonical_hash(whole["records"][-1])
    report = verify(whole)
    assert (report.chained, len(report.problems), report.gaps) == (False, 2, 0)


def test_an_empty_export_is_sound():
    assert verify(export([])).sound


def run(path, *options):
    return subprocess.run(
        [sys.executable, "-I", "-X", "utf8", verifier.__file__, path, *options],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_script_stands_alone(tmp_path):
    path = tmp_path / "export.json"
    path.write_text(json.dumps(export(ASKS)), encoding="utf-8")
    done = run(path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["4 tirages vérifiés, 0 non vérifiables (secret non révélé), 0 écarts"]
    whole = export(ASKS)
    whole["records"][0]["draw"]["answer"] = [1, 1, 101]
    path.write_text(json.dumps(chain(whole)), encoding="utf-8")
    done = run(path)
    assert done.returncode == 1
    *problems, last = done.stdout.splitlines()
    assert len(problems) == 1
    assert last == "3 tirages vérifiés, 0 non vérifiables (secret non révélé), 1 écart"
    assert "paravent" not in re.findall(
        r"^\s*(?:from|import) (\w+)", Path(verifier.__file__).read_text("utf-8"), re.M
    )


def test_a_broken_chain_alone_fails_the_script(tmp_path, capsys):
    whole = export(ASKS) | {"head": "0" * 64}
    (tmp_path / "e.json").write_text(json.dumps(whole), encoding="utf-8")
    assert main([str(tmp_path / "e.json")]) == 1
    assert capsys.readouterr().out.endswith("0 écarts\n")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        "{}",
        "[" * 100_000,
        json.dumps(EXAMPLE | {"paravent": 2}),
        json.dumps(EXAMPLE | {"records": [{}]}),
        json.dumps(EXAMPLE | {"epochs": 3}),
        json.dumps(EXAMPLE).replace('"n": 1,', '"n": 1, "n": 1,', 1),
        json.dumps(EXAMPLE).replace('"faces"', '"piles"'),
        json.dumps(EXAMPLE).replace("[6, 6, 20]", "[6, 6, 0]"),
        json.dumps(EXAMPLE).replace("[1, 4, 9, 12, 19]", "[1, 4, 9, 12, 12]"),
        b"\xff\xfe",
    ],
)
def test_what_is_no_export_is_refused_in_french(tmp_path, capsys, text):
    path = tmp_path / "export.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main([str(path)]) == 2
    assert "export de Paravent" in capsys.readouterr().err


def test_without_a_readable_file_the_script_says_so(tmp_path, capsys):
    assert main([str(tmp_path / "absent.json")]) == 2
    assert "ne peut pas être lu" in capsys.readouterr().err
    assert main([]) == 2
    assert "Il faut un seul fichier" in capsys.readouterr().err


def test_the_page_s_messages_hash_to_what_it_says_and_to_what_the_code_does():
    block = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)[1]
    said = dict(re.split(r" *: ", line, maxsplit=1) for line in block.splitlines())
    plain = {"message d’engagement": "engagement", "message de contribution": "empreinte"}
    for message, result in plain.items():
        assert hashlib.sha256(said[message].encode()).hexdigest() == said[result]
    secret, key = bytes(range(32)), bytes.fromhex(said["clef"])
    assert hmac.digest(secret, said["message de clef"].encode(), "sha256") == key
    for n in range(2):
        block = bytes.fromhex(said[f"bloc 0 du tirage {n}"])
        assert hmac.digest(key, said[f"message du tirage {n}"].encode(), "sha256") == block
        source = draws.words(key, n)
        assert b"".join(next(source).to_bytes(4, "big") for _ in range(8)) == block
    assert draws.commitment("forêt", 1, "open", secret) == said["engagement"]
    assert draws.contribution_hash("forêt", 1, "lea", LEA) == said["empreinte"]
    assert draws.draw_key(secret, "forêt", 1, "open", (("lea", LEA),)) == key
    assert f"printf '%s' '{said['message de contribution']}' | sha256sum" in PAGE


def test_the_page_s_sums_and_its_export_are_right():
    sums = re.findall(r"(\d+) mod (\d+) = (\d+)", PAGE)
    assert len(sums) == 5
    assert all(int(word) % int(m) == int(rest) for word, m, rest in sums)
    report = verify(deepcopy(EXAMPLE))
    assert (report.problems, report.remarks) == ([], [])
    assert f"«\xa0{report.summary()}\xa0»" in PAGE
    answers = [r["draw"]["answer"] for r in EXAMPLE["records"] if r["draw"]]
    (a, b, c), (first, second) = answers
    assert f"les faces sont {a}, {b} et {c}." in PAGE
    assert f"on tire {first}, puis {second}." in PAGE
