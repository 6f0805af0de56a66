"""The GCN of main.ts on the same Parquet files, with everything in memory: SciPy's sparse products stand in for a
framework's layer-wise inference. Prints seconds, those of the processor and the peak of memory.

peer.py <nodes.parquet> <arcs.parquet>
"""

import resource
import sys
import time

import numpy as np
import pyarrow.parquet as parquet
from scipy.sparse import csr_matrix

nodes_file, arcs_file = sys.argv[1:3]
table = parquet.read_table(nodes_file)
x = np.column_stack([table.column(i).to_numpy() for i in range(table.num_columns)]).astype(np.float32, copy=False)
del table
arcs = parquet.read_table(arcs_file)
source, target = arcs.column("source").to_numpy(), arcs.column("target").to_numpy()
del arcs
nodes, features = x.shape
rng = np.random.default_rng(7)


def weight(inputs, outputs):
    return (rng.standard_normal((inputs, outputs)) / np.sqrt(features)).astype(np.float32)


start, cpu = time.perf_counter(), time.process_time()
ones = np.ones(len(source), dtype=np.float32)
sums = csr_matrix((ones, (target, source)), shape=(nodes, nodes), dtype=np.float32)
factor = (1 / np.sqrt(np.asarray(sums.sum(axis=1)) + 1)).astype(np.float32)


def gcn(h, outputs):
    scaled = (h @ weight(h.shape[1], outputs)) * factor
    return np.maximum((sums @ scaled + scaled) * factor, 0)


logits = gcn(gcn(x, features), features) @ weight(features, 2)
seconds, used = time.perf_counter() - start, time.process_time() - cpu
assert np.isfinite(logits).all()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
millions = len(source) / 1e6
print(f"scipy.sparse: {seconds / millions:.2f} s, {used / millions:.2f} s of processors per million arcs, peak {peak / 1e9:.1f} GB")
