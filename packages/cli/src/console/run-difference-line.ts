import { runText } from "@evenodds/auditor";
import type { RunDifference } from "evenodds";

/**
 * Returns how far a further run of a model is from the audited one: the one place where magnitudes stand, which vary
 * between machines, and of models that race between runs.
 */
export function runDifferenceLine(difference: RunDifference): string {
  const { compared, flipped, numbers, differing, largest } = difference;
  // Numbers that a regression predicts change in their last digits; how many do tells nothing.
  const predictions = flipped === null ? "" : ` ${flipped} of ${compared} audited predictions differ`;
  const where = `stability: ${runText(difference)}${predictions}`;
  if (numbers === null) return where;
  const outputs =
    differing === 0
      ? `all ${numbers} numbers of the output are the same`
      : `${differing} of ${numbers} numbers of the output differ, by at most ${largest!.toPrecision(3)}`;
  return `${where}${flipped === null ? "" : ";"} ${outputs}`;
}
