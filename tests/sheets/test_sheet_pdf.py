"""What comes out on paper, read back from the PDF."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from paravent.core.sheet import Column, Counter, Counters, Fields, Prose, Row, Scores, Sheet
from paravent.sheets import pdf
from paravent.sheets.data import PROSE, ROWS, TOTAL

ARCANA = (
    ("Le Bateleur", "Acrobatie"),
    ("La Papesse", "Érudition"),
    ("L’Impératrice", "Politique"),
    ("L’Empereur", "Persuasion"),
    ("Le Pape", "Occultisme"),
    ("L’Amoureux", "Séduction"),
    ("Le Chariot", "Pilotage"),
    ("La Justice", "Investigation"),
    ("L’Hermite", "Survie"),
    ("La Roue de Fortune", "Chance"),
    ("La Force", "Combat à mains nues"),
    ("Le Pendu", "Armes blanches"),
    ("L’Arcane sans nom", "Armes à feu"),
    ("Tempérance", "Volonté"),
    ("Le Diable", "Intimidation"),
    ("La Maison Dieu", "Science"),
    ("L’Étoile", "Escroquerie"),
    ("La Lune", "Furtivité"),
    ("Le Soleil", "Créativité"),
    ("Le Jugement", "Médecine"),
    ("Le Monde", "Animaux"),
    ("Le Mat", "Santé mentale"),
)
HOSTILE = '#read("/etc/passwd") ] $x^2$ *gras* _i_ `c` <b>HTML</b> #{1 + 1} @ref [lien](x) // fin'


def sheet(*blocks: Fields | Prose | Scores | Counters, title: str = "Solène Œrsted") -> Sheet:
    return Sheet(title, "Archiviste", "Les Architectes", "#5b1f2e", blocks, "Le greffe de minuit")


def architecte(story: str) -> Sheet:
    lost = {5, 10}
    rows = tuple(
        Row((str(i + 1), arcana, skill, str(22 - i)), "perdue" if i in lost else "")
        for i, (arcana, skill) in enumerate(ARCANA)
    )
    columns = (
        Column("n°", "index"),
        Column("Arcane"),
        Column("Compétence", "name"),
        Column("Score", "score"),
    )
    return sheet(
        Fields(
            "Identité", (("Joueuse", "Éléonore"), ("Taille", "1,72 m"), ("Citation", "« Tout se classe. »"))
        ),
        Prose("Ligne Brisée", story),
        Counters("Points de Destin", (Counter("Gagnés", 7, 15), Counter("Actuels", 3, 15))),
        Scores("Arcanes majeurs", columns, rows, tick="Perdue"),
        Prose("Notes", ""),
    )


def read(document: bytes) -> tuple[int, str]:
    """The number of pages, and the text as one would search it: one space for any white, none for a soft break."""
    pages = PdfReader(io.BytesIO(document)).pages
    text = " ".join(page.extract_text() for page in pages).replace("\u200b", "")
    return len(pages), " ".join(text.split())


def unspaced(text: str) -> str:
    return "".join(text.split())


def test_an_ordinary_character_holds_on_one_page_with_every_skill() -> None:
    pages, text = read(pdf.to_pdf(architecte("Elle a trouvé son propre acte de décès.")))
    assert pages == 1
    for words in ("Solène Œrsted", "Archiviste", "Éléonore", "« Tout se classe. »", "Le greffe de minuit"):
        assert words in text
    for number, (arcana, skill) in enumerate(ARCANA):
        assert f"{number + 1} {arcana} {skill} {22 - number}" in text
    assert text.count("×") == 2, "two lost cards, two crossed boxes"


def test_a_long_story_takes_a_second_page_and_is_whole() -> None:
    story = " ".join(f"Mot{n}." for n in range(700))
    pages, text = read(pdf.to_pdf(architecte(story)))
    assert pages == 2
    assert unspaced(story) in unspaced(text).replace("LegreffedeminuitPage1sur2", "")
    assert "Page 2 sur 2" in text


def test_two_columns_share_a_short_sheet() -> None:
    (page,) = PdfReader(io.BytesIO(pdf.to_pdf(sheet(Prose("A", "gauche"), Prose("B", "droite"))))).pages
    at: dict[str, float] = {}

    def note(
        text: str, page_matrix: list[float], text_matrix: list[float], _font: object, _size: object
    ) -> None:
        at.setdefault(text.strip(), page_matrix[4] + page_matrix[0] * text_matrix[4])

    page.extract_text(visitor_text=note)
    assert at["gauche"] < page.mediabox.width / 2 < at["droite"]


def test_paper_is_a4_the_language_french_and_the_document_tagged() -> None:
    reader = PdfReader(io.BytesIO(pdf.to_pdf(architecte(""))))
    box = reader.pages[0].mediabox
    assert (round(box.width), round(box.height)) == (595, 842)
    root = reader.root_object
    assert str(root["/Lang"]).startswith("fr")
    assert "/StructTreeRoot" in root
    assert reader.metadata is not None
    assert reader.metadata.title == "Solène Œrsted"


def test_the_same_sheet_gives_the_same_bytes_and_another_does_not() -> None:
    assert pdf.to_pdf(architecte("a")) == pdf.to_pdf(architecte("a"))
    metadata = PdfReader(io.BytesIO(pdf.to_pdf(architecte("a")))).metadata
    assert metadata is not None
    assert "/CreationDate" not in metadata
    assert pdf.to_pdf(architecte("a")) != pdf.to_pdf(architecte("b"))


def test_markup_prints_as_text_wherever_it_stands() -> None:
    hostile = Sheet(
        HOSTILE,
        HOSTILE,
        HOSTILE,
        "#000000",
        (
            Fields(HOSTILE, ((HOSTILE, HOSTILE),)),
            Prose(HOSTILE, HOSTILE),
            Scores(HOSTILE, (Column(HOSTILE, "name"), Column(HOSTILE)), (Row((HOSTILE, HOSTILE), HOSTILE),)),
            Scores("", (Column(HOSTILE),), (Row((HOSTILE,), HOSTILE),), tick=HOSTILE),
            Counters(HOSTILE, (Counter(HOSTILE, 1, steps=(HOSTILE, "b")),)),
        ),
        HOSTILE,
    )
    _, text = read(pdf.to_pdf(hostile))
    bare = unspaced(text).casefold()
    assert bare.count(unspaced('#read("/etc/passwd")')) >= 12
    assert "root:" not in text, "no file was read"
    assert "*gras*" in text
    assert "<b>HTML</b>" in text


def test_even_a_faulty_template_would_reach_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    for fault in (f'#read("{secret}")', '#read("/etc/passwd")', '#read("../../etc/passwd")'):
        monkeypatch.setattr(pdf, "_template", fault.encode)
        with pytest.raises(pdf.SheetError, match="mise en page"):
            pdf.to_pdf(architecte(""))


def test_the_template_reads_and_imports_nothing() -> None:
    template = pdf._template().decode()
    assert not re.search(r"\b(read|eval|plugin|image)\(|\b(include|import)\b", template)
    assert "#let sheet = json(bytes(sys.inputs.sheet))" in template


def test_fonts_are_those_typst_carries() -> None:
    fonts = pdf._fonts().fonts()
    assert fonts
    assert all(font.path is None for font in fonts)


@pytest.mark.parametrize(
    "name",
    [
        "Anticonstitutionnellement" * 8,
        "É" * 200,
        "x-" * 100,
        "a\u00a0" * 100,
        "שלום" * 50,
        "🎲" * 200,
        "",
        " \n ",
    ],
)
def test_any_name_breaks_before_the_edge_of_the_page(name: str) -> None:
    blocks = (
        Fields(name, ((name, name),)),
        Prose(name, name),
        Scores(name, (Column(name, "index"), Column(name), Column(name, "score")), (Row((name,) * 3, name),)),
        Counters(name, (Counter(name, 2, 5), Counter(name, 1, steps=(name, name)))),
    )
    names = replace(sheet(*blocks, title=name), subtitle=name, system=name, footer=name)
    for page in PdfReader(io.BytesIO(pdf.to_pdf(names))).pages:
        lines = page.extract_text().replace("\u200b", "").splitlines()
        assert max(len(line) for line in lines) < 190, "no line of 200 letters fits"


def test_a_long_name_without_spaces_is_whole() -> None:
    name = "Anticonstitutionnellement" * 8
    _, text = read(pdf.to_pdf(sheet(title=name)))
    assert name in unspaced(text)


def test_prose_is_whole_up_to_its_limit_and_cut_beyond() -> None:
    exact = "mot " * (PROSE // 4 - 1) + "fin."
    assert len(exact) == PROSE
    _, whole = read(pdf.to_pdf(sheet(Prose("", exact))))
    assert whole.count("mot") == PROSE // 4 - 1
    assert "fin." in whole
    _, cut = read(pdf.to_pdf(sheet(Prose("", "mot " + exact))))
    assert "fin." not in cut
    assert "…" in cut


def test_a_sheet_too_long_is_refused_in_french() -> None:
    many_rows = sheet(Fields("", (("a", "b"),) * (ROWS + 1)))
    many_words = sheet(*(Prose("", "mot " * (PROSE // 4)) for _ in range(TOTAL // PROSE + 1)))
    many_lines = sheet(Prose("", "a\n\n" * (PROSE // 3)))
    many_blocks = sheet(*(Prose("", "") for _ in range(41)))
    for too_long in (many_rows, many_words, many_lines, many_blocks):
        with pytest.raises(pdf.SheetError, match="trop longue"):
            pdf.to_pdf(too_long)
    with pytest.raises(pdf.SheetError, match="trop large"):
        pdf.to_pdf(sheet(Scores("", (Column(""),) * 7, ())))
    with pytest.raises(pdf.SheetError, match="999"):
        pdf.to_pdf(sheet(Counters("", (Counter("", 1_000_000),))))


def test_counters_print_what_they_are_at() -> None:
    counters = Counters(
        "Réserves",
        (
            Counter("Peur", 3, steps=("D4", "D6", "D8", "D10", "D12")),
            Counter("Doute", 0, steps=("D4", "D6")),
            Counter("Complot", 5, 8, shape="clock"),
            Counter("Fortune", 120, 500),
            Counter("Au-delà", 9, 6),
            Counter("Gloire", 17),
        ),
    )
    _, text = read(pdf.to_pdf(sheet(counters)))
    assert "Peur D4 D6 D8 D10 D12 D8" in text
    assert "Doute D4 D6 –" in text
    for words in ("Complot 5", "Fortune 120 / 500", "Au-delà 9 / 6", "Gloire 17"):
        assert words in text


def test_columns_that_nothing_names_have_no_row_of_names() -> None:
    def lines(title: str, rows: int) -> int:
        table = Scores("", (Column(title), Column("")), (Row(("a", "b")),) * rows)
        return sum(page.count(b"stroke=") for page in pdf.to_svg(sheet(table)))

    assert lines("", 2) == lines("", 1) + 1 == lines("Arcane", 1)


def test_svg_gives_the_same_pages_without_script() -> None:
    long = architecte("mot " * 1500)
    pages = pdf.to_svg(long)
    assert len(pages) == read(pdf.to_pdf(long))[0] == 2
    assert all(page.startswith(b"<svg") and b"<script" not in page for page in pages)


@settings(max_examples=40, deadline=None)
@given(text=st.text(st.characters(), max_size=60), value=st.integers(0, 60), bound=st.integers(0, 60))
def test_no_text_breaks_a_sheet(text: str, value: int, bound: int) -> None:
    blocks = (
        Fields(text, ((text, text),)),
        Prose(text, text),
        Scores(text, (Column(text, "score"), Column(text)), (Row((text, text), text),), tick=text),
        Counters(text, (Counter(text, value, bound), Counter(text, value, bound, shape="clock"))),
    )
    assert pdf.to_pdf(Sheet(text, text, text, "#123456", blocks, text)).startswith(b"%PDF")
