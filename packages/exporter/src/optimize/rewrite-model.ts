import { ModelError } from "@evenodds/core";
import { onnx } from "../builder/proto.js";
import { checkOptimized } from "./check-optimized.js";
import { deriveFacts } from "./facts/derive-facts.js";
import { findScatters } from "./match/find-scatters.js";
import { sumPattern } from "./match/sum-pattern.js";
import { counted, type OptimizeFindings } from "./optimize-findings.js";
import { pruneGraph } from "./prune-graph.js";
import { rewriteScatters } from "./rewrite-scatters.js";
import { editGraph } from "./wire/edit-graph.js";

const lowestOpset = 16;

/**
 * Returns the ONNX file `bytes` with its sums over neighbours in the fast form, see `optimizeModel`. Small constants have to be
 * in it; the contents of large ones may be elsewhere, and their places are copied as they stand.
 */
export function rewriteModel(bytes: Uint8Array): { bytes: Uint8Array; findings: OptimizeFindings } {
  const model = decode(bytes);
  const opset = checkedOpset(model);
  const graph = model.graph!;
  const facts = deriveFacts(graph);
  const { matches, left } = findScatters(model, facts);
  const reasons = counted(left.map(({ reason }) => reason)).map(({ item, count }) => ({ reason: item, count }));
  if (matches.size === 0) throw nothingFound(reasons);
  const { nodes, constants, tables } = rewriteScatters(graph, matches);
  const optimized = editGraph(bytes, { ...pruneGraph(graph, nodes), added: constants });
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

function nothingFound(left: OptimizeFindings["left"]): ModelError {
  const found = left.map(({ reason, count }) => `${count} where ${reason}`).join("; ");
  return new ModelError({
    argument: "model",
    expected: "sums over neighbours by scatters that have a faster form",
    found: found === "" ? "none" : `scatters that are left: ${found}`,
    hint: "use the model as it is",
  });
}
