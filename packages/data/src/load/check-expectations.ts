import { InputError } from "@evenodds/core";
import type { GraphCard } from "../card/graph-card.js";

/** Throws {@link InputError} naming every count of the card's `expect` that the loaded graph does not have. */
export function checkExpectations(
  card: GraphCard,
  found: Required<{ [K in keyof GraphCard["expect"]]: number }>,
): void {
  const names = ["nodes", "edges", "arcs", "features", "labelled"] as const;
  const wrong = names.filter((name) => card.expect[name] !== undefined && card.expect[name] !== found[name]);
  if (wrong.length === 0) return;
  throw new InputError({
    argument: `counts of graph ${JSON.stringify(card.name)}`,
    expected: wrong.map((name) => `${card.expect[name]} ${name}`).join(", "),
    found: wrong.map((name) => `${found[name]} ${name}`).join(", "),
    hint: "the files or the rules of the card have changed; correct the one that is wrong",
  });
}
