"""Inference of an exported GNN on Spark, layer by layer, from a plan that `evenodds layers` wrote."""

__version__ = "0.1.0"
