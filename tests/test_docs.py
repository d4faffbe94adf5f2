"""The README and the docs: short enough, and their Python runs."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from acis_rules.tools.cli import main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(page, block, id=f"{page.name}-{i}")
    for page in PAGES
    for i, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S))
]
LINKS = [
    pytest.param(page, link, id=f"{page.name}-{link}")
    for page in PAGES
    for link in sorted(set(re.findall(r"\]\(([^)#:]+)[#)]", page.read_text(encoding="utf-8"))))
]


@pytest.mark.parametrize(("page", "block"), BLOCKS)
def test_python_in_the_docs_runs(
    page: Path, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for data in re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
        (tmp_path / "position.yaml").write_text(data, encoding="utf-8")  # the file that the text speaks of
    if "games.jsonl" in block:
        record = (
            "--workers",
            "1",
            "--record",
            "games.jsonl",
            "--set",
            "epochs=[4, 4]",
            "--set",
            "vp_limit=1",
        )
        with pytest.raises(SystemExit):
            main(["evaluate", "--players", "random,random", "--games", "1", *record])
    exec(compile(block, "docs", "exec"), {"__name__": "docs"})


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_python_is_called_python(page: Path) -> None:
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M):
        if language != "python":
            assert not re.search(r"^(from|import|game|env|Game)\b.*[ =(]", block, re.M), block


@pytest.mark.parametrize(("page", "link"), LINKS)
def test_links_lead_somewhere(page: Path, link: str) -> None:
    assert (page.parent / link).exists()


def test_the_pictures_of_the_game_are_small_and_can_be_drawn_anew(tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "docs" / "game" / "make.py"))
    script["main"](tmp_path)
    kept = {file.name for file in (ROOT / "docs" / "game").glob("*.png")}
    assert {file.name for file in tmp_path.iterdir()} == kept
    assert all((ROOT / "docs" / "game" / name).stat().st_size < 60_000 for name in kept)


def test_the_readme_can_be_read_in_one_sitting() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150 and max(map(len, lines)) <= 120
