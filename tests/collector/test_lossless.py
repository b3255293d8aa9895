"""However a line is treated, in the end everything is stored, once."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.collector.box_model import BoxModel
from tests.collector.rig import Rig

Deed = tuple[str, int]

DEEDS: st.SearchStrategy[Deed] = st.one_of(
    st.tuples(st.just("happen"), st.integers(1, 30)),
    st.tuples(st.just("send"), st.integers(1, 20)),
    st.tuples(st.just("arrive"), st.integers(1, 3000)),
    st.tuples(st.just("lose"), st.integers(1, 900)),
    st.tuples(st.just("double"), st.integers(1, 900)),
    st.tuples(st.just("noise"), st.integers(0, 2**32 - 1)),
    st.tuples(st.just("beat"), st.just(0)),
    st.tuples(st.just("wait"), st.integers(0, 5)),
    st.tuples(st.just("wait in vain"), st.integers(0, 5)),
    st.tuples(st.just("reopened by the box"), st.just(0)),
    st.tuples(st.just("reopened by us"), st.just(0)),
    st.tuples(st.just("commit"), st.just(0)),
    st.tuples(st.just("kill"), st.just(0)),
)


class Line:
    """A line with bytes on their way, and what may be done to it."""

    def __init__(self, rig: Rig, box: BoxModel) -> None:
        self.rig = rig
        self.box = box
        self.on_the_way = b""
        rig.open()

    def do(self, deed: str, much: int) -> None:
        match deed:
            case "happen":
                self.box.happen(much)
            case "send":
                self.on_the_way += self.box.send(much)
            case "arrive":
                self._arrive(much)
            case "lose":
                self.on_the_way = self.on_the_way[much:]
            case "double":
                self.on_the_way += self.on_the_way[:much]
            case "noise":
                self.on_the_way += much.to_bytes(4, "big")
            case "beat":
                self.on_the_way += self.box.heartbeat()
            case "wait":
                self.box.hear(self.rig.asks(much))
            case "wait in vain":
                self.rig.asks(much)
            case "reopened by the box":
                self.on_the_way += self.box.hello()
            case "reopened by us":
                self.rig.intake.closed("port")
                self.rig.open()
            case "commit":
                self.rig.intake.commit()
            case "kill":
                self.rig.kill()
                self.rig.open()

    def _arrive(self, much: int) -> None:
        self.rig.came(self.on_the_way[:much])
        self.on_the_way = self.on_the_way[much:]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    deeds=st.lists(DEEDS, max_size=60), count=st.integers(0, 60), lacks=st.sets(st.integers(1, 40))
)
def test_everything_is_stored_once(deeds: list[Deed], count: int, lacks: set[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Path(folder) / "collection.db")
        line = Line(rig, box := BoxModel(count=count, lacks=lacks))
        line.do("reopened by the box", 0)
        for deed in deeds:
            line.do(*deed)
        line.do("arrive", len(line.on_the_way))

        rig.settle(box, steps=600)

        assert rig.rows() == box.rows()
        assert rig.intake.boxes == {} or rig.intake.boxes["bar"].missing == ()
        assert "conflict" not in rig.codes()
        rig.close()


@settings(deadline=None, max_examples=30)
@given(st.lists(st.binary(max_size=300), max_size=20))
def test_whatever_comes_is_counted_or_is_a_line_end(pieces: list[bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Path(folder) / "collection.db")
        rig.open()
        for piece in pieces:
            rig.came(piece)
        rig.intake.closed("port")
        rig.intake.commit()

        data = b"".join(pieces)
        counted = sum(length for _, _, _, length, _ in rig.damaged())
        assert counted == len(data.translate(None, b"\r\n"))
        rig.close()
