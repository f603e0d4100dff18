"""The journal: lines that prove themselves, written by several programs at once, and read again after anything."""

import multiprocessing
import os

import pytest

from mjcompanion.ledger.journal import Begun, Journal, Other, Person, Spoiled, Void, files_of, read_lines

LEDGER = "3f2a91bc07d64e5f"


def ann(number=1):
    return Person(player=f"p{number}", name=f"Ann {number}")


@pytest.fixture
def journal(tmp_path):
    found = Journal(tmp_path, "ledger", LEDGER)
    yield found
    found.close()


def read(journal):
    return list(read_lines(journal.files))


def test_lines_come_back_as_they_were_written_and_go_on_after_a_new_start(journal, tmp_path):
    journal.write([ann(1), ann(2)], 1).wait()
    again = Journal(tmp_path, "ledger", LEDGER)
    assert again.state == 1
    assert not again.write([Other()], 2).gap
    journal.write([Other()], 3).wait()
    first, *rest = read(journal)
    assert isinstance(first, Begun)
    assert first.ledger == LEDGER
    assert [(type(one), one.state, one.more) for one in rest] == [
        (Person, 1, True),
        (Person, 1, False),
        (Other, 2, False),
        (Other, 3, False),
    ]
    again.close()


def test_a_state_that_was_not_told_is_a_gap(journal):
    assert journal.write([ann()], 57).gap
    assert not journal.write([ann()], 57).gap  # the first try failed
    assert not journal.write([ann()], 58).gap
    assert journal.write([ann()], 60).gap


def test_a_failed_writing_is_void_unless_somebody_has_written_it_since(journal):
    journal.write([ann()], 1).wait()
    journal.void(1)
    assert isinstance(read(journal)[-1], Void)
    assert journal.state == 0
    journal.write([ann()], 1).wait()
    journal.write([ann()], 2).wait()
    journal.void(1)
    assert journal.state == 2


@pytest.mark.parametrize("torn", [b'{"what":"player","sta', b"\x00" * 40, b"\n\n"])
def test_half_a_line_costs_only_itself(journal, torn):
    journal.write([ann(1)], 1).wait()
    with journal.files[-1].open("ab") as file:
        file.write(torn)
    journal.write([ann(2)], 2).wait()
    found = [one for one in read(journal) if isinstance(one, Person)]
    assert [one.player for one in found] == ["p1", "p2"]


def test_every_byte_that_turns_is_noticed_and_costs_one_line(journal):
    for number in range(1, 4):
        journal.write([ann(number)], number).wait()
    path = journal.files[-1]
    whole = path.read_bytes()
    for place in range(len(whole) - 1):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        found = read(journal)
        assert any(isinstance(one, Spoiled) for one in found), place
        assert sum(isinstance(one, Person) for one in found) >= (1 if whole[place] == 10 else 2), place


def test_a_line_that_is_missing_is_noticed(journal):
    for number in range(1, 4):
        journal.write([ann(number)], number).wait()
    path = journal.files[-1]
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2] + lines[3:]))
    assert any(isinstance(one, Spoiled) for one in read(journal))


def test_a_new_month_goes_on_in_a_new_file_and_a_clock_set_back_does_not(journal, tmp_path):
    journal.write([ann(1)], 1).wait()
    path = journal.files[0]
    path.rename(path.with_name(path.name[:-13] + "2020-01.jsonl"))
    journal.write([ann(2)], 2).wait()
    assert len(journal.files) == 2
    assert not any(isinstance(one, Spoiled) for one in read(journal))
    later = journal.files[-1].rename(path.with_name(path.name[:-13] + "2999-12.jsonl"))
    journal.write([ann(3)], 3).wait()
    assert journal.files[-1] == later
    assert [one.state for one in read(journal)] == [0, 1, 1, 2, 3]


def test_another_ledger_of_the_same_name_has_files_of_its_own(journal, tmp_path):
    journal.write([ann()], 1).wait()
    other = Journal(tmp_path, "ledger", "ffffffff0000")
    other.write([ann()], 1).wait()
    other.close()
    assert len(files_of(tmp_path, "ledger")) == 2
    assert len(journal.files) == len(other.files) == 1


def _write_many(folder, name):
    journal = Journal(folder, "ledger", LEDGER)
    for number in range(100):
        journal.write([Person(player=f"{name}{number}", name="Ann")], 1).wait()


@pytest.mark.skipif(os.name != "posix", reason="no fork")
def test_several_programs_write_into_one_file_without_hurting_a_line(journal, tmp_path):
    context = multiprocessing.get_context("forkserver")
    programs = [context.Process(target=_write_many, args=(tmp_path, name)) for name in "ab"]
    for one in programs:
        one.start()
    for one in programs:
        one.join()
    found = read(journal)
    assert not any(isinstance(one, Spoiled) for one in found)
    assert {one.player for one in found if isinstance(one, Person)} == {f"{n}{k}" for n in "ab" for k in range(100)}
