"""The same seed gives the same answer whoever plays which session; Ctrl-C keeps what was played."""

from __future__ import annotations

import os
import signal
from collections import Counter
from fractions import Fraction

import pytest

from paravent.table.simulation import spreading
from paravent.table.simulation.report import report
from paravent.table.simulation.session import Tally, play_many
from paravent.table.simulation.spreading import CannotSpread, job_of, run
from simulated import CALL, PLAY, SUCCESSES, TABLE, TELL, WHOLE, plan_of, ready_of

SOME_STOP = TABLE + CALL + PLAY + '[[politique]]\ngeste = "TellComplication"\nchoix = "jamais"\n' + SUCCESSES


def test_pieces_in_any_order_are_one_tally() -> None:
    ready = ready_of(SOME_STOP)
    whole = play_many(ready, "g", range(30))
    parts = Tally.empty(ready.plan)
    for numbers in (range(20, 30), range(7), range(7, 20)):
        parts.add(play_many(ready, "g", numbers))
    assert parts == whole
    assert whole.stuck
    assert whole.ended
    assert play_many(ready, "autre", range(30)).values != whole.values


def test_two_processes_answer_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "MEASURED", 0.05)
    job = job_of("departement_m", plan_of(SOME_STOP), "essai.toml", "g")
    heard: list[int] = []
    tally, cut = run(job, 60, 2, done=heard.append)
    assert not cut
    assert sum(heard) == 60
    assert tally == play_many(ready_of(SOME_STOP), "g", range(60))


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_answers_as_one() -> None:
    from distributed import LocalCluster

    job = job_of("departement_m", plan_of(SOME_STOP), "essai.toml", "g")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        tally, cut = run(job, 400, scheduler=cluster.scheduler_address)
    assert not cut
    assert tally == play_many(ready_of(SOME_STOP), "g", range(400))


def test_an_address_where_nobody_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "ANSWERS_WITHIN", "0.2s")
    job = job_of("departement_m", plan_of(WHOLE), "essai.toml", "g")
    heard: list[int] = []
    for address in ("tcp://127.0.0.1:9", "n’importe quoi"):
        with pytest.raises(CannotSpread, match="personne ne répond à cette adresse"):
            run(job, 1, scheduler=address, done=heard.append)
    assert not heard, "nothing is played here in its stead"


@pytest.fixture
def without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "installed", lambda name: False)


@pytest.mark.usefixtures("without_dask")
def test_without_dask_one_process_plays() -> None:
    job = job_of("departement_m", plan_of(WHOLE), "essai.toml", "g")
    alone, _ = run(job, 15)
    assert alone == play_many(ready_of(WHOLE), "g", range(15))
    for asked in ({"workers": 2}, {"scheduler": "tcp://x:1"}):
        with pytest.raises(CannotSpread, match=r"il faut Dask.*pip install 'paravent\[simuler\]'"):
            run(job, 15, **asked)


def test_ctrl_c_keeps_what_was_played() -> None:
    job = job_of("departement_m", plan_of(WHOLE), "essai.toml", "g")
    before = signal.getsignal(signal.SIGINT)
    played: list[int] = []

    def done(n: int) -> None:
        played.append(n)
        if sum(played) == 4:
            os.kill(os.getpid(), signal.SIGINT)

    tally, cut = run(job, 1_000, 1, done=done)
    assert cut
    assert tally == play_many(ready_of(WHOLE), "g", range(tally.played))
    assert 4 <= tally.played < 1_000
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_stops_at_once() -> None:
    job = job_of("departement_m", plan_of(WHOLE), "essai.toml", "g")

    def done(n: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        run(job, 1_000, 1, done=done)


# Reports, from counts written by hand


def reported(text: str, counts: dict[str, int], law: dict[str, Fraction], **more: object):  # type: ignore[no-untyped-def]
    plan = plan_of(text)
    tally = Tally([Counter(counts)], [1] * len(plan.politique), ended=sum(counts.values()))
    told = {"seed": "g", "asked": tally.ended, "level": 0.95, "together": False, **more}
    return report(plan, tally, (law,), {}, **told).found[0]


def test_a_law_that_is_wrong_is_seen() -> None:
    dice = {"0": 100, "1": 500, "2": 400}
    right = {"0": Fraction(1, 10), "1": Fraction(1, 2), "2": Fraction(2, 5)}
    wrong = {"0": Fraction(1, 10), "1": Fraction(2, 5), "2": Fraction(1, 2)}
    unseen = {"0": Fraction(1, 10), "1": Fraction(1, 2), "2": Fraction(39, 100), "7": Fraction(1, 100)}
    assert [r.agrees for r in reported(WHOLE, dice, right).rows] == [True, True, True]
    assert [r.agrees for r in reported(WHOLE, dice, wrong).rows] == [True, False, False]
    rows = reported(WHOLE, dice, unseen).rows
    assert [(r.value, r.hits, r.agrees) for r in rows][-1] == (7, 0, False)


def test_beside_an_exact_law_all_chances_come_to_one() -> None:
    dice = {"0": 100, "1": 500, "2": 390, "9": 10}
    past = {"0": Fraction(1, 10), "1": Fraction(1, 2), "2": Fraction(39, 100)}
    found = reported(WHOLE, dice, past)
    assert [r.value for r in found.rows] == [0, 1, 2]
    assert found.rest is not None
    assert (found.rest.hits, found.rest.exact, found.rest.agrees) == (10, Fraction(1, 100), True)
    assert sum(r.exact or 0 for r in (*found.rows, found.rest)) == 1
    rare = reported(WHOLE, {"0": 10}, {"0": Fraction(99, 100), "5": Fraction(1, 100)})
    assert (rare.rest.hits, rare.rest.exact) == (0, Fraction(1, 100))
    assert reported(WHOLE, dice, {}).rest is None
    assert reported(WHOLE, {"0": 10}, {"0": Fraction(1)}).rest is None


def test_mean_and_deviation_are_those_of_the_counts() -> None:
    m = reported(WHOLE, {"0": 1, "1": 2, "2": 1}, {"1": Fraction(1)}).moments
    assert (m.mean, m.exact) == (1, 1)
    assert m.deviation == pytest.approx((2 / 3) ** 0.5)
    assert m.interval[0] == pytest.approx(1 - 1.959964 * (2 / 3 / 4) ** 0.5, rel=1e-6)


def test_together_is_wider() -> None:
    dice = {"0": 100, "1": 500, "2": 400}
    alone, together = (reported(WHOLE, dice, {}, together=x).rows[1].interval for x in (False, True))
    assert together[0] < alone[0] < alone[1] < together[1]


def test_values_are_named_and_ordered() -> None:
    text = WHOLE.replace('champ = "successes"', 'champ = "successes"\nnoms = { 1 = "une", true = "vrai" }')
    counts = {"null": 1, "2": 1, '"b"': 1, "true": 1, "1": 1, "false": 1, '"a"': 1}
    found = reported(text + TELL, counts, {})
    assert [r.value for r in found.rows] == ["une", 2, "vrai", False, "a", "b", None]
    assert found.moments is None
