import {
  contract,
  defaultExportForm,
  findUnweighable,
  logitColumns,
  ModelError,
  version,
  weighableLayers,
  type Layer,
} from "@evenodds/core";
import { GraphBuilder } from "./builder/graph-builder.js";
import { onnx, toLong } from "./builder/proto.js";
import { checkModel } from "./check-model.js";
import { checkExportOptions, type ExportOptions } from "./export-options.js";
import type { ExportableModel } from "./exportable-model.js";
import { layerContext } from "./layers/translation-context.js";
import { translateModel } from "./layers/translate-model.js";
import { metadataOf } from "./metadata-of.js";

/** Returns the message of a trained model, with all weights in it. Checks both as `exportModel` says. */
export function modelProto(model: ExportableModel, options: ExportOptions): onnx.ModelProto {
  checkModel(model);
  checkExportOptions(options);
  const edgeWeights = takesWeights(model, options);
  if (edgeWeights) checkWeighable(model.layers);
  return onnx.ModelProto.create({
    irVersion: toLong(contract.irVersion, "IR version"),
    opsetImport: [{ domain: "", version: toLong(contract.opset, "opset") }],
    producerName: contract.producer,
    producerVersion: version,
    docString: options.description ?? describe(model, edgeWeights),
    graph: graphOf(model, { ...options, edgeWeights }),
    metadataProps: metadataOf(model, options).map(([key, value]) => ({ key, value })),
  });
}

function takesWeights({ edgeWeights: trained = false }: ExportableModel, { edgeWeights = trained }: ExportOptions) {
  if (edgeWeights || !trained) return edgeWeights;
  throw new ModelError({
    argument: "edgeWeights",
    expected: "true, because the model was trained on arcs with weights",
    found: "false",
  });
}

function graphOf(
  model: ExportableModel,
  { form = defaultExportForm, nodes, arcs, edgeWeights }: ExportOptions & { readonly edgeWeights: boolean },
): onnx.GraphProto {
  const { weights, featureNames, task, classes } = model;
  const graph = new GraphBuilder();
  const rows = nodes ?? contract.nodeAxis;
  const x = graph.input({ name: contract.x, elementType: "float32", shape: [rows, featureNames.length] });
  const columnCount = arcs ?? contract.arcAxis;
  const edgeIndex = graph.input({ name: contract.edgeIndex, elementType: "int64", shape: [2, columnCount] });
  const edgeWeight = edgeWeights
    ? graph.input({ name: contract.edgeWeight, elementType: "float32", shape: [columnCount] })
    : undefined;
  const context = layerContext(graph, { x, edgeIndex, edgeWeight, weights, form, fixed: { nodes, arcs } });
  const value = translateModel(model, { x, context });
  const columns = logitColumns({ task, classes: classes.length });
  graph.output(contract.logits, { value, shape: [rows, columns] });
  return graph.toProto("node_classifier");
}

function describe({ task, labelName, classes }: ExportableModel, edgeWeights: boolean): string {
  const label = JSON.stringify(labelName);
  const names = classes.map((name) => JSON.stringify(name)).join(", ");
  const what = {
    classification: `Node classifier for ${label} with classes ${names}`,
    binary: `Node classifier for ${label} with classes ${names}`,
    regression: `Regression of ${label} per node`,
  };
  const gives = {
    classification: "one logit per class",
    binary: `one logit, that of class ${JSON.stringify(classes[1])}`,
    regression: "one number per node",
  };
  const arcs = edgeWeights ? "weighted arcs" : "arcs";
  return `${what[task]}. Takes raw features and ${arcs} from source to target; gives ${gives[task]}.`;
}

/**
 * Checks that layers can take weights of arcs: none that compares neighbours or attends to them, for which an arc of
 * weight w has no meaning, and at least one that sums or averages over them. Throws {@link ModelError} naming the
 * layer.
 */
function checkWeighable(layers: readonly Layer[]): void {
  const reason = findUnweighable(layers);
  if (reason === null) return;
  const { layer } = reason;
  const name = layer === null ? "layers" : "name" in layer ? `layer "${layer.name}"` : layer.kind;
  throw new ModelError({
    argument: `${name} of a model with weighted arcs`,
    expected: `layers that sum or average over arcs (${weighableLayers})`,
    found: layer === null ? "none" : reason.words,
  });
}
