"""Files survive what happens to them: full disks, read-only places, folders in the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from faults import disk

from acis_rules.kernel import files

TORN = pytest.mark.parametrize("torn", [False, True])


@TORN
def test_a_full_disk_at_any_moment_leaves_the_old_file_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, torn: bool
) -> None:
    path = tmp_path / "deep" / "file.json"
    files.write(path, "old")
    with disk(monkeypatch) as counting:
        files.write(path, "old")
    for moment in range(counting.calls):
        try:
            with disk(monkeypatch, moment, torn):
                files.write(path, "new")
        except files.FileError as error:
            assert str(error) == f"{path}: cannot be written: No space left on device"
        assert path.read_text() in ("old", "new")
        files.write(path, "old")
        assert [one.name for one in path.parent.iterdir()] == ["file.json"], "nothing is left lying about"


@TORN
def test_a_full_disk_adds_a_whole_line_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, torn: bool
) -> None:
    path = tmp_path / "record.jsonl"
    files.append(path, b"first")
    for moment in range(3):  # open, write, fsync
        with disk(monkeypatch, moment, torn), pytest.raises(files.FileError, match="No space left"):
            files.append(path, b"second")
        assert path.read_bytes() == b"first\n"
    files.append(path, b"second")
    assert path.read_bytes() == b"first\nsecond\n"


def test_cutting_keeps_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(b"whole\ntor")
    files.cut(path, 6)
    assert path.read_bytes() == b"whole\n"


def test_outputs_are_tried_in_advance(tmp_path: Path) -> None:
    files.require_writable(tmp_path / "new" / "report.json")
    assert list((tmp_path / "new").iterdir()) == []
    with pytest.raises(files.FileError, match=r"cannot be written: is a folder"):
        files.require_writable(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(files.FileError, match=r"file/report.json: cannot be written: "):
        files.require_writable(tmp_path / "file" / "report.json")


def test_what_is_there_is_not_replaced(tmp_path: Path) -> None:
    files.require_new(tmp_path / "game.json")
    (tmp_path / "game.json").write_text("kept")
    with pytest.raises(files.FileError, match=r"game.json: exists already and is not replaced"):
        files.require_new(tmp_path / "game.json")
    assert (tmp_path / "game.json").read_text() == "kept"


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert files.read(path, 5) == b"12345"
    with pytest.raises(files.FileError, match="larger than 4 bytes"):
        files.read(path, 4)
    with pytest.raises(files.FileError, match="larger than 1,000 bytes"):
        files.read(Path("/dev/zero"), 1000)
    with pytest.raises(files.FileError, match="cannot be read: No such file"):
        files.read(tmp_path / "none", 5)
