"""Dense steps: small ONNX files that compute each row by itself."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List

import numpy as np

from .layout import Layout
from .rows import Row, numbers
from .state import state_row

# Sessions of this worker, by the digest of their file: a worker serves many partitions one after another.
_sessions: Dict[str, Any] = {}


class RunDense:
    """Runs a step on rows of blocks, with one column for each of its inputs. Every block is filled up with zeros to
    the same number of rows: a runtime may multiply matrices of different sizes in different ways."""

    def __init__(self, step: Dict[str, Any], model: bytes, widths: Dict[str, int], layout: Layout):
        self._model, self._layout, self._digest = model, layout, step["sha256"]
        self._inputs: List[str] = step["inputs"]
        self._outputs: List[str] = step["outputs"]
        self._widths = {name: widths[name] for name in [*self._inputs, *self._outputs]}

    def __call__(self, rows: Iterable[Row]) -> Iterator[Row]:
        session = _open_session(self._digest, self._model)
        for row in rows:
            count = self._layout.rows_of_block(row["block"])
            feeds = {name: self._fill(row[name], self._widths[name], count) for name in self._inputs}
            values = session.run(self._outputs, feeds)
            for name, value in zip(self._outputs, values):
                if value.dtype != np.float32 or value.shape != (self._layout.block_rows, self._widths[name]):
                    raise AssertionError(f"{name} is {value.dtype}{list(value.shape)}")
            yield state_row(row["block"], [value[:count] for value in values])

    def _fill(self, data: Any, width: int, count: int) -> np.ndarray:
        found = numbers(data, "f4", width)
        if len(found) != count:
            raise AssertionError(f"a block has {len(found)} rows instead of {count}")
        if count == self._layout.block_rows:
            return found
        return np.vstack([found, np.zeros((self._layout.block_rows - count, width), np.float32)])


def _open_session(digest: str, model: bytes) -> Any:
    if digest not in _sessions:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        # Spark runs as many tasks as there are cores, and a thread of its own for each would be in their way.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        _sessions.clear()
        _sessions[digest] = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return _sessions[digest]
