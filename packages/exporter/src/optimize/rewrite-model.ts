import { ModelError, ProofError } from "@evenodds/core";
import { onnx } from "../builder/proto.js";
import { checkDataflow } from "../check/check-dataflow.js";
import { checkOptimized } from "./check-optimized.js";
import { deriveFacts, type Fact } from "./derive-facts.js";
import { counted, type OptimizeFindings, type SumPattern } from "./optimize-findings.js";
import { rewriteScatters } from "./rewrite-scatters.js";
import { wholeNumber } from "../shapes/whole-number.js";
import { editGraph, type GraphEdit } from "./edit-graph.js";
import { checkOnnx } from "./message-fields.js";
import { type ScatterMatch, type LeftScatter, matchScatter } from "./match-scatter.js";
import { graphsWithin, nestedGraphs } from "../check/graphs-within.js";

/** The reductions of a model by scatters. */
interface FoundScatters {
  /** By the position of the node in the graph. */
  readonly matches: ReadonlyMap<number, ScatterMatch>;
  readonly left: readonly LeftScatter[];
}

const scatters: ReadonlySet<string> = new Set(["ScatterElements", "ScatterND"]);

/** Looks at every scatter of a model that reduces, those in nested graphs and local functions included. */
function findScatters(model: onnx.IModelProto, facts: ReadonlyMap<string, Fact>): FoundScatters {
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

const lowestOpset = 16;

/**
 * Returns the ONNX file `bytes` with its sums over neighbours in the fast form, see `optimizeModel`. Small constants
 * have to be in it; the contents of large ones may be elsewhere, and their places are copied as they stand.
 */
export function rewriteModel(bytes: Uint8Array): { bytes: Uint8Array; findings: OptimizeFindings } {
  checkOnnx(bytes);
  const model = decode(bytes);
  const opset = checkedOpset(model);
  const graph = model.graph!;
  checkSound(graph);
  const facts = deriveFacts(graph);
  const { matches, left } = findScatters(model, facts);
  const reasons = counted(left.map(({ reason }) => reason)).map(({ item, count }) => ({ reason: item, count }));
  if (matches.size === 0) throw nothingFound(reasons);
  const { nodes, constants, tables } = rewriteScatters(graph, matches);
  const format = newerFormat(model);
  const input = (graph.input ?? []).filter(({ name }) => format.droppedInputs?.has(name ?? "") !== true);
  const optimized = editGraph(bytes, { ...pruneGraph({ ...graph, input }, nodes), added: constants, ...format });
  checkOptimized(optimized, { nodes: [...nodes.values()].flat(), constants, facts });
  const patterns = [...matches].map(([position, match]) =>
    sumPattern(match, { sum: graph.node![position]!.output![0]!, graph, facts }),
  );
  const rewritten = counted(patterns).map(({ item, count }) => ({ pattern: item, count }));
  return { bytes: optimized, findings: { rewritten, left: reasons, tables, opset } };
}

function decode(bytes: Uint8Array): onnx.ModelProto {
  const notAModel = (found: string, cause?: unknown) =>
    new ModelError({ argument: "model", expected: "an ONNX file", found }, { cause });
  let model: onnx.ModelProto;
  try {
    model = onnx.ModelProto.decode(bytes);
  } catch (cause) {
    throw notAModel(`${bytes.length} bytes that are cut off or of another format`, cause);
  }
  if (model.graph?.node?.length) return model;
  throw notAModel(`${bytes.length} bytes without a model graph`);
}

/** What a value is cannot be told where nothing produces it; ONNX Runtime does not load such a file either. */
function checkSound(graph: onnx.IGraphProto): void {
  try {
    checkDataflow(graph, { foreign: true, unused: true });
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const hint = "the file is damaged, or its exporter is at fault";
    throw new ModelError({ ...error.complaint, hint }, { cause: error });
  }
}

function checkedOpset({ opsetImport }: onnx.ModelProto): number {
  const own = opsetImport.find(({ domain }) => !domain || domain === "ai.onnx");
  const opset = Number(String(own?.version ?? 0));
  if (opset >= lowestOpset) return opset;
  throw new ModelError({
    argument: "opset of the model",
    expected: `at least ${lowestOpset}`,
    found: `${opset}`,
    hint: "below it a scatter cannot add, so that sums over neighbours are wrong; export it with opset_version=18",
  });
}

/**
 * Up to IR version 3, every constant is listed among the inputs, which those of the branches that are put in cannot be.
 * Version 4 differs in that alone: what it lists are not constants, but values that a caller may replace.
 */
function newerFormat({ irVersion, graph }: onnx.ModelProto): Pick<GraphEdit, "droppedInputs" | "irVersion"> {
  if (wholeNumber(irVersion) >= 4) return {};
  return { irVersion: 4, droppedInputs: new Set((graph?.initializer ?? []).map(({ name }) => name ?? "")) };
}

function nothingFound(left: OptimizeFindings["left"]): ModelError {
  const found = left.map(({ reason, count }) => `${count} where ${reason}`).join("; ");
  return new ModelError({
    argument: "model",
    expected: "sums over neighbours by scatters that have a faster form",
    found: found === "" ? "none" : `scatters that are left: ${found}`,
    hint: "use the model as it is",
  });
}

const passing: ReadonlySet<string> = new Set(["Clip", "Column", "Expand", "Max", "Reshape"]);

/** Returns what a sum is called in the findings. */
function sumPattern(
  match: ScatterMatch,
  { sum, graph, facts }: { sum: string; graph: onnx.IGraphProto; facts: ReadonlyMap<string, Fact> },
): SumPattern {
  const isDivided = (graph.node ?? []).some(({ opType, input }) => {
    const [dividend, divisor] = input ?? [];
    return opType === "Div" && dividend === sum && isCount(facts.get(divisor ?? ""), match.target);
  });
  if (isDivided && match.weights.length === 0) return "mean";
  return match.weights.length === 0 ? "sum" : "weighted sum";
}

/** Whether a value is the number of arcs into each node, kept from being 0 or repeated per column or not. */
function isCount(value: Fact | undefined, target: Fact): boolean {
  const { operator, operands = [] } = value?.origin ?? {};
  if (operator === "ScatterElements" || operator === "ScatterND") {
    return operands[2]?.fill === 1 && operands[1]?.id === target.id;
  }
  return passing.has(operator ?? "") && isCount(operands[0], target);
}

type Replacements = GraphEdit["nodes"];

/**
 * Completes an edit of a graph: takes out the nodes, constants and notes on values that no output needs any more once
 * the nodes at some positions are replaced. Constants that are inputs as well stay.
 */
function pruneGraph(graph: onnx.IGraphProto, replaced: Replacements): Pick<GraphEdit, "nodes" | "dropped"> {
  const written = (graph.node ?? []).map((node, position) => replaced.get(position) ?? [node]);
  const fixed = [...(graph.output ?? []), ...(graph.input ?? [])].map(({ name }) => name ?? "");
  const used = nodesInUse(written.flat(), fixed);
  const nodes = new Map(replaced);
  written.forEach((there, position) => {
    const serving = there.filter((node) => used.has(node));
    if (serving.length < there.length) nodes.set(position, serving);
  });
  const kept = new Set([...fixed, ...[...used].flatMap((node) => [...(node.output ?? []), ...namesRead(node)])]);
  const constants = (graph.initializer ?? []).map(({ name }) => name ?? "");
  const values = (graph.node ?? []).flatMap(({ output }) => output ?? []);
  return { nodes, dropped: new Set([...constants, ...values].filter((name) => !kept.has(name))) };
}

/** The nodes that serve one of the wanted values; nodes are in the order in which they run. */
function nodesInUse(nodes: readonly onnx.INodeProto[], wanted: readonly string[]): ReadonlySet<onnx.INodeProto> {
  const read = new Set(wanted);
  const used = new Set<onnx.INodeProto>();
  for (const node of [...nodes].reverse()) {
    if (!node.output?.some((name) => read.has(name))) continue;
    used.add(node);
    for (const name of namesRead(node)) read.add(name);
  }
  return used;
}

/** The values that a node reads, those read by graphs nested in it included. */
function namesRead(node: onnx.INodeProto): string[] {
  const nested = nestedGraphs(node).flatMap((graph) => [
    ...(graph.node ?? []).flatMap(namesRead),
    ...(graph.output ?? []).map(({ name }) => name ?? ""),
  ]);
  return [...(node.input ?? []), ...nested].filter(Boolean);
}
