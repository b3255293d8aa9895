from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.collector.mqtt_topics import PASSWORD, Broker, Kind, box_of, broker, identity, level
from stbpi.errors import BrokerError

PRINTABLE = st.characters(min_codepoint=0x20, max_codepoint=0x7E)
BOXES = st.text(PRINTABLE, min_size=1, max_size=12).filter(lambda name: name == name.strip())
HERE = Broker(host="localhost", port=1883, is_tls=False)


@given(BOXES)
def test_any_name_of_a_box_is_one_level_of_a_topic_and_comes_back(box: str) -> None:
    topic = HERE.topic(box, Kind.EVENTS)

    assert topic.count("/") == 2
    assert not set("+#") & set(topic)
    assert box_of(level(box)) == box
    assert HERE.place(topic) == (box, Kind.EVENTS)


@given(BOXES, BOXES)
def test_two_names_never_share_a_topic_nor_an_identity(one: str, other: str) -> None:
    assert (level(one) == level(other)) == (one == other)
    assert (identity(one) == identity(other)) == (one == other)
    assert identity(one).isascii()
    assert identity(one).replace("_", "").isalnum()


@given(st.text(max_size=30))
def test_a_topic_of_somebody_else_is_none_of_a_box_or_can_be_written_back(topic: str) -> None:
    place = HERE.place(f"stbpi/{topic}")

    if place is not None:
        assert f"stbpi/{topic}".startswith(HERE.topic(*place))


@pytest.mark.parametrize(
    "topic",
    [
        "stbpi/bar",
        "stbpi/bar/other",
        "stbpi/bar/events/more",
        "stbpi//events",
        "stbpi/a name that is far too long/events",
        "stbpi/bar%2fa/events",
        "stbpi/%41/events",
        "stbpi/ø/events",
        "stbpi/ bar/events",
        "other/bar/events",
        "",
    ],
)
def test_what_is_no_topic_of_a_box_is_left_alone(topic: str) -> None:
    assert HERE.place(topic) is None


def test_an_answer_may_be_for_somebody() -> None:
    assert HERE.place("stbpi/bar/again") == ("bar", Kind.AGAIN)
    assert HERE.place("stbpi/bar/again/me") == ("bar", Kind.AGAIN)


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("mqtt://host", Broker(host="host", port=1883, is_tls=False)),
        ("mqtts://host", Broker(host="host", port=8883, is_tls=True)),
        ("mqtt://[::1]:1/", Broker(host="::1", port=1, is_tls=False)),
        ("mqtt://h/pubs/oslo", Broker(host="h", port=1883, is_tls=False, base="pubs/oslo")),
        ("mqtt://h/a%20b", Broker(host="h", port=1883, is_tls=False, base="a b")),
        ("mqtt://h?discovery=", Broker(host="h", port=1883, is_tls=False, discovery="")),
        ("mqtt://h?discovery=ha", Broker(host="h", port=1883, is_tls=False, discovery="ha")),
        (
            "mqtt://Ann:p%40ss@h",
            Broker(host="h", port=1883, is_tls=False, user="Ann", password="p@ss"),
        ),
    ],
)
def test_the_address_of_a_broker_is_read(url: str, read: Broker) -> None:
    assert broker(url, {}) == read


def test_the_password_may_stand_in_the_environment_and_is_never_shown() -> None:
    found = broker("mqtt://Ann@host/base", {PASSWORD: "secret"})

    assert (found.user, found.password) == ("Ann", "secret")
    assert found.name == "mqtt://host:1883/base"
    assert "secret" not in repr(found)
    assert broker("mqtt://Ann:own@host", {PASSWORD: "secret"}).password == "own"


@pytest.mark.parametrize(
    "url",
    [
        "host",
        "http://host",
        "mqtt://",
        "mqtt://host:port",
        "mqtt://host:0",
        "mqtt://host:99999",
        "mqtt://host/a+b",
        "mqtt://host/a#b",
        "mqtt://host/a%23b",
        "mqtt://host/a//b",
        "mqtt://host/$SYS",
        "mqtt://host?discovery=a%2Bb",
        "mqtt://host?client=me",
        "mqtt://host?discovery",
        "mqtt://[::1",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BrokerError) as refused:
        broker(url, {})

    assert refused.value.what.endswith("is no address of an MQTT broker")


@pytest.mark.parametrize("rest", ["a+b", "base?x=1", ":port"])
def test_a_wrong_address_is_told_without_its_password(rest: str) -> None:
    with pytest.raises(BrokerError) as refused:
        broker(f"mqtt://Ann:se@cret@host/{rest}".replace("/:", ":"), {})

    assert "cret" not in str(refused.value)
    assert "mqtt://Ann:***@host" in str(refused.value)
