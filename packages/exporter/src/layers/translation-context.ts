import type { ExportForm, NamedWeight } from "@evenodds/core";
import type { Aggregation } from "../aggregation/aggregation.js";
import { arcsOf, type ArcValues, type FixedSizes } from "../aggregation/arc-values.js";
import { bucketedAggregation } from "../aggregation/bucketed-aggregation.js";
import { scatteredAggregation } from "../aggregation/scattered-aggregation.js";
import type { GraphBuilder } from "../builder/graph-builder.js";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { lazily } from "../lazily.js";
import { reduceMean } from "../operators/reduction.js";

/** What a layer's translation may use. Everything that layers share is added to the graph once, at its first use. */
export interface TranslationContext {
  readonly graph: GraphBuilder;
  /** The trained weight of that name as a constant. */
  readonly weight: (name: string) => Value<"float32">;
  /** The values of the trained weight of that name, for constants that are computed from several. */
  readonly weightValues: (name: string) => Float32Array;
  readonly aggregation: Aggregation;
  /** Adds the mean of each row of `width` columns, `[N, 1]`. */
  readonly rowMean: (x: Value<"float32">, shape: { readonly width: number }) => Value<"float32">;
  /** Returns the value that `make` adds to the graph, once per `key`. */
  readonly shared: (key: string, make: () => Value<"float32">) => Value<"float32">;
}

const aggregations: Readonly<Record<ExportForm, (graph: GraphBuilder, arcs: () => ArcValues) => Aggregation>> = {
  fast: bucketedAggregation,
  portable: scatteredAggregation,
};

/** Returns the context of a graph with inputs `x [N, F]`, `edgeIndex [2, E]` and perhaps `edgeWeight [E]`. */
export function layerContext(
  graph: GraphBuilder,
  parts: {
    readonly x: Value<"float32">;
    readonly edgeIndex: Value<"int64">;
    readonly edgeWeight?: Value<"float32"> | undefined;
    readonly weights: ReadonlyMap<string, NamedWeight>;
    readonly form: ExportForm;
    readonly fixed?: FixedSizes;
  },
): TranslationContext {
  const { weights, form } = parts;
  const arcs = lazily(() => arcsOf(graph, parts));
  const aggregation = aggregations[form](graph, arcs);
  return translationContext(graph, { weights, aggregation, rowMean: (x) => reduceMean(graph, x, { axes: [1] }) });
}

/** Returns the context of a graph in which neighbours, and the numbers of rows, are put together in the given way. */
export function translationContext(
  graph: GraphBuilder,
  {
    weights,
    aggregation,
    rowMean,
  }: { readonly weights: ReadonlyMap<string, NamedWeight> } & Pick<TranslationContext, "aggregation" | "rowMean">,
): TranslationContext {
  const kept = new Map<string, Value<"float32">>();
  const shared: TranslationContext["shared"] = (key, make) => {
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
    weightValues: (name) => weights.get(name)!.values,
    aggregation,
    rowMean,
  };
}
