"""Small graph networks as people write them with PyTorch Geometric, and with tensors alone for other libraries."""

import torch
import torch.nn.functional as F
from torch import nn
from torch_geometric.nn import DenseGCNConv, GATConv, GCNConv, GINConv, GINEConv, SAGEConv, global_mean_pool

HIDDEN = 8


def gin(inputs, outputs):
    return GINConv(nn.Sequential(nn.Linear(inputs, outputs), nn.ReLU(), nn.Linear(outputs, outputs)))


def gat(inputs, outputs):
    return GATConv(inputs, outputs // 2, heads=2)


def gat_without_loops(inputs, outputs):
    return GATConv(inputs, outputs // 2, heads=2, add_self_loops=False)


def plain_gcn(inputs, outputs):
    """GCN that neither adds loops nor weights arcs: both come with the data."""
    return GCNConv(inputs, outputs, normalize=False)


class Net(nn.Module):
    """Two layers that see the graph and a linear one that gives the output."""

    def __init__(self, conv, features, outputs, batch_norm=False):
        super().__init__()
        self.first = conv(features, HIDDEN)
        self.second = conv(HIDDEN, HIDDEN)
        self.norm = nn.BatchNorm1d(HIDDEN) if batch_norm else nn.Identity()
        self.head = nn.Linear(HIDDEN, outputs)

    def embed(self, x, *graph):
        h = F.relu(self.norm(self.first(x, *graph)))
        return F.relu(self.second(h, *graph))

    def forward(self, x, edge_index):
        return self.head(self.embed(x, edge_index))


class Weighted(Net):
    def forward(self, x, edge_index, edge_weight):
        return self.head(self.embed(x, edge_index, edge_weight))


class Attributes(nn.Module):
    """GIN with edge features: the messages depend on three columns of every arc."""

    def __init__(self, features, outputs, columns=3):
        super().__init__()
        self.start = nn.Linear(features, HIDDEN)
        self.conv = GINEConv(nn.Sequential(nn.Linear(HIDDEN, HIDDEN), nn.ReLU()), edge_dim=columns)
        self.head = nn.Linear(HIDDEN, outputs)

    def forward(self, x, edge_index, edge_attr):
        return self.head(F.relu(self.conv(F.relu(self.start(x)), edge_index, edge_attr)))


class Apart(nn.Module):
    """Mean over sources, with ends of arcs apart as DGL's `graph.edges()` gives them; tensors alone."""

    def __init__(self, features, outputs):
        super().__init__()
        self.own = nn.Linear(features, HIDDEN)
        self.others = nn.Linear(features, HIDDEN, bias=False)
        self.head = nn.Linear(HIDDEN, outputs)

    def forward(self, feat, src, dst):
        messages = self.others(feat)[src]
        index = dst.unsqueeze(1).expand(-1, HIDDEN)
        total = torch.zeros(feat.size(0), HIDDEN, dtype=feat.dtype).scatter_add(0, index, messages)
        count = torch.zeros(feat.size(0), dtype=feat.dtype).scatter_add(0, dst, torch.ones_like(messages[:, 0]))
        return self.head(F.relu(self.own(feat) + total / count.clamp(min=1).unsqueeze(1)))


class Degrees(Apart):
    """The same, with the degrees of the nodes as an input."""

    def forward(self, features, edge_index, degree):
        index = edge_index[1].unsqueeze(1).expand(-1, HIDDEN)
        messages = self.others(features)[edge_index[0]]
        total = features.new_zeros(features.size(0), HIDDEN).scatter_add(0, index, messages)
        return self.head(F.relu(self.own(features) + total / degree.clamp(min=1).unsqueeze(1)))


class Rows(Net):
    """An arc per row."""

    def forward(self, x, edges):
        return super().forward(x, edges.t())


class Int32(Net):
    def forward(self, x, edge_index):
        return super().forward(x, edge_index.long())


class Temperature(Net):
    """Logits divided by a number that is an input."""

    def forward(self, x, edge_index, temperature):
        return super().forward(x, edge_index) / temperature


class Batched(Net):
    """Each node also sees the mean of its graph; `batch` says which graph that is."""

    def __init__(self, conv, features, outputs):
        super().__init__(conv, features, outputs)
        self.head = nn.Linear(2 * HIDDEN, outputs)

    def forward(self, x, edge_index, batch):
        h = self.embed(x, edge_index)
        return self.head(torch.cat([h, global_mean_pool(h, batch, size=1)[batch]], dim=1))


class Dense(nn.Module):
    """PyG's GCN on an adjacency matrix, which has a first dimension of graphs."""

    def __init__(self, features, outputs):
        super().__init__()
        self.first = DenseGCNConv(features, HIDDEN)
        self.second = DenseGCNConv(HIDDEN, outputs)

    def forward(self, x, adj):
        return self.second(F.relu(self.first(x, adj)), adj)


class Matrix(nn.Module):
    """Kipf's GCN on a matrix without that dimension: the file adds the loops and normalizes."""

    def __init__(self, features, outputs):
        super().__init__()
        self.first = nn.Linear(features, HIDDEN)
        self.second = nn.Linear(HIDDEN, outputs)

    def forward(self, features, adjacency):
        looped = adjacency + torch.eye(adjacency.size(0))
        scale = looped.sum(1).pow(-0.5)
        hat = scale.unsqueeze(1) * looped * scale
        return hat @ self.second(F.relu(hat @ self.first(features)))


class OneHot(nn.Module):
    """A sum over neighbours that needs no scatter, for opsets that have none that adds."""

    def __init__(self, features, outputs):
        super().__init__()
        self.own = nn.Linear(features, HIDDEN)
        self.others = nn.Linear(features, HIDDEN, bias=False)
        self.head = nn.Linear(HIDDEN, outputs)

    def forward(self, x, edge_index):
        nodes = torch.arange(x.size(0))
        into = (edge_index[1].unsqueeze(0) == nodes.unsqueeze(1)).to(x.dtype)
        mean = into @ self.others(x)[edge_index[0]] / into.sum(1, keepdim=True).clamp(min=1)
        return self.head(F.relu(self.own(x) + mean))


class With(nn.Module):
    """A network with a last step, which is part of the file."""

    def __init__(self, net, last):
        super().__init__()
        self.net = net
        self.last = last

    def forward(self, x, edge_index):
        return self.last(self.net(x, edge_index))


class Embedding(Net):
    """Two outputs: the logits, and what the last layer saw."""

    def forward(self, x, edge_index):
        h = self.embed(x, edge_index)
        return self.head(h), h


class Answer(Net):
    """Two outputs: probabilities, and the class."""

    def forward(self, x, edge_index):
        probabilities = self.head(self.embed(x, edge_index)).softmax(1)
        return probabilities, probabilities.argmax(1)


class HalfInput(nn.Module):
    """Takes float16 and computes in float32."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x, edge_index):
        return self.net(x.float(), edge_index)
