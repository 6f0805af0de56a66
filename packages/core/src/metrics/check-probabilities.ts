import type { ScoreCounts } from "../counts/score-counts.js";
import { InputError } from "../errors.js";

/** Throws {@link InputError} unless every score is a probability: calibration means nothing for logits. */
export function checkProbabilities({ scores }: ScoreCounts): void {
  const outside = scores.find((score) => !(score >= 0 && score <= 1));
  if (outside === undefined) return;
  throw new InputError({
    argument: "scores",
    expected: "probabilities from 0 to 1",
    found: `${outside}`,
    hint: "turn logits into probabilities first (softmax or sigmoid)",
  });
}
