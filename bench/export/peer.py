"""PyTorch Geometric's side of bench:export. Prints one line of JSON.

peer.py models FOLDER KIND   writes KIND.safetensors, KIND.old.onnx and KIND.new.onnx, as far as torch.onnx can, and
                             KIND.logits.f64, computed in double precision
peer.py infer FOLDER KIND THREADS REPEATS FROM   times PyTorch itself, FROM a sparse matrix of the graph that is there,
                             from one with GCN's normalization in it, or from the list of its arcs, of which it makes a
                             matrix in every run: matrix, normalized or arcs
FOLDER: what write-graph.ts wrote. KIND: gcn, sage-mean, sage-max, gin or gat; two layers of 128 and a linear one.
"""

import hashlib
import json
import resource
import sys
import time
import warnings

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from torch import nn
from torch_geometric.nn import GATConv, GCNConv, GINConv, SAGEConv

warnings.filterwarnings("ignore")
HIDDEN, HEADS = 128, 4


def gin(inputs, outputs):
    return GINConv(nn.Sequential(nn.Linear(inputs, outputs), nn.ReLU(), nn.Linear(outputs, outputs)))


CONVS = {
    "gcn": GCNConv,
    "sage-mean": lambda i, o: SAGEConv(i, o, aggr="mean"),
    "sage-max": lambda i, o: SAGEConv(i, o, aggr="max"),
    "gin": gin,
    "gat": lambda i, o: GATConv(i, o // HEADS, heads=HEADS),
}


class Net(nn.Module):
    def __init__(self, kind, features):
        super().__init__()
        self.first, self.second = CONVS[kind](features, HIDDEN), CONVS[kind](HIDDEN, HIDDEN)
        self.head = nn.Linear(HIDDEN, 1)

    def forward(self, x, edge_index):
        return self.head(F.relu(self.second(F.relu(self.first(x, edge_index)), edge_index)))


def read(folder):
    meta = json.load(open(f"{folder}/graph.json"))
    x = np.fromfile(f"{folder}/features.f32", np.float32).reshape(meta["nodes"], meta["features"])
    ends = [np.fromfile(f"{folder}/{end}.i32", np.int32).astype(np.int64) for end in ("source", "target")]
    return torch.from_numpy(x), torch.from_numpy(np.stack(ends))


def net(kind, features):
    torch.manual_seed(7)
    return Net(kind, features).eval()


def export(model, path, new):
    x, edge_index = torch.randn(200, model.features), torch.randint(0, 200, (2, 900))
    options = dict(input_names=["x", "edge_index"], output_names=["logits"], opset_version=18)
    try:
        if new:
            free = torch.export.Dim.DYNAMIC
            torch.onnx.export(
                model, (x, edge_index), path, dynamo=True, dynamic_shapes=({0: free}, {1: free}), verbose=False, **options
            )
        else:
            axes = {"x": {0: "N"}, "edge_index": {1: "E"}, "logits": {0: "N"}}
            torch.onnx.export(model, (x, edge_index), path, dynamo=False, dynamic_axes=axes, **options)
        return None
    except Exception as error:
        return str(error).strip().split("\n")[0][:120] or type(error).__name__


def models(folder, kind):
    x, edge_index = read(folder)
    model = net(kind, x.shape[1])
    model.features = x.shape[1]
    save_file({key: value.contiguous() for key, value in model.state_dict().items()}, f"{folder}/{kind}.safetensors")
    failed = {way: export(model, f"{folder}/{kind}.{way}.onnx", way == "new") for way in ("old", "new")}
    with torch.no_grad():
        exact = model.double()(x.double(), edge_index)
    exact.numpy().tofile(f"{folder}/{kind}.logits.f64")
    return {"failed": {way: why for way, why in failed.items() if why}}


def normalized(edge_index, nodes):
    """The matrix of a graph convolution, as GCNConv makes it anew in every run."""
    from torch_geometric.nn.conv.gcn_conv import gcn_norm
    from torch_geometric.utils import to_torch_csr_tensor

    arcs, weights = gcn_norm(edge_index, num_nodes=nodes)
    return to_torch_csr_tensor(arcs.flip(0), weights, size=(nodes, nodes))


def run_normalized(model, x, matrix):
    """The same GCN as two products with a matrix that is there."""
    for layer in (model.first, model.second):
        x = F.relu(matrix @ layer.lin(x) + layer.bias)
    return model.head(x)


def infer(folder, kind, threads, repeats, start_from):
    from torch_geometric.utils import to_torch_csr_tensor

    torch.set_num_threads(threads)
    x, edge_index = read(folder)
    model = net(kind, x.shape[1])
    run = model
    if start_from == "normalized":
        run = lambda x, matrix: run_normalized(model, x, matrix)

    def matrix():
        # GATConv takes the list of arcs alone; the others are fastest on a matrix, whose rows are targets.
        return edge_index if kind == "gat" else to_torch_csr_tensor(edge_index.flip(0), size=(len(x),) * 2)

    graph = normalized(edge_index, len(x)) if start_from == "normalized" else matrix()
    exact = np.fromfile(f"{folder}/{kind}.logits.f64").reshape(-1, 1)
    milliseconds, digests, difference = [], set(), 0.0
    cpu = time.process_time()
    with torch.no_grad():
        for _ in range(repeats):
            start = time.perf_counter()
            logits = run(x, matrix() if start_from == "arcs" else graph).numpy()
            milliseconds.append((time.perf_counter() - start) * 1e3)
            digests.add(hashlib.sha256(logits.tobytes()).hexdigest())
            difference = max(difference, float(np.abs(logits - exact).max()))
    cpu = (time.process_time() - cpu) / repeats * 1e3
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {
        "milliseconds": milliseconds,
        "cpuMilliseconds": cpu,
        "peakBytes": peak,
        "digests": sorted(digests),
        "difference": difference,
    }


if __name__ == "__main__":
    action, folder, kind = sys.argv[1:4]
    if action == "models":
        result = models(folder, kind)
    else:
        result = infer(folder, kind, int(sys.argv[4]), int(sys.argv[5]), sys.argv[6])
    print(json.dumps(result))
