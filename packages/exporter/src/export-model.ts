import { version, type TrainedModel } from "@evenodds/core";
import { GraphBuilder } from "./builder/graph-builder.js";
import { onnx } from "./builder/proto.js";
import { floatTensor } from "./builder/tensor.js";
import { toLong } from "./builder/to-long.js";
import type { Value } from "./builder/value.js";
import { checkModel } from "./check-model.js";
import { contract } from "./contract.js";
import { layerContext } from "./layers/layer-context.js";
import { translateLayer } from "./layers/translate-layer.js";
import { metadataOf } from "./metadata.js";
import { add, mul } from "./operators/elementwise.js";

/** What is written beside the model itself. */
export interface ExportOptions {
  /** `model_license`, an SPDX identifier or text. Left out by default: nobody but the owner of the data can say it. */
  readonly license?: string | undefined;
  /** `doc_string` of the model. By default one sentence that names the label and its classes. */
  readonly description?: string | undefined;
}

/**
 * Returns a trained model as an ONNX file (see {@link contract}): inputs `x: float32[N, F]` with raw features and
 * `edge_index: int64[2, E]`, output `logits: float32[N, C]`. The scaling of the features is part of the graph, and so are
 * the sums over neighbours: any N ≥ 1 and E ≥ 0 with indices in `[0, N)`, arcs in any order, each counted as often as
 * it is listed. Everything else that is known about the model stands in `metadata_props`, see `metadataKeys`.
 *
 * The same model gives the same bytes. Throws `ModelError` for a model that is not whole, see {@link checkModel}.
 */
export function exportModel(model: TrainedModel, { license, description }: ExportOptions = {}): Uint8Array {
  checkModel(model);
  const message = onnx.ModelProto.create({
    irVersion: toLong(contract.irVersion, "IR version"),
    opsetImport: [{ domain: "", version: toLong(contract.opset, "opset") }],
    producerName: contract.producer,
    producerVersion: version,
    docString: description ?? describe(model),
    graph: graphOf(model),
    metadataProps: metadataOf(model, { license }).map(([key, value]) => ({ key, value })),
  });
  return new Uint8Array(onnx.ModelProto.encode(message).finish());
}

function graphOf({ layers, weights, preprocessing, featureNames, classes }: TrainedModel): onnx.GraphProto {
  const graph = new GraphBuilder();
  const shape = [contract.nodeAxis, featureNames.length];
  const x = graph.input({ name: contract.x, elementType: "float32", shape });
  const edgeIndex = graph.input({ name: contract.edgeIndex, elementType: "int64", shape: [2, contract.arcAxis] });
  const context = layerContext(graph, { x, edgeIndex, weights });
  const logits = layers.reduce(
    (features, layer) => translateLayer(context, layer, features),
    preprocess(graph, { x, preprocessing }),
  );
  graph.output(contract.logits, { value: logits, shape: [contract.nodeAxis, classes.length] });
  return graph.toProto("node_classifier");
}

function preprocess(
  graph: GraphBuilder,
  { x, preprocessing }: { x: Value<"float32">; preprocessing: TrainedModel["preprocessing"] },
): Value<"float32"> {
  if (preprocessing.method === "none") return x;
  const scale = graph.initializer("preprocessing.scale", floatTensor(preprocessing.scale));
  const shift = graph.initializer("preprocessing.shift", floatTensor(preprocessing.shift));
  return add(graph, { a: mul(graph, { a: x, b: scale }), b: shift });
}

function describe({ labelName, classes }: TrainedModel): string {
  const names = classes.map((name) => JSON.stringify(name)).join(", ");
  return (
    `Node classifier for ${JSON.stringify(labelName)} with classes ${names}. ` +
    "Takes raw features and arcs from source to target; gives one logit per class."
  );
}
