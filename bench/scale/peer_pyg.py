"""The GCN of main.ts on the same Parquet files with PyTorch Geometric's own layers, one layer after the other over all
nodes, as its examples infer: with arcs as a list, where messages of all arcs are there at once, and as a sparse matrix.
Prints seconds, those of the processor and the peak of memory.

peer_pyg.py <nodes.parquet> <arcs.parquet> list|matrix
"""

import resource
import sys
import time

import numpy as np
import pyarrow.parquet as parquet
import torch
from torch_geometric.nn import GCNConv
from torch_geometric.utils import to_torch_csr_tensor

nodes_file, arcs_file, form = sys.argv[1:4]
table = parquet.read_table(nodes_file)
x = np.column_stack([table.column(i).to_numpy() for i in range(table.num_columns)]).astype(np.float32, copy=False)
del table
x = torch.from_numpy(x)
table = parquet.read_table(arcs_file)
ends = [table.column(end).to_numpy().astype(np.int64) for end in ("source", "target")]
edge_index = torch.from_numpy(np.stack(ends))
del table, ends
arcs, features = edge_index.shape[1], x.shape[1]
torch.manual_seed(7)
first, second = GCNConv(features, features), GCNConv(features, features)
head = torch.nn.Linear(features, 2)
start, cpu = time.perf_counter(), time.process_time()
with torch.inference_mode():
    graph = edge_index
    if form == "matrix":
        # Rows are targets, as a layer that is given a matrix wants it.
        graph = to_torch_csr_tensor(edge_index.flip(0), size=(len(x), len(x)))
        del edge_index
    h = first(x, graph).relu_()
    h = second(h, graph).relu_()
    logits = head(h)
seconds, used = time.perf_counter() - start, time.process_time() - cpu
assert bool(torch.isfinite(logits).all())
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
millions = arcs / 1e6
print(
    f"torch_geometric, arcs as a {form}: {seconds / millions:.2f} s, {used / millions:.2f} s of processors per million "
    f"arcs, peak {peak / 1e9:.1f} GB"
)
