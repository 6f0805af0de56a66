import {
  crossCategories,
  crossingSign,
  Random,
  sensitiveAttribute,
  splitNodes,
  type Category,
  type NodeTable,
  type Split,
} from "@evenodds/core";
import { attributeColumns, attributeWidth } from "../adversaries/attribute-columns.js";
import type { TrainingOptions } from "./training-options.js";
import type { TrainingAttribute, TrainingData } from "./training-data.js";

/**
 * Returns the split that a run uses: that of the data where they give one, else a function of the labels, the split
 * options and the seed alone, so that two methods with the same seed learn from and are tested on the same nodes.
 */
export function splitForTraining(
  { nodes, split }: Pick<TrainingData, "nodes" | "split">,
  options: TrainingOptions,
): Split {
  if (split !== undefined) return split.parts;
  const { seed, splitSeed, trainShare, validationShare } = options;
  return splitNodes(nodes.label, {
    random: Random.of(splitSeed ?? seed, "split"),
    fractions: { train: trainShare, validation: validationShare },
    stratify: strata(nodes, options),
  });
}

/** Returns the attribute that the options name, ready for training; null where they name none. */
export function trainingAttribute(nodes: NodeTable, { sensitive }: TrainingOptions): TrainingAttribute | null {
  if (sensitive === null) return null;
  const attribute = namedAttribute(nodes, sensitive);
  const levelCount = attribute.levels.length;
  return {
    ...attribute,
    columns: attributeColumns(attribute.code, levelCount),
    width: attributeWidth(levelCount),
  };
}

/** Returns the attribute of that name, or those of that crossed name with all their combinations as levels. */
function namedAttribute(nodes: NodeTable, name: string): Category {
  const names = name.split(crossingSign);
  if (names.length === 1 || nodes.sensitive.some((attribute) => attribute.name === name)) {
    return sensitiveAttribute(nodes, name);
  }
  return crossCategories(names.map((one) => sensitiveAttribute(nodes, one)));
}

function strata(nodes: NodeTable, { stratify, sensitive }: TrainingOptions): Int32Array | Float64Array | undefined {
  if (stratify === "none") return undefined;
  if (stratify === "label" || sensitive === null) return nodes.label;
  const { code, levels } = namedAttribute(nodes, sensitive);
  return Float64Array.from(nodes.label, (y, node) => y * (levels.length + 1) + code[node]! + 1);
}
