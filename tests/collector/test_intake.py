"""From bytes to rows, and what a box is asked for."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from stbpi.collector.leftovers import DAY_S, MOST
from stbpi.serial_log.lines import LARGEST, Resume, encode, encode_line
from tests.collector.box_model import BoxModel, recorded, row_of
from tests.collector.rig import Rig


def test_a_box_that_says_hello_is_asked_for_everything(rig: Rig) -> None:
    box = BoxModel(count=5)
    rig.open()

    rig.came(box.hello())
    box.hear(rig.asks())
    rig.came(box.send())
    stored = rig.intake.commit()

    assert box.questions == [0]
    assert stored == rig.rows() == box.rows()


def test_it_is_asked_for_what_is_missing_and_one_event_more(rig: Rig) -> None:
    box = BoxModel(count=5)
    rig.open()
    rig.came(box.hello() + box.send())
    rig.intake.commit()
    box.happen(3)

    rig.kill()
    rig.open()
    rig.came(box.hello())
    box.hear(rig.asks())
    rig.came(box.send())
    rig.intake.commit()

    assert box.questions == [4]
    assert rig.rows() == box.rows()
    assert rig.intake.doubled == 1


def test_what_was_not_committed_comes_again(rig: Rig) -> None:
    box = BoxModel(count=5)
    rig.open()
    rig.came(box.hello() + box.send(3))
    rig.intake.commit()
    rig.came(box.send())

    rig.kill()

    assert rig.rows() == box.rows()[:3]
    rig.open()
    rig.settle(box)
    assert rig.rows() == box.rows()


def test_events_before_the_name_of_a_box_are_kept_apart_and_come_again(rig: Rig) -> None:
    box = BoxModel(count=6)
    rig.open()
    rig.came(box.send(2))
    rig.intake.commit()

    assert rig.rows() == []
    assert [(box_, why) for _, box_, why, _, _ in rig.damaged()] == [(None, "no hello yet")] * 2
    assert rig.codes().count("no_hello") == 1

    rig.settle(box)

    assert rig.rows() == box.rows()


def test_a_box_that_was_there_before_us_is_asked_who_it_is(rig: Rig) -> None:
    box = BoxModel(count=4)
    rig.open()

    asked = [rig.asks(seconds) for seconds in (0, 0.9, 0.1, 1.9, 0.1)]
    box.hear(asked[4])
    rig.came(box.heartbeat() + box.send())
    box.hear(rig.asks())
    rig.came(box.send())
    rig.intake.commit()

    who_is_there = encode_line(Resume(after=LARGEST))
    assert asked == [who_is_there, b"", who_is_there, b"", who_is_there]
    assert box.questions == [LARGEST, 0]
    assert rig.rows() == box.rows()
    (named,) = [notice for notice in rig.said if notice.code == "named"]
    assert str(named.text) == f"{named.port}: this is box {named.box}, 4 events to come"


def test_a_box_says_once_who_it_is(rig: Rig) -> None:
    box = BoxModel(count=2)
    rig.open()
    rig.came(box.hello() + box.send() + box.heartbeat() + box.heartbeat())

    assert rig.codes() == ["hello"]


def test_a_heartbeat_that_knows_of_more_than_came_leads_to_a_question(rig: Rig) -> None:
    box = BoxModel(count=4)
    rig.open()
    rig.came(box.hello() + box.send(3))
    rig.asks()
    box.send()  # lost

    rig.came(box.heartbeat())
    at_once = rig.asks()
    later = rig.asks(2)
    box.hear(later)
    rig.came(box.send())
    rig.intake.commit()

    assert (at_once, later) == (b"", encode_line(Resume(after=2)))
    assert rig.rows() == box.rows()


def test_a_gap_is_asked_for_again_ever_later(rig: Rig) -> None:
    box = BoxModel(count=9)
    rig.open()
    rig.came(box.hello() + box.send(3))
    rig.asks()
    box.send(2)
    rig.came(box.send())

    asked = []
    for second in range(1, 200):
        if rig.asks(1):
            asked.append(second)

    waits = [later - earlier for earlier, later in pairwise(asked)]
    assert asked[0] == 1
    assert waits[:6] == [2, 4, 8, 16, 32, 60]
    assert rig.intake.boxes["bar"].missing == ((4, 5),)
    assert rig.codes().count("gap") == 1
    assert rig.codes().count("one_way") == 1


def test_a_line_without_a_way_back_is_never_asked(rig: Rig) -> None:
    box = BoxModel(count=9)
    rig.open(can_ask=False)
    rig.came(box.hello() + box.send(3))
    box.send(2)
    rig.came(box.send())

    assert all(rig.asks(second) == b"" for second in range(100))
    rig.intake.closed("port")
    rig.intake.commit()

    assert rig.intake.boxes["bar"].missing == ((4, 5),)
    assert [dict(n.facts) for n in rig.said if n.code == "gap"] == [{"first": 4, "last": 5}]
    assert len(rig.rows()) == 7


def test_a_gap_that_is_filled_is_told(rig: Rig) -> None:
    box = BoxModel(count=9)
    rig.open()
    rig.came(box.hello() + box.send(3))
    box.send(2)
    rig.came(box.send())

    rig.settle(box)

    assert [code for code in rig.codes() if code in ("gap", "whole")] == ["gap", "whole"]


@pytest.mark.parametrize("lacks", [range(1, 500), range(300, 500), [1, 2, 700, 701]])
def test_what_a_box_itself_lacks_is_not_asked_for_for_ever(rig: Rig, lacks: range) -> None:
    box = BoxModel(count=900, lacks=lacks)
    rig.open()
    rig.came(box.hello())

    rig.settle(box)
    questions = len(box.questions)
    for _ in range(20):
        rig.came(box.heartbeat())
        box.hear(rig.asks(30))

    assert rig.rows() == box.rows()
    assert rig.intake.boxes["bar"].missing == ()
    assert "absent" in rig.codes()
    assert len(box.questions) == questions


def test_an_event_that_is_damaged_again_and_again_is_not_given_up(rig: Rig) -> None:
    box = BoxModel(count=6)
    rig.open()
    rig.came(box.hello())
    for _ in range(8):
        box.hear(rig.asks(60))
        rig.came(box.send().replace(b'"n":4,', b'"n":5,'))

    assert "absent" not in rig.codes()
    box.hear(rig.asks(60))
    rig.came(box.send())
    rig.intake.commit()
    assert rig.rows() == box.rows()


def test_what_a_box_lacked_is_asked_for_when_its_program_has_started_again(rig: Rig) -> None:
    box = BoxModel(count=20, lacks=range(5, 9))
    rig.open()
    rig.came(box.hello())
    rig.settle(box)
    assert rig.intake.boxes["bar"].missing == ()

    healed = BoxModel(count=20)
    healed.boot = 2
    rig.came(healed.hello())
    rig.settle(healed)

    assert rig.rows() == healed.rows()


def test_the_same_number_with_something_else_is_kept_apart(rig: Rig) -> None:
    box = BoxModel(count=8)
    rig.open()
    rig.came(box.hello() + box.send())
    rig.intake.commit()
    other = BoxModel(count=12, boot=2)  # a new card: numbers begin with 1 again

    for _ in range(3):  # however often it comes
        rig.came(other.hello())
        other.hear(rig.asks())
        rig.came(other.send())
        rig.intake.commit()

    assert other.questions[0] == 7
    assert rig.rows() == box.rows()
    kept = [(box_, why, data) for _, box_, why, _, data in rig.damaged()]
    texts = [encode(one)[:-18] + b"}" for one in other.events[7:]]
    assert kept == [("bar", "conflict", text) for text in texts]
    assert "conflict" in rig.codes()
    assert rig.asks(100) == b""
    assert rig.intake.boxes["bar"].missing == ()


def test_two_ports_with_the_same_box_are_told_and_nothing_is_doubled(rig: Rig) -> None:
    box = BoxModel(count=8)
    rig.open("a")
    rig.open("b")
    rig.came(box.hello(), "a")
    data = box.send()
    rig.came(box.hello(), "b")
    rig.came(data, "a")
    rig.came(data, "b")
    rig.intake.commit()

    assert [n.text.wordings[0].split(";")[0] for n in rig.said if n.code == "same_name"] == [
        "b and a both say that they are box bar"
    ]
    assert rig.rows() == box.rows()
    assert rig.intake.doubled == 8


def test_several_boxes_have_numbers_of_their_own(rig: Rig) -> None:
    boxes = [BoxModel("a", count=5), BoxModel("b", count=7)]
    for box in boxes:
        rig.open(box.name)
        rig.came(box.hello() + box.send(), box.name)
    rig.intake.commit()

    assert rig.rows() == [*boxes[0].rows(), *boxes[1].rows()]


def test_a_cable_that_is_put_into_another_box_brings_its_events(rig: Rig) -> None:
    a, b = BoxModel("a", count=5), BoxModel("b", count=5)
    rig.open()
    rig.came(a.hello() + a.send())
    rig.came(b.hello() + b.send())
    rig.intake.commit()

    assert rig.rows() == [*a.rows(), *b.rows()]
    assert rig.intake.boxes["a"].ports == set()


def test_a_newer_protocol_is_told_and_what_can_be_read_is_stored(rig: Rig) -> None:
    box = BoxModel(count=2)
    rig.open()
    rig.came(box.hello(protocol=2) + box.send() + b'{"n":3,"new":true}\r\n')
    rig.intake.commit()

    assert "newer_protocol" in rig.codes()
    assert rig.rows() == box.rows()
    assert [(why, data) for _, _, why, _, data in rig.damaged()] == [
        ("no line", b'{"n":3,"new":true}')
    ]


def test_an_event_that_this_program_does_not_know_is_stored(rig: Rig) -> None:
    import zlib

    text = b'{"n":1,"boot":1,"match":0,"t":5,"e":"sung","song":"Skaal"'
    line = text + b',"c":"%08x"}\r\n' % zlib.crc32(text)
    rig.open()
    rig.came(BoxModel().hello() + line)
    rig.intake.commit()

    assert [(row.e, row.body) for row in rig.rows()] == [("sung", '{"song":"Skaal"}')]


def test_our_own_question_that_comes_back_is_kept_apart(rig: Rig) -> None:
    rig.open()
    rig.came(encode_line(Resume(after=3)))
    rig.intake.commit()

    assert [why for _, _, why, _, _ in rig.damaged()] == ["not for us"]


def test_a_torn_line_is_counted_and_kept(rig: Rig) -> None:
    box = BoxModel(count=3)
    rig.open()
    rig.came(box.hello() + box.send(1))
    torn = box.send(1)[:-9]
    rig.came(torn + b"\r\n" + box.send())
    rig.intake.commit()

    assert rig.damaged() == [("port", "bar", "no line", len(torn), torn)]
    assert rig.intake.damaged == 1


def test_noise_is_bounded_and_every_byte_of_it_is_counted(rig: Rig) -> None:
    noise = random.Random(6).randbytes(2_000_000)
    rig.open()
    for at in range(0, len(noise), 4096):
        rig.came(noise[at : at + 4096])
        rig.intake.commit()
    rig.intake.closed("port")
    rig.intake.commit()

    kept = rig.damaged()
    ends = noise.count(b"\r") + noise.count(b"\n")
    assert len(kept) == MOST + 1
    assert sum(length for _, _, _, length, _ in kept) == len(noise) - ends
    assert [(why, data) for _, _, why, _, data in kept[-1:]] == [("more", b"")]
    assert all(len(data) <= 240 for *_, data in kept)
    assert [n.code for n in rig.said] == ["noise"]
    assert "--baud" in str(rig.said[0].text)


def test_another_day_has_noise_of_its_own(rig: Rig) -> None:
    rig.open()
    for _ in range(2):
        rig.came(b"?\n" * (MOST + 5))
        rig.intake.commit()
        rig.wall += DAY_S

    kept = rig.damaged()
    assert len(kept) == 2 * (MOST + 1)
    assert sum(length for _, _, _, length, _ in kept) == 2 * (MOST + 5)


def test_what_another_program_has_stored_meanwhile_is_not_stored_again(rig: Rig) -> None:
    box = BoxModel(count=6)
    second = Rig(rig.path)
    for one in (rig, second):
        one.open()
        one.came(box.hello())
        one.intake.commit()
    data = box.send()
    second.came(data)
    second.intake.commit()
    second.close()

    rig.came(data)
    rig.intake.commit()

    assert rig.rows() == box.rows()
    assert rig.damaged() == []


def test_what_another_program_has_stored_under_a_number_is_a_conflict(rig: Rig) -> None:
    box, other = BoxModel(count=2), BoxModel(count=2, boot=2)
    second = Rig(rig.path)
    rig.open()
    rig.came(box.hello())
    rig.intake.commit()
    second.open()
    second.came(other.hello() + other.send())
    second.intake.commit()
    second.close()

    rig.came(box.send())
    rig.intake.commit()

    assert rig.rows() == other.rows()
    assert [why for _, _, why, _, _ in rig.damaged()] == ["conflict"] * 2
    assert "conflict" in rig.codes()


def test_what_is_known_of_a_box_is_stored(rig: Rig) -> None:
    box = BoxModel(count=4)
    rig.open()
    rig.came(box.hello() + box.send(2))
    rig.intake.commit()
    rig.kill()

    known = rig.intake.boxes["bar"]
    assert (known.version, known.tiles, known.last, known.seen) == ("1.0", 9, 4, rig.wall)
    assert known.missing == ((3, 4),)


def test_rows_are_those_of_the_journal(rig: Rig) -> None:
    row = row_of("bar", recorded(5))

    assert row == ("bar", 5, 1, 1, 50, row.wall, "rolled", row.body)
