import type { ClassWords } from "@evenodds/core";
import type { GraphCard } from "../card/graph-card.js";

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
