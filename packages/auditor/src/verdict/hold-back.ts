import type { ClassLack } from "@evenodds/core";
import type { Judgement } from "./verdict.js";

/**
 * Returns a judgement as far as the true classes of its rows carry it. Rows of a single class carry none:
 * `inconclusive`, whatever was measured, because nothing was asked about another class. Where another class has rows,
 * but fewer than the minimum support, a gap above the limit still violates it, and one within it is no pass. `lack` is
 * null where two classes have support; then nothing changes.
 */
export function holdBack(judged: Judgement, lack: ClassLack | null): Judgement {
  if (lack === null || (lack.kind === "small-classes" && judged.verdict !== "pass")) return judged;
  return { verdict: "inconclusive", reason: `${lack.reason}, so there is no verdict (${judged.reason})` };
}
