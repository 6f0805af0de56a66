import { ModelError, ProofError } from "@evenodds/core";
import { onnx } from "../builder/proto.js";
import { checkDataflow } from "../check/check-dataflow.js";
import { checkOptimized } from "./check-optimized.js";
import { deriveFacts } from "./facts/derive-facts.js";
import { findScatters } from "./match/find-scatters.js";
import { sumPattern } from "./match/sum-pattern.js";
import { counted, type OptimizeFindings } from "./optimize-findings.js";
import { pruneGraph } from "./prune-graph.js";
import { rewriteScatters } from "./rewrite-scatters.js";
import { wholeNumber } from "../shapes/whole-number.js";
import { editGraph, type GraphEdit } from "./wire/edit-graph.js";
import { checkOnnx } from "./wire/message-fields.js";

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
