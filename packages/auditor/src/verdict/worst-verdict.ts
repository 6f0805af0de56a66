import { ownValue } from "@evenodds/core";
import { verdicts, type OnInconclusive, type RunVerdict, type Verdict } from "./verdict.js";

/**
 * Returns the worst of the verdicts (`violated` before `inconclusive` before `pass`), or `no-gate` where there is none.
 */
export function worstVerdict(found: readonly Verdict[]): RunVerdict {
  return verdicts.find((verdict) => found.includes(verdict)) ?? "no-gate";
}

const softens: Readonly<Record<OnInconclusive, boolean>> = { fail: false, warn: true, pass: true };

/** Whether a run with this verdict must stop a pipeline: always for `violated`, for `inconclusive` unless softened. */
export function isBlocking(verdict: RunVerdict, onInconclusive: OnInconclusive): boolean {
  return verdict === "violated" || (verdict === "inconclusive" && ownValue(softens, onInconclusive) !== true);
}
