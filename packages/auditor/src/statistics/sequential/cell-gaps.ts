import { rateOf } from "@evenodds/core";
import type { Fraction } from "../wilson-interval.js";
import type { MonitoredCell, ReferenceArm } from "./monitored-cells.js";
import type { RunningArm } from "./rate-table.js";

/** A side of a gap, over all batches so far. */
export interface GapSide extends Fraction {
  readonly group: string;
  readonly kind: "now" | "reference";
  readonly rate: number | null;
}

/** What was measured in a cell: the rate of `higher` minus that of `lower`; null where one of them has no rows. */
export interface CellGap {
  readonly label: string;
  readonly prediction: string;
  readonly lower: GapSide;
  readonly higher: GapSide;
  readonly gap: number | null;
}

/** Gaps of mirror images differ by so much; the first one counts. */
const rounding = 1e-12;

/**
 * Returns the largest measured gap of cells with at least `minimumSupport` rows on both sides after every batch, `[B]`,
 * NaN where there is none; the number of the worst cell after the last batch, or −1; how many cells have a side without
 * rows; and each cell as it is after the last batch.
 */
export function cellGaps(
  cells: readonly MonitoredCell[],
  batches: number,
  { minimumSupport }: { readonly minimumSupport: number },
) {
  const largest = new Float64Array(batches).fill(NaN);
  let [worst, worstGap, empty] = [-1, -Infinity, 0];
  cells.forEach((cell, at) => {
    const [low, high] = [running(cell.lower), running(cell.higher)];
    for (let b = 0; b < batches; b++) {
      low.add(b);
      high.add(b);
      if (b < cell.since || Math.min(low.n, high.n) < minimumSupport) continue;
      const gap = high.k / high.n - low.k / low.n;
      if (!(gap <= largest[b]!)) largest[b] = gap;
      if (b === batches - 1 && gap > worstGap + rounding) [worst, worstGap] = [at, gap];
    }
    if (low.n === 0 || high.n === 0) empty++;
  });
  const last = (at: number): CellGap => {
    const { label, prediction, ...cell } = cells[at]!;
    const [lower, higher] = [sideOf(cell.lower), sideOf(cell.higher)];
    const gap = lower.rate === null || higher.rate === null ? null : higher.rate - lower.rate;
    return { label, prediction, lower, higher, gap };
  };
  return { largest, worst, empty, last };
}

/** Sums of an arm that are carried from batch to batch. */
function running(arm: RunningArm | ReferenceArm) {
  const sums = {
    k: arm.kind === "reference" ? arm.k : 0,
    n: arm.kind === "reference" ? arm.n : 0,
    add(b: number) {
      if (arm.kind === "reference") return;
      sums.k += arm.s[b]!;
      sums.n += arm.n[b]!;
    },
  };
  return sums;
}

function sideOf(arm: RunningArm | ReferenceArm): GapSide {
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  const { k, n } = arm.kind === "reference" ? arm : { k: sum(arm.s), n: sum(arm.n) };
  return { group: arm.group, kind: arm.kind, k, n, rate: rateOf(k, n) };
}
