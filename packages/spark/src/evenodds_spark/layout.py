"""How nodes are cut into blocks and ranges."""

from __future__ import annotations

from dataclasses import dataclass

# Numbers of a range of the widest value that a worker holds at once; twice, as sums of 64 bits.
_RANGE_NUMBERS = 1 << 24
# Ranges that a large graph is cut into: arcs are kept in tiles, one for each pair of ranges with arcs between them.
_RANGES = 4096
# Rows of a range of a small graph, whose numbers stay in a processor's cache.
_FEWEST_ROWS = 16384


@dataclass(frozen=True)
class Layout:
    """Nodes have the places 0 to `nodes` - 1. A block is `block_rows` of them, what a dense step computes at a time; a
    range is `range_rows` of them, a multiple of `block_rows`, what a task holds at a time. No result depends on the
    ranges."""

    nodes: int
    block_rows: int
    range_rows: int

    @property
    def blocks(self) -> int:
        """Number of blocks; the last may have fewer nodes."""
        return -(-self.nodes // self.block_rows)

    @property
    def ranges(self) -> int:
        """Number of ranges; the last may have fewer nodes."""
        return -(-self.nodes // self.range_rows)

    @property
    def blocks_of_range(self) -> int:
        """Number of blocks in a range."""
        return self.range_rows // self.block_rows

    def rows_of_block(self, block: int) -> int:
        """Number of nodes in a block."""
        return min(self.block_rows, self.nodes - block * self.block_rows)

    def rows_of_range(self, number: int) -> int:
        """Number of nodes in a range."""
        return min(self.range_rows, self.nodes - number * self.range_rows)


def choose_layout(nodes: int, block_rows: int, widest: int, range_rows: int = 0) -> Layout:
    """Returns the layout of a graph: ranges of `range_rows` nodes, rounded up to whole blocks; by default so many that
    a large graph has 4096 ranges, as far as the rows of the widest value fit into a worker's memory."""
    fitting = max(1, _RANGE_NUMBERS // widest)
    wanted = range_rows or min(fitting, max(_FEWEST_ROWS, -(-nodes // _RANGES)))
    return Layout(nodes, block_rows, -(-wanted // block_rows) * block_rows)
