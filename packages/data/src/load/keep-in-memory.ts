import type { Graph } from "@evenodds/core";
import { arcsInMemory } from "./arcs-in-memory.js";
import { featuresInMemory } from "./features-in-memory.js";
import type { GraphKeeper } from "./graph-keeper.js";
import type { Arcs } from "./sorted-arcs.js";

/** Keeps a graph with `width` features in memory. */
export function keepInMemory(width: number): GraphKeeper<Float32Array, Arcs, Graph> {
  return {
    features: featuresInMemory(width),
    arcs: arcsInMemory,
    tidy: () => Promise.resolve(),
    relieve: () => Promise.resolve(),
    graph: ({ nodeCount, ...outline }, { features, arcs }) => ({ nodeCount, ...arcs, features, ...outline }),
  };
}
