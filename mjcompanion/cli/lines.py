"""What the subcommands share: files with a request on each line, house rules, and warnings of unused options."""

from __future__ import annotations

import errno
import gc
import io
import os
import re
import signal
import sys
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click
import msgspec
from click.core import ParameterSource

from mjcompanion import RULESETS, RuleError
from mjcompanion.cli.json_output import error_answer
from mjcompanion.cli.localized_click import option
from mjcompanion.core.errors import Problem, bad_request, listed, printable
from mjcompanion.core.hand import AT_TABLES, By
from mjcompanion.core.options import OPTIONS, OptionKind, Options
from mjcompanion.core.sanitize import GivenTwice, decode_json, why_unread
from mjcompanion.i18n.translation import N_, _, language, number, use
from mjcompanion.storage.paths import Folders, read_bounded, write_named_file

if TYPE_CHECKING:
    from concurrent.futures import Future

_FEW: Final = 2_000
_TOGETHER: Final = 1_000
"""A file with more lines than `_FEW` is answered by several processes, each of which gets this many at a time."""
LONGEST_LINE: Final = 100_000
"""The longest request line that is read, in bytes."""

_WHOLE_NUMBER: Final = re.compile("-?[0-9]{1,18}")
_WHOLE_NUMBERS: Final = re.compile("[0-9]{1,18}(,[0-9]{1,18})*")

_encode = msgspec.json.Encoder().encode

_NO_LINES: Final = {
    "hand": N_("Give a hand or --jsonl FILE, not both."),
    "request": N_("Give a request or --jsonl FILE, not both."),
    "club": N_("Each line of --jsonl FILE says its own rules. Leave --club out."),
    "keep": N_("Only a single hand can be saved. Leave out --keep or --jsonl FILE."),
}
"""What can't be given together with a file of requests, by its name in the command."""

Answerer = Callable[[object], dict[str, Any]]
Piece = TypeVar("Piece")
Made = TypeVar("Made")


json_option = option("--json", "as_json", is_flag=True, help="Answer in JSON.")
jsonl_option = option("--jsonl", metavar="FILE", help="Answer a file of requests, one a line (- reads standard input).")


def content_of(path: str, largest: int) -> bytes:
    """Return the bytes of a file, or of standard input for `-`; of more than `largest` just enough to see that.

    Raises:
        OSError: it can't be read, or isn't a plain file.

    """
    if path != "-":
        return read_bounded(Path(path), largest)
    with click.open_file("-", "rb") as stream:
        content: bytes = stream.read(largest + 1)
    return content


@contextmanager
def standard_output() -> Iterator[IO[bytes]]:
    """Open standard output for the bytes of a file; a terminal shows escapes instead of what it would obey."""
    with click.open_file("-", "wb") as stream:
        if not sys.stdout.isatty():
            yield stream
            return
        made = io.BytesIO()
        yield made
        lines = made.getvalue().decode(errors="backslashreplace").replace("\r\n", "\n").split("\n")
        stream.write("\n".join(printable(line, len(line)) for line in lines).encode())


def hand_text(typed: str) -> str:
    """Return what a hand is read from: the words that were typed, or standard input for `-`.

    Raises:
        RuleError: standard input holds too much, or no text.

    """
    if typed != "-":
        return typed
    content = content_of("-", LONGEST_LINE)
    if len(content) > LONGEST_LINE:
        raise bad_request(_("The hand has more than {limit} bytes.").format(limit=number(LONGEST_LINE)))
    try:
        return content.removeprefix(BOM_UTF8).decode().strip()
    except UnicodeDecodeError as error:
        raise bad_request(_("The hand can’t be read: {why}.").format(why=why_unread(error))) from None


def write_out(path: str, content: bytes) -> None:
    """Write a file that somebody named, whole or not at all, or standard output for `-`.

    Raises:
        OSError: it can't be written; the error names the file.

    """
    if path != "-":
        write_named_file(Path(path), content)
        return
    with standard_output() as stream:
        stream.write(content)


def answer_lines(path: str, answer: Answerer) -> None:
    """Answer every line of a file (or of standard input, for `-`), in order; a bad line is answered too.

    A long file is divided among as many processes as there are processors. `answer` is a function that another process
    can find by its name.

    Raises:
        click.UsageError: a single hand or request is given too, or an option that can't be given with a file.

    """
    for given in _given():
        if given.name in _NO_LINES:
            raise click.UsageError(_(_NO_LINES[given.name]))
    warn(
        _("Warning: each line of --jsonl FILE says everything, so {option} changes nothing."), but=("jsonl", "as_json")
    )
    gc.set_threshold(100_000)  # answers hold no cycles; looking for some costs a tenth of the time
    with click.open_file(path, "rb") as file, click.open_file("-", "wb") as out:
        lines = _bounded_lines(file)
        first = list(islice(lines, _FEW))
        out.write(_answered(first, answer))
        following = list(islice(lines, _TOGETHER))
        if not following:
            return
        processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        chunks = chain([following], iter(lambda: list(islice(lines, _TOGETHER)), []))
        with closing(shared_out(chunks, partial(_answered, answer=answer), processors)) as answered:
            for answers in answered:
                out.write(answers)


def _bounded_lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file; of one that is too long only enough to see that."""
    while line := file.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 1)


def shared_out(pieces: Iterable[Piece], work: Callable[[Piece], Made], processes: int) -> Generator[Made, None, None]:
    """Yield the result of `work` for each piece, in order, from several processes that take one piece at a time.

    `work` is a function that another process can find by its name. Closing the generator early, as Ctrl+C does, ends
    its processes after the pieces that they are working on.
    """
    if processes <= 1:
        yield from map(work, pieces)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    waiting: deque[Future[Made]] = deque()
    with ProcessPoolExecutor(processes, None, _begin, (language(),)) as pool:
        try:
            before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for this process alone
            try:
                pool.submit(int)  # starts processes
            finally:
                signal.signal(signal.SIGINT, before)
            for piece in pieces:
                waiting.append(pool.submit(work, piece))
                if len(waiting) > 2 * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            text = _("Another program ended a process that was working on this: start it again.")
            raise ChildProcessError(errno.ECHILD, text) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(speaks: str) -> None:
    """Begin a process that works for this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    use(speaks)


def _answered(lines: list[bytes], answer: Answerer) -> bytes:
    """Return the answers to some lines, a line each."""
    return b"".join([_encode(answer_line(line, answer)) + b"\n" for line in lines])


def answer_line(line: bytes, answer: Answerer) -> dict[str, Any]:
    """Answer one line, whatever it holds.

    >>> answer_line(b"{", dict)
    {'ok': False, 'error': 'This line isn’t JSON: it ends too soon.'}
    """
    try:
        request = read_json(line)
        return answer(request)
    except RuleError as error:
        return error_answer(error)
    except RecursionError:
        return {"ok": False, "error": _("This request is nested too deeply.")}


def read_json(line: bytes, *, alone: bool = False) -> object:
    """Read a line of JSON; `alone` says that it is no line among others.

    Raises:
        RuleError: it isn't JSON, or is too long.

    """
    if len(line) > LONGEST_LINE:
        text = _("The request has more than {limit} bytes.") if alone else _("This line has more than {limit} bytes.")
        raise bad_request(text.format(limit=number(LONGEST_LINE)))
    if not line.strip():
        raise bad_request(_("The request is empty.") if alone else _("This line is empty."))
    try:
        read: object = decode_json(line.removeprefix(BOM_UTF8))
    except GivenTwice as error:
        raise _given_twice(error) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        text = _("The request isn’t JSON: {why}.") if alone else _("This line isn’t JSON: {why}.")
        raise bad_request(text.format(why=why_unread(error))) from None
    return read


def _given_twice(error: GivenTwice) -> RuleError:
    return bad_request(_("“{key}” is given twice in one object.").format(key=printable(error.key)))


class ChosenRules(NamedTuple):
    """What a command's options choose: a ruleset, its changed house options, and the name of a club's rules."""

    rules: str
    options: dict[str, Any]
    house_name: str = ""


def chosen_rules(rules: str, club: str | None, options: Iterable[str], data_dir: Path | None) -> ChosenRules:
    """Return a ruleset, or a club's rules, changed by `KEY=VALUE`; warn of an option that these rules don't use.

    Raises:
        RuleError: an option that isn't one, no such house rules, or rules that these aren't made from.

    """
    changes = dict(map(read_option, options))
    chosen = ChosenRules(rules, changes)
    if club is not None:
        from mjcompanion.table.club_rules import RulesLibrary

        house = RulesLibrary(Folders.at(data_dir).rules_folder).named(club)
        named = click.get_current_context().get_parameter_source("rules") is not ParameterSource.DEFAULT
        if named and rules != house.preset:
            sentence = _("The house rules “{name}” are made from {preset}, not from {rules}: leave --rules out.")
            raise bad_request(sentence.format(name=house.name, preset=house.preset, rules=printable(rules)))
        chosen = ChosenRules(str(house.preset), house.changes | changes, "" if changes else house.name)
    ruleset = RULESETS.get(chosen.rules)
    for key in changes:
        if ruleset is None or key in ruleset.uses or (key == "rows" and ruleset.rows):
            continue
        if key in Options.__struct_fields__:
            sentence = _("Warning: {rules} has no use for the option {option}.")
            click.echo(sentence.format(rules=_(ruleset.short), option=key), err=True)
    return chosen


club_option = option(
    "--club", metavar="NAME|FILE", help="House rules: their name, or a file of them. --option changes them further."
)
"""For the commands whose rules may be a club's."""


def refuse(sentence: str, *, but: Collection[str]) -> None:
    """Refuse all options `but` these; the sentence names the first that is given.

    Raises:
        click.UsageError: where there is one.

    """
    for given in _given():
        if given.name not in but:
            raise click.UsageError(sentence.format(option=given.opts[0]))


def warn(sentence: str, *, but: Collection[str] = (), only: Collection[str] | None = None) -> None:
    """Name each given option that changes nothing here: all `but` these, or `only` these."""
    for given in _given():
        if given.name not in but if only is None else given.name in only:
            click.echo(sentence.format(option=given.opts[0]), err=True)


def _given() -> list[click.Parameter]:
    """Return the options and arguments of the command that were given."""
    context = click.get_current_context()
    return [
        one
        for one in context.command.params
        if context.get_parameter_source(one.name or "") is not ParameterSource.DEFAULT
    ]


def read_win_type(text: str | None) -> By | None:
    """Return how the last tile came, as an option of a command names it.

    Raises:
        RuleError: it can't come so.

    """
    if text is None or text in set(By):
        return None if text is None else By(text)
    raise RuleError([Problem("unknown-by", text=text, why=listed(AT_TABLES, "or"))])


def read_option(text: str) -> tuple[str, object]:
    """Read a house option, `key=value`; the value is JSON or plain text.

    >>> read_option("limit=null"), read_option("rounds=2"), read_option("scale=1,2,4")
    (('limit', None), ('rounds', '2'), ('scale', [1, 2, 4]))
    """
    key, sign, value = text.partition("=")
    if not sign:
        raise bad_request(_("“{text}” isn’t an option. Write it KEY=VALUE.").format(text=text))
    plain: dict[str, object] = {"true": True, "false": False, "null": None, "none": None}
    spec = next((one for one in OPTIONS if one.key == key), None)
    if spec is not None and value in spec.choices:
        return key, value
    if value in plain:
        return key, plain[value]
    if spec is not None and spec.kind is OptionKind.SCALE and _WHOLE_NUMBERS.fullmatch(value):
        return key, [int(one) for one in value.split(",")]
    if value.startswith("{"):  # the rows
        try:
            return key, decode_json(value)
        except GivenTwice as error:
            raise _given_twice(error) from None
        except (msgspec.DecodeError, RecursionError):
            pass
    return key, int(value) if _WHOLE_NUMBER.fullmatch(value) else value
