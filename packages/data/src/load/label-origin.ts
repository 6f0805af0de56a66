import type { ClassWords } from "@evenodds/core";
import { labelLine } from "../card/label-line.js";
import type { GraphCard } from "../card/graph-card.js";
import { labelWords } from "./label-words.js";

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
