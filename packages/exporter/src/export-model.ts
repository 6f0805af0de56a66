import { version } from "@evenodds/core";
import { GraphBuilder } from "./builder/graph-builder.js";
import { onnx } from "./builder/proto.js";
import { floatTensor } from "./builder/tensor.js";
import { toLong } from "./builder/to-long.js";
import type { Value } from "./builder/value.js";
import { checkModel } from "./check-model.js";
import { contract, logitColumns } from "./contract.js";
import { checkExportOptions, type ExportOptions } from "./export-options.js";
import type { ExportableModel } from "./exportable-model.js";
import { checkWeighable } from "./layers/check-weighable.js";
import { layerContext } from "./layers/layer-context.js";
import { translateLayer } from "./layers/translate-layer.js";
import { metadataOf } from "./metadata.js";
import { add, mul } from "./operators/elementwise.js";

/**
 * Returns a trained model as an ONNX file (see {@link contract}): inputs `x: float32[N, F]` with raw features and
 * `edge_index: int64[2, E]`, output `logits: float32[N, C]`, or `[N, 1]` for the tasks `binary` and `regression`. The scaling
 * of the features is part of the graph, and so are the sums over neighbours: any N ≥ 1 and E ≥ 0 with indices in `[0, N)`,
 * arcs in any order, each counted as often as it is listed. Everything else that is known about the model stands in
 * `metadata_props`, see `metadataKeys`.
 *
 * The same model and options give the same bytes. Throws `ModelError` for a model that is not whole, see
 * {@link checkModel}, and for `edgeWeights` where its layers cannot take them; `UsageError` for an unknown form and sizes
 * that no graph has.
 */
export function exportModel(model: ExportableModel, options: ExportOptions = {}): Uint8Array {
  checkModel(model);
  checkExportOptions(options);
  if (options.edgeWeights === true) checkWeighable(model.layers);
  const message = onnx.ModelProto.create({
    irVersion: toLong(contract.irVersion, "IR version"),
    opsetImport: [{ domain: "", version: toLong(contract.opset, "opset") }],
    producerName: contract.producer,
    producerVersion: version,
    docString: options.description ?? describe(model, options),
    graph: graphOf(model, options),
    metadataProps: metadataOf(model, options).map(([key, value]) => ({ key, value })),
  });
  return new Uint8Array(onnx.ModelProto.encode(message).finish());
}

function graphOf(
  { layers, weights, preprocessing, featureNames, task, classes }: ExportableModel,
  { form = "fast", nodes, arcs, edgeWeights = false }: ExportOptions,
): onnx.GraphProto {
  const graph = new GraphBuilder();
  const rows = nodes ?? contract.nodeAxis;
  const x = graph.input({ name: contract.x, elementType: "float32", shape: [rows, featureNames.length] });
  const columnCount = arcs ?? contract.arcAxis;
  const edgeIndex = graph.input({ name: contract.edgeIndex, elementType: "int64", shape: [2, columnCount] });
  const edgeWeight = edgeWeights
    ? graph.input({ name: contract.edgeWeight, elementType: "float32", shape: [columnCount] })
    : undefined;
  const context = layerContext(graph, { x, edgeIndex, edgeWeight, weights, form, fixed: { nodes, arcs } });
  const outputs = [preprocess(graph, { x, preprocessing })];
  for (const layer of layers) outputs.push(translateLayer(context, layer, outputs));
  const columns = logitColumns({ task, classes: classes.length });
  graph.output(contract.logits, { value: outputs.at(-1)!, shape: [rows, columns] });
  return graph.toProto("node_classifier");
}

function preprocess(
  graph: GraphBuilder,
  { x, preprocessing }: { x: Value<"float32">; preprocessing: ExportableModel["preprocessing"] },
): Value<"float32"> {
  if (preprocessing.method === "none") return x;
  const scale = graph.initializer("preprocessing.scale", floatTensor(preprocessing.scale));
  const shift = graph.initializer("preprocessing.shift", floatTensor(preprocessing.shift));
  return add(graph, { a: mul(graph, { a: x, b: scale }), b: shift });
}

function describe({ task, labelName, classes }: ExportableModel, { edgeWeights }: ExportOptions): string {
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
  const arcs = edgeWeights === true ? "weighted arcs" : "arcs";
  return `${what[task]}. Takes raw features and ${arcs} from source to target; gives ${gives[task]}.`;
}
