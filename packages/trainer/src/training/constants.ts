import type { Layer, Preprocessing, Split } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { attributeColumns } from "../adversaries/attribute-columns.js";
import type { SeenAttribute } from "../adversaries/adversary.js";
import type { Engine } from "../engines/engine.js";
import { placeGraph, type PlacedGraph } from "../layers/placed-graph.js";
import { maskWeights } from "../losses/mask-weights.js";
import { applyPreprocessing } from "./fit-preprocessing.js";
import type { TaskMask, TrainingTask } from "../tasks/training-task.js";
import type { TrainingOptions } from "./training-options.js";
import type { TrainingAttribute, TrainingData } from "./training-data.js";
import { forget, type Memo } from "../operations/memo.js";
import type { LayerInput } from "../layers/layer-context.js";
import { definitionOf } from "../layers/definition-of.js";

/** One part of the split, as training uses it: its nodes, and what may be seen of others while looking at it. */
export interface MaskConstants extends TaskMask {
  /** Those of the nodes whose sensitive attribute is known; only they enter adversary and covariance. */
  readonly attributed: Int32Array;
  /** `[N]`, 1 where label and attribute may be seen; null where all may. */
  readonly visible: Uint8Array | null;
  /** Y of the nodes that may be seen, `[N, labelWidth]`. */
  readonly labelColumns: Float32Array;
  /** A of the nodes that may be seen; null without an attribute. */
  readonly attribute: SeenAttribute | null;
  /** Every node whose attribute is known and may be seen. */
  readonly allAttributed: Int32Array;
}

/** Everything that stays the same over all epochs of a run. */
export interface Constants {
  readonly nodeCount: number;
  readonly graph: PlacedGraph;
  /** The features. */
  readonly input: FirstInput;
  readonly task: TrainingTask;
  readonly train: MaskConstants;
  readonly validation: MaskConstants;
  readonly attribute: TrainingAttribute | null;
}

/** Puts the constant tensors on the engine. {@link disposeConstants} frees them. */
export function makeConstants(
  { graph, nodes }: TrainingData,
  context: {
    readonly engine: Engine;
    readonly options: TrainingOptions;
    readonly split: Split;
    readonly task: TrainingTask;
    readonly attribute: TrainingAttribute | null;
    readonly preprocessing: Preprocessing;
    /** The classifier's first layer. */
    readonly firstLayer: Layer;
  },
): Constants {
  const { engine, options, split, task, attribute, preprocessing, firstLayer } = context;
  const { nodeCount, featureNames } = graph;
  const placed = placeGraph(graph, engine);
  const features = tf.tensor2d(applyPreprocessing(graph, preprocessing), [nodeCount, featureNames.length]);
  const hides = options.heldOutLabels === "hidden";
  const mask = (part: Int32Array, seen: readonly Int32Array[]): MaskConstants => {
    const visible = hides ? unionOf(seen, nodeCount) : null;
    const attributeSeen = attribute === null ? null : seeAttribute(attribute, visible);
    return {
      nodes: part,
      taskWeight: taskWeights(part, { nodes, options }),
      visible,
      labelColumns: onlyVisible(task.labelColumns, visible),
      attribute: attributeSeen,
      attributed: attribute === null ? part : part.filter((node) => attribute.code[node]! >= 0),
      allAttributed: known(attributeSeen?.code),
    };
  };
  return {
    nodeCount,
    graph: placed,
    input: firstInput(firstLayer, features, placed),
    task,
    train: mask(split.train, [split.train]),
    validation: mask(split.validation, [split.train, split.validation]),
    attribute,
  };
}

/** Frees the tensors of {@link makeConstants}. */
export function disposeConstants({ graph, input }: Constants): void {
  input.dispose();
  graph.dispose();
}

/** Classes are weighted as the mode says; numbers all count alike. */
function taskWeights(
  part: Int32Array,
  { nodes, options }: { nodes: TrainingData["nodes"]; options: TrainingOptions },
): Float32Array {
  const { label, classes } = nodes;
  const weighting = options.mode === "official" && classes.length > 0 ? "balanced" : "uniform";
  return maskWeights(label, { nodes: part, classCount: Math.max(1, classes.length), weighting });
}

function unionOf(parts: readonly Int32Array[], nodeCount: number): Uint8Array {
  const visible = new Uint8Array(nodeCount);
  for (const part of parts) for (const node of part) visible[node] = 1;
  return visible;
}

/** Returns rows `[N, w]` with zeros on the nodes that may not be seen. */
function onlyVisible(columns: Float32Array, visible: Uint8Array | null): Float32Array {
  if (visible === null) return columns;
  const width = columns.length / visible.length;
  return columns.map((value, i) => (visible[Math.floor(i / width)] === 1 ? value : 0));
}

function seeAttribute({ code, columns, levels }: TrainingAttribute, visible: Uint8Array | null): SeenAttribute {
  if (visible === null) return { code, columns };
  const seen = code.map((level, node) => (visible[node] === 1 ? level : -1));
  return { code: seen, columns: attributeColumns(seen, levels.length) };
}

function known(code: Int32Array | undefined): Int32Array {
  const nodes: number[] = [];
  code?.forEach((level, node) => level >= 0 && nodes.push(node));
  return Int32Array.from(nodes);
}

/** The features as input of the first layer: constant, aggregated over neighbours once. */
interface FirstInput {
  readonly plain: LayerInput;
  /**
   * The same, which keeps what the first layer makes of it for a second pass with the same weights, until
   * {@link forget}.
   */
  readonly remembering: LayerInput;
  forget(): void;
  /** Frees the features. */
  dispose(): void;
}

/**
 * Puts the features `x [N, F]` into the form in which `layer` takes them. What the layer does not need of them is
 * freed.
 */
function firstInput(layer: Layer, x: tf.Tensor2D, graph: PlacedGraph): FirstInput {
  const { aggregated, needsOwn } = definitionOf(layer).firstInput(layer, x, graph);
  if (!needsOwn) x.dispose();
  const tensors = [...(needsOwn ? [x] : []), ...(aggregated === null ? [] : [aggregated])].map((one) => tf.keep(one));
  const memos: Memo[] = [];
  const remember = (): { memo: Memo } => {
    const memo: Memo = { value: null };
    memos.push(memo);
    return { memo };
  };
  const input = (extra: () => { readonly memo?: Memo }): LayerInput => ({
    parts: [{ x, constant: true, ...extra() }],
    aggregated: aggregated === null ? undefined : [{ x: aggregated, constant: true, ...extra() }],
  });
  const forgetAll = () => memos.forEach(forget);
  return {
    plain: input(() => ({})),
    remembering: input(remember),
    forget: forgetAll,
    dispose: () => {
      forgetAll();
      tf.dispose(tensors);
    },
  };
}
