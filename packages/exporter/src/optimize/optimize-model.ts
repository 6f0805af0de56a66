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
import { embedData, type ExternalData } from "./wire/embed-data.js";

/** What {@link optimizeModel} made of a file. */
export interface OptimizedModel {
  /** Not proven yet, see `proveOptimized`. */
  readonly bytes: Uint8Array;
  readonly findings: OptimizeFindings;
}

const lowestOpset = 16;

/**
 * Returns a model whose sums over neighbours are computed from tables of neighbours instead of scatters, which ONNX Runtime
 * is slow at: the form that `exportModel` writes. Sums are found by what the nodes compute, not by their names: see
 * `matchScatter`. Everything else stays as it is, byte for byte: inputs, outputs, weights, metadata, versions; only nodes and
 * constants that nothing needs any more are left out. Data in files beside the model becomes part of it.
 *
 * Arcs keep their order within a target, so the sums differ by rounding alone. As for `exportModel`, indices have to be in
 * `[0, N)`: scatters wrap negative ones, tables do not.
 *
 * Throws {@link ModelError} for bytes that are no model, for an opset below 16, where scatters have no reduction and the model
 * is wrong as it is, and for a model without such a sum, with what was found instead.
 */
export function optimizeModel(
  bytes: Uint8Array,
  { externalData = new Map() }: { readonly externalData?: ExternalData } = {},
): OptimizedModel {
  const whole = embedData(bytes, externalData);
  const model = decode(whole);
  const opset = checkedOpset(model);
  const graph = model.graph!;
  const facts = deriveFacts(graph);
  const { matches, left } = findScatters(model, facts);
  const reasons = counted(left.map(({ reason }) => reason)).map(({ item, count }) => ({ reason: item, count }));
  if (matches.size === 0) throw nothingFound(reasons);
  const { nodes, constants, tables } = rewriteScatters(graph, matches);
  const optimized = editGraph(whole, { ...pruneGraph(graph, nodes), added: constants });
  checkOptimized(optimized, { added: [...nodes.values()].flat() });
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
