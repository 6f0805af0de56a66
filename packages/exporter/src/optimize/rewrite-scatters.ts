import { lazily } from "../lazily.js";
import { bucketedAggregation } from "../aggregation/bucketed-aggregation.js";
import type { Aggregation } from "../aggregation/aggregation.js";
import { GraphBuilder } from "../builder/graph-builder.js";
import { onnx } from "../builder/proto.js";
import { int64Tensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { graphsWithin } from "../check/graphs-within.js";
import { mul } from "../operators/elementwise.js";
import { cast, shape } from "../operators/shaping.js";
import type { Fact } from "./derive-facts.js";
import type { ScatterMatch } from "./match-scatter.js";

/** What takes the place of scatters. */
export interface Rewriting {
  /** By the position of the scatter. */
  readonly nodes: ReadonlyMap<number, readonly onnx.INodeProto[]>;
  readonly constants: readonly onnx.ITensorProto[];
  /** How many sets of tables of neighbours are computed. */
  readonly tables: number;
}

/**
 * Returns the nodes that compute the same sums from tables of neighbours. Tables are computed where they are first
 * needed; scatters along the same arcs with the same weights share them.
 */
export function rewriteScatters(graph: onnx.IGraphProto, matches: ReadonlyMap<number, ScatterMatch>): Rewriting {
  const builder = new GraphBuilder();
  const known = new Map<string, Value>();
  for (const name of namesWithin(graph)) known.set(name, builder.input({ name, elementType: "float32", shape: [] }));
  const written = () => builder.toProto("").node;
  const plans = new Map<string, Aggregation>();
  const nodes = new Map<number, readonly onnx.INodeProto[]>();
  for (const [position, match] of [...matches].sort(([a], [b]) => a - b)) {
    const start = written().length;
    const key = planKey(match);
    const plan =
      plans.get(key) ??
      bucketedAggregation(
        builder,
        lazily(() => arcsOf(builder, match)),
      );
    plans.set(key, plan);
    plan.sum(floats(match.features), { width: match.width });
    const added = written().slice(start);
    nodes.set(position, withOutput(added, graph.node![position]!.output![0]!));
  }
  return { nodes, constants: builder.toProto("").initializer, tables: plans.size };
}

function planKey({ features, source, target, weights }: ScatterMatch): string {
  return [features.shape![0], source.id, target.id, ...weights.map(({ id }) => id)].join();
}

/**
 * Nothing in the tables depends on the features but their number of rows, which is the same for all that share them.
 */
function arcsOf(builder: GraphBuilder, { features, source, target, weights }: ScatterMatch) {
  const [first, ...others] = weights.map((weight) => perArc(builder, weight));
  return {
    source: nodeIndices(builder, source),
    target: nodeIndices(builder, target),
    weight: first && others.reduce((product, weight) => mul(builder, { a: product, b: weight }), first),
    nodeCount: lazily(() => shape(builder, floats(features), { start: 0, end: 1 })),
    arcCount: lazily(() => shape(builder, floats(target))),
    fixed: {},
  };
}

function floats({ name }: Fact): Value<"float32"> {
  return { name, elementType: "float32" };
}

function nodeIndices(builder: GraphBuilder, { name, type }: Fact): Value<"int64"> {
  const value = { name, elementType: "int64" } as const;
  return type === onnx.TensorProto.DataType.INT64 ? value : cast(builder, value, { to: "int64" });
}

/** Weights as a vector, whichever way they were made a column. */
function perArc(builder: GraphBuilder, weight: Fact): Value<"float32"> {
  const { origin } = weight;
  if (origin?.operator === "Column") return floats(origin.operands[0]!);
  return builder.node("Squeeze", {
    inputs: [floats(weight), builder.constant(int64Tensor([1]))],
    outputs: ["float32"],
  });
}

function withOutput(nodes: readonly onnx.INodeProto[], name: string): readonly onnx.INodeProto[] {
  const last = nodes.at(-1)!;
  return [...nodes.slice(0, -1), { ...last, name, output: [name] }];
}

/** Every name in the graph and in those nested in it, so that new ones can differ. */
function namesWithin(graph: onnx.IGraphProto): ReadonlySet<string> {
  const names = graphsWithin(graph).flatMap(({ input, initializer, node }) => [
    ...(input ?? []).map(({ name }) => name),
    ...(initializer ?? []).map(({ name }) => name),
    ...(node ?? []).flatMap(({ name, output }) => [name, ...(output ?? [])]),
  ]);
  return new Set(names.flatMap((name) => (name ? [name] : [])));
}
