"""Check a Paravent export offline: `python verifier.py EXPORT.json`. Needs Python 3.11 and nothing else.

Written from docs/hasard.md, which says what each check proves; it shares no code with the program it checks.
"""

import hashlib
import hmac
import itertools
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NBSP = "\N{NO-BREAK SPACE}"


@dataclass
class Report:
    """What was found. `gaps` counts every problem but a broken chain; remarks are for people to judge."""

    verified: int = 0
    unverifiable: int = 0
    gaps: int = 0
    chained: bool = True
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return self.chained and not self.gaps

    def gap(self, where: str, what: str) -> None:
        self.gaps += 1
        self.problems.append(f"{where}{NBSP}: {what}.")

    def summary(self) -> str:
        a, b, c = ("" if n == 1 else "s" for n in (self.verified, self.unverifiable, self.gaps))
        return (
            f"{self.verified} tirage{a} vérifié{a}, {self.unverifiable} non vérifiable{b} (secret non révélé), "
            f"{self.gaps} écart{c}"
        )


def message(*parts: Any) -> bytes:
    return b"".join(b"%d:%b," % (len(part), part) for part in (str(p).encode() for p in parts))


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def verify(export: dict[str, Any]) -> Report:
    """Check chain, secrets and draws; KeyError, TypeError, AttributeError or ValueError when this is no export."""
    report, previous = Report(), "0" * 64
    if export["paravent"] != 1:
        raise ValueError("another format")
    for rank, record in enumerate(export["records"], 1):
        if record["n"] != rank or record["previous"] != previous:
            report.chained = False
            report.problems.append(
                f"Fait n°{NBSP}{rank}{NBSP}: la chaîne est rompue entre ce fait et le précédent."
            )
        previous = sha256(canonical(record))
    if export["head"] != previous:
        report.chained = False
        report.problems.append(
            f"Fait n°{NBSP}{len(export['records'])}{NBSP}: ce dernier fait n’a pas l’empreinte annoncée."
        )
    if export["digest"] != sha256(canonical({k: v for k, v in export.items() if k != "digest"})):
        report.chained = False
        report.problems.append(f"Fichier{NBSP}: il n’a pas l’empreinte annoncée, il a été retouché.")

    keys: dict[tuple[int, str], bytes | str] = {}
    for epoch in export["epochs"]:
        place = epoch["epoch"], epoch["stream"]
        where = f"Époque {place[0]}, flux «{NBSP}{place[1]}{NBSP}»"
        if place in keys:
            report.gap(where, "deux engagements pour un seul flux")
        keys[place] = find_key(export["table"], epoch, where, report)

    last: dict[tuple[int, str], int] = {}
    for record in export["records"]:
        if (draw := record["draw"]) is not None:
            place, n, where = (draw["epoch"], draw["stream"]), draw["n"], f"Fait n°{NBSP}{record['n']}"
            key, before = keys.get(place, "aucun engagement ne couvre ce tirage"), last.get(place, -1)
            last[place] = max(n, before)
            if n > before + 1 and (draw["stream"] == "open" or export["audience"] == "mj"):
                report.remarks.append(
                    f"{where}{NBSP}: le flux saute au tirage {n}, on attendait le tirage {before + 1}."
                )
            if n <= before:
                report.gap(where, f"le tirage {n} de ce flux a déjà eu lieu, ou revient en arrière")
            elif key == "":
                report.unverifiable += 1
            elif isinstance(key, str):
                report.gap(where, key)
            elif draw["ask"] is None or draw["answer"] is None:
                report.gap(where, "le secret est révélé, mais l’export tait ce tirage")
            elif (right := answer(key, n, draw["ask"])) != draw["answer"]:
                report.gap(where, f"le tirage donne {right}, l’export dit {draw['answer']}")
            else:
                report.verified += 1
    return report


def find_key(table: str, epoch: dict[str, Any], where: str, report: Report) -> bytes | str:
    """The key of a stream; "" when its secret is not revealed; else what is wrong with it."""
    number, stream, secret, gaps = epoch["epoch"], epoch["stream"], epoch["secret"], report.gaps
    given = sorted((c["seat"], c["value"]) for c in epoch["contributions"] if c["value"] is not None)
    hashes = {c["seat"]: c["hash"] for c in epoch["contributions"]}
    if len(hashes) < len(epoch["contributions"]):
        report.gap(where, "un siège a deux contributions")
    for seat, value in given:
        if sha256(message("paravent/1/contribution", table, number, seat, value)) != hashes[seat]:
            report.gap(where, f"la contribution du siège {seat} ne correspond pas à son empreinte")
    for seat in sorted(hashes.keys() - dict(given).keys()):
        report.remarks.append(
            f"{where}{NBSP}: le siège {seat} n’a pas révélé sa contribution, qui n’a pas compté."
        )
    if (
        secret is not None
        and sha256(message("paravent/1/engagement", table, number, stream, secret)) != epoch["commitment"]
    ):
        report.gap(where, "le secret révélé ne correspond pas à l’engagement")
    if report.gaps > gaps:
        return "ce tirage repose sur un secret ou une contribution démentis"
    if secret is None:
        return ""
    parts = message("paravent/1/clef", table, number, stream, *itertools.chain.from_iterable(given))
    return hmac.digest(bytes.fromhex(secret), parts, "sha256")


def answer(key: bytes, n: int, ask: dict[str, Any]) -> list[int]:
    """What draw `n` had to give."""
    source = words(key, n)

    def below(m: int) -> int:
        return next(word for word in source if word < 2**32 - 2**32 % m) % m

    if ask["kind"] == "faces":
        if len(ask["dice"]) > 200 or not all(2 <= sides <= 1000 for sides in ask["dice"]):
            raise ValueError("absurd dice")
        return [1 + below(sides) for sides in ask["dice"]]
    deck, count = sorted(ask["deck"]), ask["count"]
    if ask["kind"] != "cards" or not 0 <= count <= len(set(deck)) == len(deck) <= 1000:
        raise ValueError("absurd deck")
    for i in range(count):
        j = i + below(len(deck) - i)
        deck[i], deck[j] = deck[j], deck[i]
    return deck[:count]


def words(key: bytes, n: int) -> Iterator[int]:
    for block in itertools.count():
        data = hmac.digest(key, message("paravent/1/tirage", n, block), "sha256")
        yield from (int.from_bytes(data[i : i + 4], "big") for i in range(0, 32, 4))


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key given twice could be read in two ways."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key twice")
    return found


def main(arguments: list[str]) -> int:
    """0 when all is sound, 1 when something is not, 2 when there is nothing to check."""
    try:
        (path,) = arguments
        report = verify(json.loads(Path(path).read_bytes(), object_pairs_hook=once))
    except OSError:
        sys.stderr.write("Ce fichier ne peut pas être lu.\n")
        return 2
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        sys.stderr.write(f"Il faut un seul fichier{NBSP}: un export de Paravent (format 1), bien formé.\n")
        return 2
    remarks = [f"Remarque{NBSP}: {remark}" for remark in report.remarks]
    sys.stdout.write("\n".join([*report.problems, *remarks, report.summary()]) + "\n")
    return 0 if report.sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
