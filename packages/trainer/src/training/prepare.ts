import { InputError, type Preprocessing, type Split } from "@evenodds/core";
import type { Engine } from "../engines/engine.js";
import { fitPreprocessing } from "../preprocessing/fit-preprocessing.js";
import { estimateSampler } from "../samplers/bayes-sampler.js";
import { makeConstants } from "./constants.js";
import { makeNetworks } from "./networks.js";
import type { TrainingOptions } from "./options.js";
import { splitForTraining, trainingAttribute } from "./split-for-training.js";
import type { StepContext } from "./train-step.js";
import type { TrainingAttribute, TrainingData } from "./training-data.js";

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
  checkClasses(data);
  const attribute = trainingAttribute(nodes, options);
  const split = splitForTraining(nodes, options);
  const preprocessing = fitPreprocessing(graph, options.scale);
  const constants = makeConstants(data, { engine, options, split, attribute, preprocessing });
  const networks = makeNetworks(options, {
    features: graph.featureNames.length,
    outputs: constants.outputs,
    attributeWidth: attribute?.width ?? 0,
  });
  const warnings: string[] = [];
  const common = { engine, options, networks, constants, firstLayer: { value: null } };
  if (options.method === "gcn" || attribute === null) {
    return { context: { ...common, sampler: null }, split, preprocessing, warnings };
  }
  checkAttribute(attribute);
  // The official code's table comes from the last pass of an epoch, the validation pass; the paper says "labelled data".
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
  const sampler = estimateSampler({
    label: nodes.label,
    attribute: attribute.code,
    nodes: estimation.attributed,
    classCount: constants.classCount,
    levelCount: attribute.levels.length,
  });
  for (const y of sampler.unseenClasses) {
    warnings.push(
      `no ${options.mode === "official" ? "validation" : "training"} node has class ${JSON.stringify(nodes.classes[y])}: ` +
        `its dummy attributes follow the shares of all classes`,
    );
  }
  return { context: { ...common, sampler }, split, preprocessing, warnings };
}

function checkClasses({ nodes, name }: TrainingData): void {
  const present = new Set(nodes.label);
  present.delete(-1);
  if (present.size >= 2) return;
  throw new InputError({
    argument: `label ${JSON.stringify(nodes.labelName)} of ${name}`,
    expected: "labelled nodes of at least two classes",
    found: present.size === 0 ? "no labelled node" : "one class",
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
    hint: "there is nothing to equalize; use --method gcn",
  });
}
