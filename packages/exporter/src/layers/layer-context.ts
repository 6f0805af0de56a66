import type { NamedWeight } from "@evenodds/core";
import { arcsOf } from "../aggregation/arcs.js";
import { neighbourTables, type NeighbourTables } from "../aggregation/neighbour-tables.js";
import type { GraphBuilder } from "../builder/graph-builder.js";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { lazily } from "../lazily.js";

/** What a layer's translation may use. Everything that layers share is added to the graph once, at its first use. */
export interface LayerContext {
  readonly graph: GraphBuilder;
  /** The trained weight of that name as a constant. */
  readonly weight: (name: string) => Value<"float32">;
  readonly neighbours: () => NeighbourTables;
  /** In-degree of each node, `[N]`. */
  readonly degree: () => Value<"float32">;
  /** Returns the value that `make` adds to the graph, once per `key`. */
  readonly shared: (key: string, make: () => Value<"float32">) => Value<"float32">;
}

/** Returns the context of a graph with inputs `x [N, F]` and `edgeIndex [2, E]`. */
export function layerContext(
  graph: GraphBuilder,
  {
    x,
    edgeIndex,
    weights,
  }: { x: Value<"float32">; edgeIndex: Value<"int64">; weights: ReadonlyMap<string, NamedWeight> },
): LayerContext {
  const arcs = lazily(() => arcsOf(graph, { x, edgeIndex }));
  const kept = new Map<string, Value<"float32">>();
  const shared: LayerContext["shared"] = (key, make) => {
    const value = kept.get(key) ?? make();
    kept.set(key, value);
    return value;
  };
  return {
    graph,
    shared,
    weight: (name) =>
      shared(name, () => {
        const { values, shape } = weights.get(name)!;
        return graph.initializer(name, floatTensor(values, shape));
      }),
    neighbours: lazily(() => neighbourTables(graph, arcs())),
    degree: () => arcs().degree,
  };
}
