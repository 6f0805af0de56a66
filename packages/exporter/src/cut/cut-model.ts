import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import {
  contract,
  givenValues,
  layerPlanFormat,
  layerPlanVersion,
  planBlockRows,
  ProofError,
  version,
  type ArcStep,
  type LayerPlan,
  type LayerStep,
} from "@evenodds/core";
import { steppedAggregation } from "../aggregation/stepped-aggregation.js";
import { GraphBuilder } from "../builder/graph-builder.js";
import { onnx, toLong } from "../builder/proto.js";
import { floatTensor } from "../builder/tensor.js";
import { inferGraph } from "../check/inference/infer-graph.js";
import type { InferredValue } from "../check/inference/inferred-value.js";
import { checkDataflow } from "../check/check-dataflow.js";
import { encodeModel } from "../encode-model.js";
import type { ExportableModel } from "../exportable-model.js";
import { translateModel } from "../layers/translate-model.js";
import { translationContext, type TranslationContext } from "../layers/translation-context.js";
import { matMul } from "../operators/matrix.js";
import type { ProofGraphOptions } from "../prove/proof-graphs.js";
import { fixedSize } from "../shapes/size.js";
import { findMixing } from "./find-mixing.js";
import { recallModel } from "./recall-model.js";
import { splitGraph, type GraphPiece } from "./split-graph.js";

/** A model that was cut: the plan, and the ONNX files that its dense steps name. */
export interface CutModel {
  readonly plan: LayerPlan;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Graphs that the whole model takes too. */
  readonly proofOptions: Omit<ProofGraphOptions, "seed">;
}

/**
 * Cuts an ONNX file that `exportModel` wrote into steps: small ONNX files that compute each node's row by itself, and
 * sums, maxima and attention along the arcs between them. Each layer's own translation makes the nodes, as it does in
 * the file. The same file gives the same plan.
 *
 * Throws `ModelError` for any other file, see `recallModel`; `name` stands for it in messages.
 */
export function cutModel(bytes: Uint8Array, options: { readonly name?: string | undefined } = {}): CutModel {
  const { model, edgeWeights, sizes } = recallModel(bytes, options);
  const steps: ArcStep[] = [];
  const graph = flatGraph(model, { edgeWeights, record: (step) => steps.push(step) });
  const values = inferGraph(graph);
  const output = contract.logits;
  const widthOf = (name: string) => requireRows(name, values);
  const pieces = splitGraph(graph, { steps, output, widthOf, rows: contract.nodeAxis });
  const files = new Map<string, Uint8Array>();
  const widths = new Map<string, number>();
  const note = (name: string) => widths.set(name, widthOf(name));
  const ordered: LayerStep[] = [];
  pieces.forEach((piece, i) => {
    if (piece !== undefined) {
      const file = `piece-${i}.onnx`;
      const content = encodePiece(piece);
      files.set(file, content);
      const { inputs, outputs } = piece;
      ordered.push({ op: "dense", file, sha256: hashOf(content), inputs, outputs });
      for (const name of [...inputs, ...outputs]) note(name);
    }
    const step = steps[i];
    if (step === undefined) return;
    ordered.push(step);
    note(step.output);
  });
  note(givenValues.x);
  const { task, classes, labelName: label, featureNames, preprocessing } = model;
  return {
    files,
    proofOptions: { featureCount: featureNames.length, featureNames, preprocessing, edgeWeights, ...sizes },
    plan: {
      format: layerPlanFormat,
      version: layerPlanVersion,
      model: { sha256: hashOf(bytes), task, classes, label, featureNames, edgeWeights },
      blockRows: planBlockRows,
      values: Object.fromEntries(widths),
      steps: ordered,
      output,
    },
  };
}

/** Returns the whole model without what is done along arcs, which is recorded. */
function flatGraph(
  model: ExportableModel,
  { edgeWeights, record }: { readonly edgeWeights: boolean; readonly record: (step: ArcStep) => void },
): onnx.GraphProto {
  const graph = new GraphBuilder();
  const rows = contract.nodeAxis;
  const x = graph.input({ name: givenValues.x, elementType: "float32", shape: [rows, model.featureNames.length] });
  const { weights } = model;
  const aggregation = steppedAggregation(graph, { rows, weighted: edgeWeights, weights, record });
  const rowMean: TranslationContext["rowMean"] = (values, { width }) => {
    const shares = graph.constant(floatTensor(new Float32Array(width).fill(1 / width), [width, 1]));
    return matMul(graph, { a: values, b: shares });
  };
  const context = translationContext(graph, { weights, aggregation, rowMean });
  graph.output(contract.logits, { value: translateModel(model, { x, context }) });
  return graph.toProto("flat");
}

/** Returns the columns of a value that is kept between steps. */
function requireRows(name: string, values: ReadonlyMap<string, InferredValue>): number {
  const { shape, elementType } = values.get(name) ?? {};
  const width = fixedSize(shape?.[1]);
  if (elementType === "float32" && shape?.length === 2 && shape[0] === contract.nodeAxis && width !== undefined) {
    return width;
  }
  const expected = `float32[${contract.nodeAxis}, columns], one row per node`;
  throw new ProofError({ argument: `value "${name}" of the plan`, expected, found: `[${shape?.join(", ") ?? "?"}]` });
}

/** Returns the file of a piece, whose every node is known to treat each row by itself. Throws {@link ProofError}. */
function encodePiece({ graph, inputs }: GraphPiece): Uint8Array {
  checkDataflow(graph);
  const values = inferGraph(graph);
  const mixing = findMixing(graph, { rows: new Set(inputs), shapeOf: (name) => values.get(name)?.shape });
  if (mixing !== undefined) {
    const found = `node "${mixing.name}" (${mixing.operator})`;
    throw new ProofError({ argument: "piece of the plan", expected: "nodes that treat each row by itself", found });
  }
  const reducing = graph.node.find(({ opType }) => /^Reduce|Softmax$|Normalization$/.test(opType ?? ""));
  if (reducing !== undefined) {
    const found = `node "${reducing.name ?? ""}" (${reducing.opType ?? ""})`;
    // ONNX Runtime takes the numbers of a row in another order where the row begins at another address.
    const expected = "no sums over an axis, which have other bits at another place of a block";
    throw new ProofError({ argument: "piece of the plan", expected, found });
  }
  return encodeModel(
    onnx.ModelProto.create({
      irVersion: toLong(contract.irVersion, "IR version"),
      opsetImport: [{ domain: "", version: toLong(contract.opset, "opset") }],
      producerName: contract.producer,
      producerVersion: version,
      graph,
    }),
  );
}

function hashOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}
