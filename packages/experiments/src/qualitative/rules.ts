import type { QualitativeStudy } from "./qualitative.js";
import { formatPercent } from "./wording.js";

/** The rules of the experiment with what the paper leaves open, fixed before it was first run. */
export function qualitativeRules({
  share,
  minimumNeighbours,
  models,
}: Pick<QualitativeStudy, "share" | "minimumNeighbours" | "models">): string[] {
  const [before, after] = models.map(({ lambda }) => `λ = ${lambda}`);
  return [
    "A node's two hops are the distinct nodes whose messages reach it over at most two arcs, itself left out: what a " +
      "classifier of two layers sees.",
    `A test node is a candidate if its group has more than ${formatPercent(share)} of its two hops (of those whose group is ` +
      `known), it has at least ${minimumNeighbours} direct neighbours, and more than half of its labelled two hops have ` +
      "another label. The paper has the first and the last; the number of neighbours is in a sentence that is commented out " +
      "of its source.",
    "The neighbours' label is the most frequent one within two hops that is not the node's own, the first of equals.",
    `Candidates are ranked by how much the probability of their right label rises from ${before} to ${after}. The best one ` +
      "of each group stands for what the paper shows, which does not say how its two nodes were chosen; the median one " +
      "(of two in the middle, the one that rises less) shows what is usual.",
    "A drawing has all nodes within two hops, or, where these are too many, direct neighbours first and then a random part of " +
      "the second hop. Nodes have running numbers and no identifiers.",
  ];
}
