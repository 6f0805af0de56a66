"""Writes a random graph as Parquet, part by part, so that it can be larger than memory.

    python make_graph.py --nodes 2e6 --arcs 2e7 --features 64 --out graph

`graph/nodes/*.parquet` has `id` (text), `x0` and so on (float32, of several magnitudes), `label` and `group`;
`graph/arcs/*.parquet` has `source` and `target` (text) and `weight`. In-degrees are skewed: `--hub` is the share of all
arcs that go into the first node, the others fall off with the cube of a uniform number. The same arguments give the
same numbers."""

from __future__ import annotations

import argparse
import os

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 1 << 20


def main() -> None:
    parser = argparse.ArgumentParser()
    for name, default in (("nodes", 2e4), ("arcs", 2e5), ("features", 64), ("seed", 1)):
        parser.add_argument(f"--{name}", type=lambda text: int(float(text)), default=int(default))
    parser.add_argument("--hub", type=float, default=0.0)
    parser.add_argument("--out", required=True)
    flags = parser.parse_args()
    write_nodes(flags.out, flags.nodes, flags.features, flags.seed)
    write_arcs(flags.out, flags.nodes, flags.arcs, flags.hub, flags.seed)


def write_nodes(out: str, nodes: int, features: int, seed: int) -> None:
    for part, start, count in parts(out, "nodes", nodes):
        random = np.random.default_rng([seed, 0, part])
        scale = 10.0 ** random.integers(-2, 3, (count, 1))
        x = (random.standard_normal((count, features), dtype=np.float32) * scale).astype(np.float32)
        columns = {"id": ids(np.arange(start, start + count))}
        columns.update({f"x{place}": pa.array(x[:, place].copy()) for place in range(features)})
        columns["label"] = pa.array(random.integers(0, 2, count))
        columns["group"] = pa.array(np.where(random.random(count) < 0.3, "b", "a").tolist())
        pq.write_table(pa.table(columns), f"{out}/nodes/part-{part:05d}.parquet")


def write_arcs(out: str, nodes: int, arcs: int, hub: float, seed: int) -> None:
    for part, _, count in parts(out, "arcs", arcs):
        random = np.random.default_rng([seed, 1, part])
        target = (random.random(count) ** 3 * nodes).astype(np.int64)
        target[random.random(count) < hub] = 0
        columns = {"source": ids(random.integers(0, nodes, count)), "target": ids(target)}
        columns["weight"] = pa.array(random.random(count, dtype=np.float32))
        pq.write_table(pa.table(columns), f"{out}/arcs/part-{part:05d}.parquet")


def parts(out: str, name: str, rows: int):
    """Yields number, first row and rows of each part of a table."""
    os.makedirs(f"{out}/{name}", exist_ok=True)
    for part in range(max(1, -(-rows // ROWS))):
        yield part, part * ROWS, min(ROWS, rows - part * ROWS)


def ids(places: np.ndarray) -> pa.Array:
    """Returns ids as text whose order is not that of the places."""
    return pa.array((places * 7_919 % 1_000_003 * 10_000_000_000 + places)).cast(pa.string())


if __name__ == "__main__":
    main()
