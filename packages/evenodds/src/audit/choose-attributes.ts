import {
  classProbabilities,
  clusterCounts,
  type AuditedAttribute,
  type ClassifierOutput,
  type ReportWarning,
} from "@evenodds/auditor";
import {
  countOutcomes,
  countScores,
  crossCategories,
  allCombinations,
  InputError,
  sensitiveAttribute,
  type Category,
  type OutcomeCounts,
  type ScoreCounts,
} from "@evenodds/core";
import type { LoadedGraph } from "@evenodds/data";
import type { NodeClusters } from "./node-clusters.js";
import type { ClassifierOnGraph } from "../model/run-model.js";

/** Which attributes of a graph are audited. */
export interface AttributeChoice {
  /** Names of attributes; all of the graph where empty or undefined. */
  readonly sensitive?: readonly string[] | undefined;
  /** Combinations that are audited too. */
  readonly cross?: "all" | readonly (readonly string[])[] | undefined;
}

/** An attribute of an audit, with the attributes that it crosses; a plain one with itself. */
export interface ChosenAttribute extends Category {
  readonly parts: readonly Category[];
}

/** Returns the names of all attributes that are asked for, alone or crossed, each once; none where all are. */
export function wantedAttributes({ sensitive = [], cross = [] }: AttributeChoice): string[] {
  return [...new Set([...sensitive, ...(cross === "all" ? [] : cross.flat())])];
}

/** Returns the attributes that are asked for, crossed ones last. Throws {@link InputError} where the card has none. */
export function chooseAttributes(
  { nodes, name }: Pick<LoadedGraph, "nodes" | "name">,
  { sensitive = [], cross = [] }: AttributeChoice,
): ChosenAttribute[] {
  const plain = sensitive.length > 0 ? sensitive.map((one) => sensitiveAttribute(nodes, one)) : nodes.sensitive;
  if (plain.length === 0) {
    throw new InputError({
      argument: `graph ${JSON.stringify(name)}`,
      expected: "at least one sensitive attribute",
      found: "none",
      hint: "name the column under nodes.sensitive in the graph card, or, of a graph in one file, the array with ‘sensitive’",
    });
  }
  const combinations = cross === "all" ? allCombinations(plain.map((one) => one.name)) : cross;
  const named = (one: string) => sensitiveAttribute(nodes, one);
  const crossings = combinations.map((names) => names.map(named));
  return [
    ...plain.map((attribute) => ({ ...attribute, parts: [attribute] })),
    ...crossings.map((parts) => ({ ...crossCategories(parts), parts })),
  ];
}

/** Returns how many nodes lack each attribute that is crossed, whatever else they lack. */
export function unknownNodes({ parts }: ChosenAttribute): { readonly attribute: string; readonly rows: number }[] {
  return parts.map(({ name, code }) => ({
    attribute: name,
    rows: code.reduce((count, level) => count + (level < 0 ? 1 : 0), 0),
  }));
}

/** An attribute with counts of labels and predictions. */
export type LabelledAttribute = Extract<AuditedAttribute, { readonly outcomes: OutcomeCounts }>;

/** Counts the predictions of a model by attribute, with what scores and clusters of nodes add. */
export function countAttributes(
  { output, match, label }: ClassifierOnGraph,
  audit: {
    readonly attributes: readonly ChosenAttribute[];
    readonly prediction: Int32Array;
    readonly include: Uint8Array | undefined;
    readonly positiveClass: string | null;
    readonly clusters: NodeClusters | null;
  },
): LabelledAttribute[] {
  const { attributes, prediction, include, clusters } = audit;
  const { classes } = match;
  const scores = binaryScores({ output, classes, label, include, positiveClass: audit.positiveClass });
  return attributes.map((attribute) => {
    const { name, code: group, levels: groups } = attribute;
    const rows = { group, groups, label, prediction, classes, include };
    return {
      name,
      unknown: unknownNodes(attribute),
      outcomes: countOutcomes(rows),
      scores: scores?.({ group, groups }),
      clusters:
        clusters === null
          ? undefined
          : { name: clusters.name, counts: clusterCounts({ ...rows, cluster: clusters.cluster }) },
    };
  });
}

/** So many counts by group, label and score take a gigabyte; each node of a graph may have a score of its own. */
const mostScoreCounts = 2 ** 27;

/** Says of which attributes there are no figures about scores, because the counts would not fit into memory. */
export function scoreWarnings(attributes: readonly LabelledAttribute[], { kind }: ClassifierOutput): ReportWarning[] {
  if (kind === "class-ids") return [];
  const left = attributes.filter(({ outcomes, scores }) => outcomes.classes.length === 2 && scores === undefined);
  if (left.length === 0) return [];
  const names = left.map(({ name }) => JSON.stringify(name)).join(", ");
  const message =
    `Figures about scores are left out for ${names}: groups times nodes are more than ${mostScoreCounts / 2}. ` +
    "The audit of a table of predictions with ‘score’ counts scores in bins.";
  return [{ code: "scores-left-out", message }];
}

/**
 * Two classes have a score: the probability of the positive one, or of the second where none is named; ids have none.
 */
function binaryScores(rows: {
  readonly output: ClassifierOutput;
  readonly classes: readonly string[];
  readonly label: Int32Array;
  readonly include: Uint8Array | undefined;
  readonly positiveClass: string | null;
}): ((by: { group: Int32Array; groups: readonly string[] }) => ScoreCounts | undefined) | null {
  const { output, classes, include, positiveClass } = rows;
  const [first, second] = classes;
  if (first === undefined || second === undefined || classes.length > 2) return null;
  const positive = positiveClass === first ? 0 : 1;
  const probability = classProbabilities(output);
  if (probability === null) return null;
  const score = Float64Array.from(rows.label, (_, node) => probability[2 * node + positive]!);
  const label = rows.label.map((y, node) => (y < 0 || include?.[node] === 0 ? -1 : y === positive ? 1 : 0));
  const names = positive === 1 ? ([first, second] as const) : ([second, first] as const);
  const labelled = label.reduce((count, y) => count + (y < 0 ? 0 : 1), 0);
  return (by) =>
    2 * by.groups.length * labelled > mostScoreCounts
      ? undefined
      : countScores({ ...by, label, score, classes: names });
}
