"""What a collector shows, and what a broker keeps of it, when a name is forgotten meanwhile."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path
from typing import Any, cast

from stbpi.collector.live_lines import Numbers, lines
from stbpi.collector.mqtt_ledger import Ledger
from stbpi.collector.mqtt_publisher import BoxPublisher, Publishing
from stbpi.collector.mqtt_topics import broker
from stbpi.collector.picture import Picture
from stbpi.collector.store import Store
from stbpi.forgotten.names import forgotten, write
from tests.collector.box_model import row_of
from tests.forgotten.past import BOX, NAME, collection_in, evening, forget, tells


def test_the_live_view_is_drawn_anew_without_the_name(tmp_path: Path) -> None:
    path = tmp_path / "bars.db"
    with closing(Store(path)) as store:
        picture = Picture(store, lambda: 0.0)
        rows = [row_of(BOX, one) for one in evening().recorded]
        store.add(rows)
        store.commit()
        picture.stored(rows)

        def shown() -> str:
            said = lines(picture, {}, Numbers(ports=1, damaged=0, wall=0), width=200, height=50)
            return f"{said} {picture.matches} {picture.followed[BOX].view()}"

        assert tells(shown())
        forget(path, NAME)
        picture.look()
        assert tells(shown()) == []
        assert "N.N. 1" in shown()

        write(path, forgotten(path).without(NAME))
        picture.look()
        assert tells(shown()) == [NAME]


class Heard:
    """What publishers have in common, without a broker."""

    broker = broker("mqtt://nowhere", {})

    def heard(self, box: str) -> tuple[bool, str, int]:
        return False, "", 0


def test_the_state_that_is_retained_is_told_anew_and_events_as_they_were(tmp_path: Path) -> None:
    path = collection_in(tmp_path)

    async def told() -> tuple[list[dict[str, Any]], list[str]]:
        with closing(Ledger(path)) as ledger:
            publisher = BoxPublisher(cast("Publishing", Heard()), ledger, BOX)
            states = [await publisher._retained()]
            forget(path, NAME)
            states.append(await publisher._retained())
            rows = await ledger.to_publish("nowhere", BOX, 999)
            again = await ledger.behind(BOX, 0, 999)
        named = [json.loads(state[f"stbpi/{BOX}/state"]) for state in states]
        return named, [row.body for row in (*rows, *again.rows)]

    (before, after), bodies = asyncio.run(told())

    assert [player["name"] for player in before["players"]] == [NAME.upper(), "Cid"]
    assert [player["name"] for player in after["players"]] == ["N.N. 1", "Cid"]
    assert tells(json.dumps(after)) == []
    assert sum(NAME in body for body in bodies) == 2  # a copy is one, letter by letter
