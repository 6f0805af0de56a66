import type { ClassWords } from "@evenodds/core";
import { labelLine } from "../card/label-line.js";
import type { GraphCard } from "../card/graph-card.js";

/** What others need to know about how the labels of a graph were declared. */
export interface LabelOrigin {
  /** Per class the values that stand for it, where the classes are listed; null where they are those that occur. */
  readonly listed: readonly (readonly string[])[] | null;
  /** How messages speak of the labels. */
  readonly words: ClassWords;
  /** Returns what to write there so that the classes have this order. */
  readonly line: (classes: readonly { readonly value: string; readonly name?: string | undefined }[]) => string;
}

/** Returns the origin of labels that a card describes, `classes` being those of the graph. */
export function labelOrigin(card: GraphCard, classes: readonly string[]): LabelOrigin {
  const { label } = card.nodes;
  const valuesOf = (name: string) => label!.levels!.filter((level) => level.name === name).map(({ value }) => value);
  return {
    listed: label?.levels === undefined ? null : classes.map(valuesOf),
    words: labelWords(card),
    line: (named) => labelLine(label ?? { column: "", missing: [] }, named),
  };
}

/** Returns the words of a graph card for what classes mean. */
export function labelWords({ nodes }: Pick<GraphCard, "nodes">): ClassWords {
  const files = nodes.files.map(({ path }) => path).join(", ");
  return {
    argument: `label column ${JSON.stringify(nodes.label?.column ?? "")} of ${files}`,
    respell: "list the values under nodes.label.classes in the card, with one name for all spellings of one class",
    declare: "list the values under nodes.label.classes in the card",
    markMissing: (value) => `say missing: ${value} under nodes.label in the card`,
  };
}
