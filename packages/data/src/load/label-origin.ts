import type { ClassHints, ClassWords } from "@evenodds/core";
import { labelLine } from "../card/label-line.js";
import type { GraphCard } from "../card/graph-card.js";

/** What others need to know about how the labels of a graph were declared. */
export interface LabelOrigin {
  /** What to do about classes that do not fit a model. */
  readonly hints: ClassHints;
  /** Per class the values that stand for it, where the classes are listed; null where they are those that occur. */
  readonly listed: readonly (readonly string[])[] | null;
  /** How messages speak of the labels. */
  readonly words: ClassWords;
  /** Returns what to do so that the classes have this order, such as `write under nodes: in the card: label: …`. */
  readonly line: (classes: readonly { readonly value: string; readonly name?: string | undefined }[]) => string;
}

const cardHints: ClassHints = {
  place: "the card",
  rename:
    "name the classes as the model does, with classes: { value: name, … } under nodes.label in the card, or mark other values as missing",
  listAll: "list all classes under nodes.label.classes in the card, those without rows too",
  notClasses:
    "list values that are not classes under nodes.label.missing in the card, or give several one name under classes",
  unknown: (value) => `say missing: ${value} under nodes.label in the card`,
};

const optionHints: ClassHints = {
  place: "‘classes’",
  rename: "write the labels as the model does, or name values that are not classes with ‘missingValues’",
  listAll: "list all classes with ‘classes’, those without rows too",
  notClasses: "name values that are not classes with ‘missingValues’",
  unknown: (value) => `add ‘missingValues’ ${value}`,
};

/** Returns the origin of labels that a card describes, `classes` being those of the graph. */
export function labelOrigin(card: GraphCard, classes: readonly string[]): LabelOrigin {
  const { label } = card.nodes;
  const valuesOf = (name: string) => label!.levels!.filter((level) => level.name === name).map(({ value }) => value);
  return {
    listed: label?.levels === undefined ? null : classes.map(valuesOf),
    words: labelWords(card),
    hints: card.ofOptions === true ? optionHints : cardHints,
    line:
      card.ofOptions === true
        ? (named) => `add ‘classes’ ${named.map(({ value }) => value).join(",")}`
        : (named) => `write under nodes: in the card: ${labelLine(label ?? { column: "", missing: [] }, named)}`,
  };
}

/** Returns the words of a graph card for what classes mean. */
export function labelWords({ nodes, ofOptions }: Pick<GraphCard, "nodes" | "ofOptions">): ClassWords {
  const files = nodes.files.map(({ path }) => path).join(", ");
  const argument = `label column ${JSON.stringify(nodes.label?.column ?? "")} of ${files}`;
  if (ofOptions === true) {
    const declare = "list the classes with ‘classes’";
    return {
      argument,
      respell: `write each class one way; if they are different classes, ${declare}`,
      declare,
      markMissing: optionHints.unknown,
    };
  }
  return {
    argument,
    respell: "list the values under nodes.label.classes in the card, with one name for all spellings of one class",
    declare: "list the values under nodes.label.classes in the card",
    markMissing: cardHints.unknown,
  };
}
