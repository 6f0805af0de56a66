import {
  findUnweighable,
  InputError,
  ModelError,
  weighableLayers,
  weighingOf,
  type Graph,
  type Layer,
  type Preprocessing,
  type Split,
} from "@evenodds/core";
import type { Adversary } from "../adversaries/adversary.js";
import type { Engine } from "../engines/engine.js";
import { methods } from "../methods/methods.js";
import { fitPreprocessing } from "./fit-preprocessing.js";
import type { AttributeSampler, SamplerName } from "../samplers/attribute-sampler.js";
import { bayesSampler } from "../samplers/bayes-sampler.js";
import { densitySampler } from "../samplers/density-sampler.js";
import { makeTask } from "../tasks/make-task.js";
import { makeConstants, type Constants } from "./constants.js";
import { makeNetworks } from "./networks.js";
import type { TrainingOptions } from "./training-options.js";
import { splitForTraining, trainingAttribute } from "./split-for-training.js";
import type { StepContext } from "./train-step.js";
import type { TrainingAttribute, TrainingData } from "./training-data.js";
import { backboneLayer, backboneNames } from "../networks/backbone-layer.js";

/** A run that can begin: the constant parts of all its steps. */
export interface PreparedRun {
  readonly context: StepContext;
  readonly split: Split;
  readonly preprocessing: Preprocessing;
  /** What a reader of the results should know. */
  readonly warnings: readonly string[];
}

/**
 * Prepares a run. Throws {@link InputError} for a graph that cannot be learned from: no labels, one class, an attribute
 * with one level, or no node with label and attribute where the adversary needs them.
 */
export function prepareRun(
  data: TrainingData,
  { engine, options }: { engine: Engine; options: TrainingOptions },
): PreparedRun {
  const { graph, nodes } = data;
  checkLabels(data);
  const attribute = trainingAttribute(nodes, options);
  const split = splitForTraining(data, options);
  const preprocessing = fitPreprocessing(graph, options.scale);
  const task = makeTask(nodes, { options, split });
  const adversary = adversaryOf(options, attribute);
  const features = graph.featureNames.length;
  const networks = makeNetworks(options, { features, task, attributeWidth: attribute?.width ?? 0, adversary });
  if (graph.edgeWeight !== undefined) checkWeighable(networks.classifier);
  const firstLayer = networks.classifier[0]!;
  const constants = makeConstants(data, { engine, options, split, task, attribute, preprocessing, firstLayer });
  const unused = unusedWarnings(graph);
  const common = { data, engine, options, networks, constants };
  if (adversary === null) {
    return { context: { ...common, opponent: null }, split, preprocessing, warnings: unused };
  }
  const { sampler, warnings } = adversary.drawsAttributes
    ? makeSampler(data, { options, constants, attribute: attribute! })
    : { sampler: null, warnings: [] };
  const opponent = { adversary, sampler };
  return { context: { ...common, opponent }, split, preprocessing, warnings: [...unused, ...warnings] };
}

/** Returns what of a graph no layer looks at. */
function unusedWarnings({ edgeAttributes }: Graph): string[] {
  if (edgeAttributes === undefined) return [];
  const names = edgeAttributes.names.map((name) => JSON.stringify(name)).join(", ");
  return [`the attributes of the edges, ${names}, are not used: no layer takes them`];
}

/** Returns the adversary that the options ask for; null for a method without one. */
function adversaryOf(options: TrainingOptions, attribute: TrainingAttribute | null): Adversary | null {
  if (attribute === null) return null;
  const adversary = methods[options.method].adversary(options, attribute.levels.length);
  if (adversary !== null) checkAttribute(attribute);
  return adversary;
}

function makeSampler(
  { nodes }: TrainingData,
  context: {
    readonly options: TrainingOptions;
    readonly constants: Constants;
    readonly attribute: TrainingAttribute;
  },
): { sampler: AttributeSampler; warnings: string[] } {
  const { options, constants, attribute } = context;
  // The official code's table comes from the last pass of an epoch, the validation pass; the paper says "labelled
  // data".
  const estimation = options.mode === "official" ? constants.validation : constants.train;
  for (const part of ["train", "validation"] as const) {
    if (constants[part].attributed.length === 0) {
      throw new InputError({
        argument: `${part} nodes`,
        expected: `some with a known ${attribute.name}`,
        found: `none of ${constants[part].nodes.length}`,
      });
    }
  }
  const known = { attribute: attribute.code, nodes: estimation.attributed, levelCount: attribute.levels.length };
  return samplers[nodes.target === undefined ? "bayes" : "density"](nodes, { known, options });
}

type MakeSampler = (
  nodes: TrainingData["nodes"],
  context: {
    readonly known: { readonly attribute: Int32Array; readonly nodes: Int32Array; readonly levelCount: number };
    readonly options: TrainingOptions;
  },
) => { sampler: AttributeSampler; warnings: string[] };

const samplers: Readonly<Record<SamplerName, MakeSampler>> = {
  bayes: ({ label, classes }, { known, options }) => {
    const sampler = bayesSampler({ ...known, label, classCount: classes.length });
    const warnings = sampler.unseenClasses.map(
      (y) =>
        `no ${options.mode === "official" ? "validation" : "training"} node has class ${JSON.stringify(classes[y])}: ` +
        `its dummy attributes follow the shares of all classes`,
    );
    return { sampler, warnings };
  },
  density: ({ target }, { known }) => ({
    sampler: densitySampler({ ...known, target: target!.value }),
    warnings: [],
  }),
};

function checkLabels({ nodes, name }: TrainingData): void {
  const known: readonly number[] | Int32Array | Float64Array = nodes.target?.value ?? nodes.label;
  const isKnown = (value: number) => (nodes.target === undefined ? value >= 0 : !Number.isNaN(value));
  const first = known.find(isKnown);
  if (first !== undefined && known.some((value) => isKnown(value) && value !== first)) return;
  const kind = nodes.target === undefined ? "class" : "value";
  throw new InputError({
    argument: `label ${JSON.stringify(nodes.labelName)} of ${name}`,
    expected: `labelled nodes of at least two ${kind === "class" ? "classes" : "values"}`,
    found: first === undefined ? "no labelled node" : `one ${kind}`,
  });
}

function checkAttribute({ name, levels, code }: TrainingAttribute): void {
  const present = new Set(code);
  present.delete(-1);
  if (present.size >= 2) return;
  throw new InputError({
    argument: `sensitive attribute ${JSON.stringify(name)}`,
    expected: "nodes of at least two groups",
    found: `${present.size} of the ${levels.length} declared`,
    hint: "there is nothing to equalize; use ‘method’ gcn",
  });
}

/**
 * Checks that a classifier can be trained on a graph whose arcs have weights: none of its layers compares neighbours or
 * attends to them, for which an arc of weight w has no meaning, and at least one sums or averages over them. Throws
 * {@link ModelError}.
 */
function checkWeighable(layers: readonly Layer[]): void {
  const reason = findUnweighable(layers);
  if (reason === null) return;
  const shape = { name: "", inputs: 1, outputs: 1, heads: 1 };
  const backbones = backboneNames.filter((name) => weighingOf(backboneLayer(name, shape)) === "sums");
  throw new ModelError({
    argument: "layers on a graph whose arcs have weights",
    expected: `such as sum or average over arcs (${weighableLayers})`,
    found: reason.layer === null ? "none that looks at arcs" : reason.words,
    hint: `take the backbone ${backbones.slice(0, -1).join(", ")} or ${backbones.at(-1)}, or name the column under edges.ignore instead of edges.edge_weight`,
  });
}
