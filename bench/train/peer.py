"""Epochs of the same training as evenodds does, by PyTorch, PyG or DGL. Prints one line of JSON.

An epoch is one step of the classifier, with EqGNN one step of the discriminator on the same pass, and one evaluation of
the full loss on the validation nodes (docs/method.md, official mode). Usage: peer.py LIBRARY METHOD FOLDER EPOCHS
LIBRARY: pytorch (a CSR matrix with the normalization in it, whose gradient is the same matrix), pyg (GCNConv on a CSR
matrix) or dgl (GraphConv). FOLDER: what write-graph.ts wrote.
"""

import json
import resource
import sys
import time
import warnings

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

warnings.filterwarnings("ignore")
library, method, folder, epochs = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
torch.manual_seed(0)

meta = json.load(open(f"{folder}/graph.json"))
nodes, features, outputs, hidden = meta["nodes"], meta["features"], meta["outputs"], 128
read = lambda name, kind: np.fromfile(f"{folder}/{name}", dtype=kind)
x = torch.from_numpy(read("features.f32", np.float32).reshape(nodes, features))
source = torch.from_numpy(read("source.i32", np.int32).astype(np.int64))
target = torch.from_numpy(read("target.i32", np.int32).astype(np.int64))
label = torch.from_numpy(read("label.i32", np.int32).astype(np.int64))
group = torch.from_numpy(read("group.i32", np.int32).astype(np.float32))
parts = {part: torch.from_numpy(read(f"{part}.i32", np.int32).astype(np.int64)) for part in ("train", "validation")}


class Symmetric(torch.autograd.Function):
    """A product with a symmetric matrix: its gradient is the same product."""

    @staticmethod
    def forward(context, matrix, h):
        context.matrix = matrix
        return matrix @ h

    @staticmethod
    def backward(context, gradient):
        return None, context.matrix @ gradient


class CsrConv(nn.Module):
    def __init__(self, inputs, width):
        super().__init__()
        self.weight = nn.Parameter(nn.init.xavier_uniform_(torch.empty(inputs, width)))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, h, matrix):
        narrow = self.weight.shape[1] <= self.weight.shape[0]
        product = Symmetric.apply(matrix, h @ self.weight) if narrow else Symmetric.apply(matrix, h) @ self.weight
        return product + self.bias


def make_graph():
    loops = torch.arange(nodes)
    if library == "dgl":
        import dgl

        return dgl.add_self_loop(dgl.graph((source, target), num_nodes=nodes))
    from torch_geometric.utils import to_torch_csr_tensor

    if library == "pyg":
        return to_torch_csr_tensor(torch.stack([source, target]), size=(nodes, nodes))
    s, t = torch.cat([source, loops]), torch.cat([target, loops])
    scale = torch.bincount(t, minlength=nodes).float().rsqrt()
    return to_torch_csr_tensor(torch.stack([t, s]), scale[t] * scale[s], size=(nodes, nodes))


def conv(inputs, width):
    if library == "pytorch":
        return CsrConv(inputs, width)
    if library == "pyg":
        from torch_geometric.nn import GCNConv

        return GCNConv(inputs, width, cached=True)
    from dgl.nn import GraphConv

    inner = GraphConv(inputs, width, norm="both")
    inner.call = lambda h, g: GraphConv.forward(inner, g, h)
    return inner


def run(layer, h):
    return layer.call(h, graph) if library == "dgl" else layer(h, graph)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second, self.head = conv(features, hidden), conv(hidden, hidden), nn.Linear(hidden, outputs)

    def forward(self):
        h = run(self.second, F.dropout(F.relu(run(self.first, x)), 0.5, self.training))
        return h, self.head(h)


class Discriminator(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.first, self.second = conv(inputs, inputs // 2), conv(inputs // 2, 1)

    def forward(self, z):
        return run(self.second, F.relu(run(self.first, z))).squeeze(1)


def draw():
    dummy = torch.bernoulli(share[label.clamp(min=0)]) * (label >= 0)
    return dummy, torch.randint(0, 2, (nodes,)).float()


def discriminate(p, h, dummy, order):
    first, second = torch.where(order == 0, group, dummy), torch.where(order == 0, dummy, group)
    return discriminator(torch.cat([p, first[:, None], second[:, None], one_hot, h], 1))


def covariance(columns):
    centred = columns - columns.mean(0, keepdim=True)
    return centred.t() @ centred / len(columns)


def task_loss(logits, part):
    weight = 1 / torch.bincount(label[part], minlength=2).float()
    return F.cross_entropy(logits[part, :2], label[part], weight / weight.sum() * 1)


def full_loss(h, logits, part, dummy, order):
    loss = task_loss(logits, part)
    if method == "gcn":
        return loss
    p = logits.softmax(1)
    adversarial = F.binary_cross_entropy_with_logits(discriminate(p, h, dummy, order)[part], 1 - order[part])
    stacked = lambda a: torch.cat([p[part], a[part, None], one_hot[part]], 1)
    distance = (covariance(stacked(dummy)) - covariance(stacked(group))).square().sum()
    return loss + 0.1 * (adversarial + 50 * distance)


def step():
    """One step of the classifier, and with EqGNN one of the discriminator on the same pass."""
    classifier.train()
    h, logits = classifier()
    dummy, order = draw() if method == "eqgnn" else (None, None)
    if method == "eqgnn":
        discriminator.requires_grad_(False)
    optimizer.zero_grad()
    full_loss(h, logits, parts["train"], dummy, order).backward()
    if method == "eqgnn":
        discriminator.requires_grad_(True)
        order = torch.randint(0, 2, (nodes,)).float()
        opponent.zero_grad()
        answer = discriminate(logits.detach().softmax(1), h.detach(), dummy, order)
        F.binary_cross_entropy_with_logits(answer[parts["train"]], order[parts["train"]]).backward()
        opponent.step()
    optimizer.step()


def evaluate():
    classifier.eval()
    with torch.no_grad():
        h, logits = classifier()
        dummy, order = draw() if method == "eqgnn" else (None, None)
        return full_loss(h, logits, parts["validation"], dummy, order).item()


graph = make_graph()
one_hot = F.one_hot(torch.where(label < 0, outputs - 1, label), outputs).float()
shares = [group[parts["validation"]][label[parts["validation"]] == y].mean() for y in (0, 1)]
share = torch.stack(shares)
classifier = Classifier()
optimizer = torch.optim.Adam(classifier.parameters(), lr=1e-3)
if method == "eqgnn":
    discriminator = Discriminator(2 * outputs + 2 + hidden)
    opponent = torch.optim.Adam(discriminator.parameters(), lr=1e-3, weight_decay=1e-5)

steps, evaluations = [], []
began = time.perf_counter()
for _ in range(epochs):
    start = time.perf_counter()
    step()
    middle = time.perf_counter()
    evaluate()
    steps.append(middle - start)
    evaluations.append(time.perf_counter() - middle)
seconds = time.perf_counter() - began
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps({"steps": steps, "evaluations": evaluations, "seconds": seconds, "peakBytes": peak}))
