import type { PairKind } from "@evenodds/trainer";
import type { PairStudy, PairTestName } from "./pair-study.js";

/** How tables and charts name the tests. */
export function testTitle(test: PairTestName, { hidden }: Pick<PairStudy, "hidden">): string {
  switch (test) {
    case "t-test":
      return "T-test";
    case "paired-t-test":
      return "Paired T-test";
    case "c2st":
      return "C2ST, linear";
    case "permutation-linear":
      return "Permutation, linear";
    case "permutation-linear-without-bias":
      return "Permutation, linear, no bias";
    case "permutation-mlp":
      return `Permutation, MLP(${hidden})`;
  }
}

/** How tables and charts name the data. */
export const dataTitles: Readonly<Record<PairKind, string>> = { shift: "Shift", rotation: "Rotation" };

/** Returns `0.470`, or `1.6e-12` where three decimals would show zero; 0 is `0`, null `undefined`. */
export function formatPValue(p: number | null): string {
  if (p === null) return "undefined";
  if (p === 0) return "0";
  return p < 0.001 ? p.toExponential(1) : p.toFixed(3);
}

/** Returns a |t| with two decimals, an accuracy with four; a |t| that is undefined is `no spread`. */
export function formatValue(value: number | null, figure: "t" | "accuracy"): string {
  if (value === null) return "no spread";
  return figure === "t" ? value.toFixed(2) : value.toFixed(4);
}
