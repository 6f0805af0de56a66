import {
  contract,
  exportForms,
  findBrokenOnnx,
  findLayerMisfit,
  JsonRefusal,
  metadataKeys,
  ModelError,
  parseJson,
  tasks,
  weightShapes,
  type Layer,
  type NamedWeight,
  type Preprocessing,
} from "@evenodds/core";
import { onnx } from "../builder/proto.js";
import type { ExportableModel } from "../exportable-model.js";
import type { ExportOptions } from "../export-options.js";
import { translationOf } from "../layers/translation-of.js";
import { modelProto } from "../model-proto.js";
import { wholeNumber } from "../shapes/whole-number.js";
import { findMixing } from "./find-mixing.js";

/**
 * Returns the model that an ONNX file of `exportModel` was written from, or one that is written as the very same graph:
 * its layers are in the metadata, its weights are the constants. To show that nothing else is in the file, it is
 * written again in the form and with the options of the file, and has to have the same graph, byte for byte.
 *
 * Throws {@link ModelError} for a file of another tool, naming the first operator that puts nodes together in a way
 * that nobody recorded; for one of an earlier version, without the layers; for one whose weights are in a file beside
 * it; and for one that was changed since.
 */
export function recallModel(
  bytes: Uint8Array,
  { name = "model" }: { readonly name?: string | undefined } = {},
): {
  readonly model: ExportableModel;
  readonly edgeWeights: boolean;
  /** N and E, where the file is for one size. */
  readonly sizes: Pick<ExportOptions, "nodes" | "arcs">;
} {
  const broken = findBrokenOnnx(bytes);
  if (broken !== undefined) throw new ModelError({ argument: name, expected: "an ONNX model", found: `one ${broken}` });
  const proto = onnx.ModelProto.decode(bytes);
  const graph = onnx.GraphProto.create(proto.graph ?? {});
  const metadata = new Map(proto.metadataProps.map(({ key, value }) => [key ?? "", value ?? ""]));
  const text = metadata.get(metadataKeys.layers);
  if (text === undefined) throw withoutLayers(name, { graph, producer: proto.producerName, metadata });
  refuseData(name, graph);
  const layers = readLayers(name, text);
  const edgeWeights = graph.input.some((input) => input.name === contract.edgeWeight);
  const recalled = recallLayers(name, { layers, graph });
  const model: ExportableModel = {
    ...recalled,
    ...describedIn(metadata, name),
    // Only whether it takes weights is known of a file, not whether it was trained with them.
    edgeWeights,
  };
  const sizes = fixedSizes(graph);
  const options = { ...sizes, form: formOf(metadata, name), edgeWeights };
  requireSame(name, { graph, again: () => modelProto(model, options).graph });
  return { model, edgeWeights, sizes };
}

function withoutLayers(
  name: string,
  { graph, producer, metadata }: { graph: onnx.GraphProto; producer: string; metadata: ReadonlyMap<string, string> },
): ModelError {
  const expected = `a model that evenodds exported, with its layers in the metadata (${metadataKeys.layers})`;
  if (producer === contract.producer && metadata.has(metadataKeys.form)) {
    const hint = "export or import it again";
    return new ModelError({ argument: name, expected, found: "one of an earlier version, without them", hint });
  }
  const inputs = graph.input.filter(({ type }) => type?.tensorType?.elemType === onnx.TensorProto.DataType.FLOAT);
  const x = inputs.find((input) => input.name === contract.x) ?? inputs[0];
  const mixing = x && findMixing(graph, { rows: new Set([x.name ?? ""]) });
  return new ModelError({
    argument: name,
    expected,
    found:
      mixing === undefined
        ? "a model of another tool"
        : `a model of another tool, whose node "${mixing.name}" (${mixing.operator}) does not treat each node of a graph by itself`,
    hint: "evenodds import makes such a file of the weights of a PyTorch Geometric model",
  });
}

function refuseData(name: string, { initializer }: onnx.GraphProto): void {
  const { EXTERNAL } = onnx.TensorProto.DataLocation;
  const outside = initializer.find(({ dataLocation }) => dataLocation === EXTERNAL);
  if (outside === undefined) return;
  throw new ModelError({
    argument: name,
    expected: "a model with all its weights in the ONNX file",
    found: `weight "${outside.name ?? ""}" in a file beside it`,
    hint: "models of more than 1.5 GB cannot be cut",
  });
}

function readLayers(name: string, text: string): readonly Layer[] {
  const value = readJson(name, { key: metadataKeys.layers, text });
  const misfit = findLayerMisfit(value, "");
  if (misfit === null) return value as readonly Layer[];
  const found = `something else at ${JSON.stringify(misfit.path)}`;
  throw new ModelError({ argument: `metadata ${metadataKeys.layers} of ${name}`, expected: misfit.expected, found });
}

function readJson(name: string, { key, text }: { key: string; text: string }): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    const found = cause instanceof JsonRefusal ? cause.message : "something else";
    throw new ModelError({ argument: `metadata ${key} of ${name}`, expected: "JSON", found }, { cause });
  }
}

function recallLayers(
  name: string,
  { layers, graph }: { layers: readonly Layer[]; graph: onnx.GraphProto },
): Pick<ExportableModel, "layers" | "weights"> {
  const constants = new Map(graph.initializer.map((tensor) => [tensor.name ?? "", tensor]));
  const constant = (key: string) => {
    const raw = constants.get(key)?.rawData;
    // A copy, because the bytes of a message begin anywhere.
    return raw ? new Float32Array(Uint8Array.from(raw).buffer, 0, Math.floor(raw.length / 4)) : undefined;
  };
  const weights = new Map<string, NamedWeight>();
  const kept = layers.map((layer) => {
    const translation = translationOf(layer);
    const recalled =
      translation.recall === undefined
        ? { layer, weights: constantsOf(layer, constant) }
        : translation.recall(layer, constant);
    if (recalled?.weights === undefined)
      throw wasChanged(name, `no weights of ${"name" in layer ? layer.name : layer.kind}`);
    for (const [key, weight] of recalled.weights) weights.set(key, weight);
    return recalled.layer;
  });
  return { layers: kept, weights };
}

function constantsOf(
  layer: Layer,
  constant: (name: string) => Float32Array | undefined,
): ReadonlyMap<string, NamedWeight> | undefined {
  const found = [...weightShapes(layer)].map(([key, shape]) => ({ key, shape, values: constant(key) }));
  if (found.some(({ values }) => values === undefined)) return undefined;
  return new Map(found.map(({ key, shape, values }) => [key, { shape, values: values! }]));
}

function describedIn(
  metadata: ReadonlyMap<string, string>,
  name: string,
): Pick<ExportableModel, "featureNames" | "classes" | "task" | "labelName" | "preprocessing"> {
  const list = (key: string) => {
    const value = readJson(name, { key, text: metadata.get(key) ?? "" });
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
    throw new ModelError({
      argument: `metadata ${key} of ${name}`,
      expected: "a JSON list of texts",
      found: "another",
    });
  };
  const task = tasks.find((known) => known === metadata.get(metadataKeys.task));
  if (task === undefined) throw wasChanged(name, "no task that is known");
  const text = metadata.get(metadataKeys.preprocessing) ?? "";
  const scaling = readJson(name, { key: metadataKeys.preprocessing, text }) as Record<keyof Preprocessing, unknown>;
  const numbers = (value: unknown) => Float32Array.from(Array.isArray(value) ? (value as number[]) : []);
  return {
    featureNames: list(metadataKeys.featureNames),
    classes: list(metadataKeys.classes),
    task,
    labelName: metadata.get(metadataKeys.label) ?? "",
    preprocessing: {
      method: scaling.method as Preprocessing["method"],
      scale: numbers(scaling.scale),
      shift: numbers(scaling.shift),
    },
  };
}

function formOf(metadata: ReadonlyMap<string, string>, name: string): NonNullable<ExportOptions["form"]> {
  const text = metadata.get(metadataKeys.form);
  const form = exportForms.find((known) => known === text);
  if (form !== undefined) return form;
  throw wasChanged(name, `the form ${JSON.stringify(text ?? "")}`);
}

function fixedSizes({ input }: onnx.GraphProto): Pick<ExportOptions, "nodes" | "arcs"> {
  const size = (place: number, axis: number) => {
    const { dimParam, dimValue } = input[place]?.type?.tensorType?.shape?.dim?.[axis] ?? {};
    return dimParam || dimValue === undefined || dimValue === null ? undefined : wholeNumber(dimValue);
  };
  return { nodes: size(0, 0), arcs: size(1, 1) };
}

function requireSame(
  name: string,
  { graph, again }: { graph: onnx.GraphProto; again: () => onnx.IGraphProto | null | undefined },
): void {
  const found = onnx.GraphProto.encode(graph).finish();
  const rewritten = written(name, again);
  let at = 0;
  while (at < found.length && found[at] === rewritten[at]) at++;
  if (at === found.length && at === rewritten.length) return;
  throw wasChanged(name, "another graph");
}

/** Whatever keeps a model from being written was no part of what wrote the file. */
function written(name: string, again: () => onnx.IGraphProto | null | undefined): Uint8Array {
  try {
    return onnx.GraphProto.encode(again() ?? {}).finish();
  } catch (cause) {
    if (cause instanceof ModelError) throw wasChanged(name, cause.message, cause);
    throw cause;
  }
}

function wasChanged(name: string, found: string, cause?: unknown): ModelError {
  return new ModelError(
    {
      argument: name,
      expected: "the graph that evenodds writes of the layers in its metadata",
      found,
      hint: "the file was changed after it was exported; take the one that was exported, or export it again",
    },
    { cause },
  );
}
