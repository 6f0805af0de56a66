import { predictClasses, softmax } from "@evenodds/auditor";
import {
  InputError,
  InterruptedError,
  isEvenoddsError,
  sensitiveAttribute,
  UsageError,
  compressRows,
  Random,
  type Graph,
} from "@evenodds/core";
import {
  parseTrainingOptions,
  predictLogits,
  train,
  type Engine,
  type TrainingData,
  type TrainingResult,
} from "@evenodds/trainer";
import type {
  QualitativeStudy,
  StudiedModel,
  Example,
  ExampleRole,
  GroupFindings,
  NodeOutput,
} from "./qualitative-study.js";
import { selectExamples, type Candidate, type GroupSelection, type Selection } from "./select-examples.js";
import { completeRule, type SelectionRule, type NodeCodes } from "./selection-rule.js";
import type { ModelOutput, ModelPair } from "./summarize-change.js";
import { cutNeighbourhood } from "./cut-neighbourhood.js";

/** How far the training of the two models is. */
export interface QualitativeProgress {
  /** The model in work, 1 or 2. */
  readonly model: number;
  readonly lambda: number;
  readonly epoch: number;
  readonly epochs: number;
}

/** How the experiment runs. */
export interface QualitativeOptions extends SelectionRule {
  readonly data: TrainingData;
  /** Name of the sensitive attribute. */
  readonly attribute: string;
  readonly engine: Engine;
  /** Of the split and of both trainings. Default 131, as in the paper's code. */
  readonly seed?: number | undefined;
  /** Default 1000, as in training. */
  readonly epochs?: number | undefined;
  /** λ of the two models; 0 is method `gcn`, anything above `eqgnn`. Default 0 and 1, as in the paper. */
  readonly lambdas?: readonly [number, number] | undefined;
  /** Default 50, as in the paper. */
  readonly gamma?: number | undefined;
  /** Most nodes that are drawn of one neighbourhood. Default 60. */
  readonly drawnNodes?: number | undefined;
  /** Stops after the epoch in progress. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each epoch. */
  readonly onProgress?: ((progress: QualitativeProgress) => void) | undefined;
}

/**
 * Repeats the paper's qualitative figure: trains a model for each λ on the same split, finds the test nodes that
 * satisfy the paper's rule ({@link selectExamples}), and summarizes what changes on all of them beside the best and the
 * median one of each group. Same data, options and engine give the same study. Source: EqGNN, "Qualitative Example".
 *
 * Throws `UsageError` for options out of range, `InputError` for a label of numbers, and what training throws.
 */
export async function runQualitative(options: QualitativeOptions): Promise<QualitativeStudy> {
  const { data, attribute, engine, seed = 131, epochs = 1000, gamma = 50, drawnNodes = 60 } = options;
  const { lambdas = [0, 1], onProgress, signal } = options;
  const { graph, nodes } = data;
  checkDrawnNodes(drawnNodes);
  checkLambdas(lambdas);
  if (nodes.target !== undefined) throw numericLabel(nodes.labelName);
  const rule = completeRule(options);
  const { code, levels } = sensitiveAttribute(nodes, attribute);
  const trainOne = (model: 1 | 2) => {
    const lambda = lambdas[model - 1]!;
    const common = { sensitive: attribute, seed, epochs, gamma };
    return train(data, parseTrainingOptions({ ...common, lambda, method: methodOf(lambda) }), {
      engine,
      signal,
      onEpoch: ({ epoch }) => onProgress?.({ model, lambda, epoch, epochs }),
    }).catch(withoutResume);
  };
  const first = await trainOne(1);
  const second = await trainOne(2);
  const before = outputOf(first, { data, engine });
  const after = outputOf(second, { data, engine });
  const codes = { label: nodes.label, group: code, before, after };
  const testNodes = first.split.test;
  const selection = selectExamples(graph, { ...rule, ...codes, groupCount: levels.length, testNodes });
  return {
    ...{ graph: data.name, engine: engine.name, attribute, groups: levels },
    ...{ labelName: nodes.labelName, classes: nodes.classes, seed, gamma, ...rule },
    models: [recordOf(first, lambdas[0]), recordOf(second, lambdas[1])],
    testNodes: testNodes.length,
    testNodesWithoutGroup: selection.withoutGroup,
    findings: showExamples(graph, { ...codes, selection, limit: drawnNodes, seed }),
  };
}

function methodOf(lambda: number): StudiedModel["method"] {
  return lambda === 0 ? "gcn" : "eqgnn";
}

function outputOf(
  { model }: TrainingResult,
  { data, engine }: { readonly data: TrainingData; readonly engine: Engine },
): ModelOutput {
  const logits = { logits: predictLogits(model, data.graph, engine), columns: data.nodes.classes.length };
  return { prediction: predictClasses(logits).prediction, probability: softmax(logits) };
}

function recordOf({ summary }: TrainingResult, lambda: number): StudiedModel {
  const { epochs, bestEpoch, test } = summary;
  const { accuracy, equalizedOddsDifference } = test;
  return { lambda, method: methodOf(lambda), epochs, bestEpoch, accuracy, equalizedOddsDifference };
}

/** Training advises to go on with what was kept; here nothing is. */
function withoutResume(error: Error): never {
  if (!isEvenoddsError(error) || error.code !== "interrupted") throw error;
  throw new InterruptedError({ ...error.complaint, hint: "start again, nothing was kept" }, { cause: error });
}

function checkDrawnNodes(drawnNodes: number): void {
  if (Number.isInteger(drawnNodes) && drawnNodes >= 1) return;
  throw new UsageError({ argument: "drawnNodes", expected: "a whole number from 1", found: String(drawnNodes) });
}

function checkLambdas([first, second]: readonly [number, number]): void {
  if (first >= 0 && second >= 0 && first !== second && Number.isFinite(first + second)) return;
  throw new UsageError({
    argument: "lambdas",
    expected: "two different numbers from 0",
    found: `${first} and ${second}`,
    hint: "the paper has 0 and 1",
  });
}

function numericLabel(name: string): InputError {
  return new InputError({
    argument: `label ${JSON.stringify(name)}`,
    expected: "classes, of which a model gives probabilities",
    found: "numbers",
    hint: "take a graph card whose label has classes",
  });
}

/** What the examples are made from. */
interface ShowOptions extends NodeCodes, ModelPair {
  readonly selection: Selection;
  /** Most nodes that are drawn of one neighbourhood. */
  readonly limit: number;
  readonly seed: number;
}

/** Returns what was found in each group, with its best and its median candidate, numbered through all groups. */
function showExamples(graph: Graph, options: ShowOptions): GroupFindings[] {
  const rows = compressRows(graph.target, graph.source, graph.nodeCount);
  let number = 0;
  return options.selection.groups.map(({ group, ruleCounts, candidates, change, everyone }): GroupFindings => {
    const examples = chosen(candidates).map(({ candidate, rank, roles }): Example => {
      const { node, label, neighboursLabel, counts } = candidate;
      number++;
      const random = Random.of(options.seed, `drawn neighbours ${number}`);
      return {
        ...{ number, roles, rank, group, label, neighboursLabel, counts },
        before: outputAt(node, options.before),
        after: outputAt(node, options.after),
        drawn: cutNeighbourhood(rows, { ...options, node, random }),
      };
    });
    return { group, ruleCounts, candidates: change, everyone, examples };
  });
}

function chosen(candidates: GroupSelection["candidates"]): {
  readonly candidate: Candidate;
  readonly rank: number;
  readonly roles: readonly ExampleRole[];
}[] {
  const middle = candidates.length >> 1;
  const at = (place: number, ...roles: ExampleRole[]) => ({ candidate: candidates[place]!, rank: place + 1, roles });
  if (candidates.length === 0) return [];
  return middle === 0 ? [at(0, "best", "median")] : [at(0, "best"), at(middle, "median")];
}

function outputAt(node: number, { probability, prediction }: ModelOutput): NodeOutput {
  const columns = probability.length / prediction.length;
  return {
    probability: [...probability.subarray(node * columns, (node + 1) * columns)],
    prediction: prediction[node]!,
  };
}
