"""What holds for every hand, whatever its tiles."""

import json

from hypothesis import given, settings

from mjcompanion.core.options import rounded
from mjcompanion.scoring.request import read_request, score_request, write_request
from mjcompanion.scoring.text_renderer import as_text
from tests.sample import often
from tests.strategies import requests


@settings(max_examples=often(300, 60))
@given(requests())
def test_every_sheet_recounts_to_its_total_from_its_lines(asked):
    sheet = score_request(asked)
    points, doubles = sum(line.points for line in sheet.lines), sum(line.doubles for line in sheet.lines)
    assert (sheet.points, sheet.doubles) == (points, doubles)
    counted_out = points << doubles
    rounded_out = rounded(counted_out, sheet.unit)
    limit = sheet.context.options.limit
    if limit is None:
        assert sheet.score == rounded_out
    else:
        least = max((line.share for line in sheet.lines), default=0) * limit // 1
        stays = least <= counted_out <= limit  # what the limit or a share of it decides is not rounded
        assert sheet.score == min(max(rounded_out if stays else counted_out, least), limit)
    assert sheet.limited is (sheet.score != rounded_out)
    assert sheet.rounding == (0 if sheet.limited else rounded_out - counted_out)
    assert all(line.what and line.source and line.rules for line in sheet.lines)
    assert all(line.points or line.doubles or line.share for line in sheet.lines)


@settings(max_examples=often(200, 40))
@given(requests())
def test_the_sheet_in_text_shows_every_line_and_the_score(asked):
    sheet = score_request(asked)
    text = as_text(sheet)
    for line in sheet.lines:
        assert line.what.casefold() in text.casefold()
    assert f"{sheet.score:,}" in text
    if sheet.limited:
        assert "limit" in text
    if sheet.adjustment:
        assert sheet.adjustment.final_text in text.replace(",", "")


@settings(max_examples=often(300, 60))
@given(requests())
def test_a_request_reads_back_from_what_it_writes(asked):
    hand, context = read_request(asked)
    written = write_request(hand, context)
    assert read_request(written) == (hand, context)
    assert read_request(json.loads(json.dumps(written))) == (hand, context)
    assert score_request(written) == score_request(asked)
