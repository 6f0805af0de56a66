import type { onnx } from "../../builder/proto.js";
import { graphsWithin } from "../../check/graphs-within.js";
import type { Fact } from "../facts/fact.js";
import { matchScatter } from "./match-scatter.js";
import type { LeftScatter, ScatterMatch } from "./scatter-match.js";

/** The reductions of a model by scatters. */
export interface FoundScatters {
  /** By the position of the node in the graph. */
  readonly matches: ReadonlyMap<number, ScatterMatch>;
  readonly left: readonly LeftScatter[];
}

const scatters: ReadonlySet<string> = new Set(["ScatterElements", "ScatterND"]);

/** Looks at every scatter of a model that reduces, those in nested graphs and local functions included. */
export function findScatters(model: onnx.IModelProto, facts: ReadonlyMap<string, Fact>): FoundScatters {
  const matches = new Map<number, ScatterMatch>();
  const left: LeftScatter[] = [];
  const [outer, ...nested] = graphsWithin(model.graph!);
  const visit = (node: onnx.INodeProto, position: number | undefined) => {
    if (node.domain || !scatters.has(node.opType ?? "")) return;
    const operands = (node.input ?? []).map((name) => facts.get(name));
    const attributes = new Map((node.attribute ?? []).map((attribute) => [attribute.name!, attribute]));
    const found = matchScatter({ operator: node.opType!, attributes, operands });
    if (found === undefined) return;
    if (position === undefined) left.push({ reason: "the place is a branch, a loop or a function" });
    else if ("reason" in found) left.push(found);
    else matches.set(position, found);
  };
  (outer!.node ?? []).forEach(visit);
  for (const { node } of [...nested, ...(model.functions ?? [])]) node?.forEach((inner) => visit(inner, undefined));
  return { matches, left };
}
