import { cellSize, countAt, rateOf, type OutcomeCounts, type PairedCounts } from "@evenodds/core";
import { holmAdjusted } from "../statistics/holm-adjusted.js";
import { fisherTest } from "../statistics/paired/fisher-test.js";
import { outcomesOfBoth, type OutcomePair } from "../statistics/paired/gap-change.js";
import { largestMcNemarPValue, mcnemarTest } from "../statistics/paired/mcnemar-test.js";
import type { CellChange, RightChange, RightRate } from "./comparison-report.js";

/** Returns how often each is right in every cell of label and group. */
export function cellChanges(pair: OutcomePair): CellChange[] {
  const { a } = outcomesOfBoth(pair);
  const cells = a.classes.flatMap((label, y) =>
    a.groups.map((group, g) => ({
      group,
      label,
      ...rightChange(pair, [{ g, y }]),
      transitions: pair.pairing === "rows" ? transitionsOf(pair.counts, { g, y }) : null,
    })),
  );
  return withAdjusted(cells);
}

/** Returns how often each is right in every group, over all labels. */
export function groupChanges(pair: OutcomePair): RightChange[] {
  const { a } = outcomesOfBoth(pair);
  return withAdjusted(
    a.groups.map((group, g) => ({
      group,
      label: null,
      ...rightChange(
        pair,
        a.classes.map((_, y) => ({ g, y })),
      ),
    })),
  );
}

/** Returns how often each is right with every label, over all groups. */
export function labelChanges(pair: OutcomePair): RightChange[] {
  const { a } = outcomesOfBoth(pair);
  return withAdjusted(
    a.classes.map((label, y) => ({
      group: null,
      label,
      ...rightChange(
        pair,
        a.groups.map((_, g) => ({ g, y })),
      ),
    })),
  );
}

/** Of a group and a label, as indices. */
interface Place {
  readonly g: number;
  readonly y: number;
}

type Unadjusted = Omit<RightChange, "group" | "label" | "adjustedPValue">;

function rightChange(pair: OutcomePair, places: readonly Place[]): Unadjusted {
  const both = outcomesOfBoth(pair);
  const [a, b] = [rightRate(both.a, places), rightRate(both.b, places)];
  const known = { gained: null, lost: null, changed: null };
  if (a.n === 0 && b.n === 0) {
    return pair.pairing === "rows"
      ? { a, b, gained: 0, lost: 0, changed: 0, pValue: null }
      : { a, b, ...known, pValue: null };
  }
  switch (pair.pairing) {
    case "rows": {
      const moved = movedRows(pair.counts, places);
      return { a, b, ...moved, pValue: pair.clusters === undefined ? mcnemarTest(moved) : null };
    }
    case "margins":
      return { a, b, ...known, pValue: largestMcNemarPValue({ a: a.right, b: b.right, n: a.n }) };
    case "independent":
      return { a, b, ...known, pValue: fisherTest({ k: a.right, n: a.n }, { k: b.right, n: b.n }) };
  }
}

function rightRate(outcomes: OutcomeCounts, places: readonly Place[]): RightRate {
  let [right, n] = [0, 0];
  for (const { g, y } of places) {
    right += countAt(outcomes, g, y, y);
    n += cellSize(outcomes, g, y);
  }
  return { right, n, rate: rateOf(right, n) };
}

function movedRows(
  { classes, counts }: PairedCounts,
  places: readonly Place[],
): { readonly gained: number; readonly lost: number; readonly changed: number } {
  const width = classes.length;
  let [gained, lost, changed] = [0, 0, 0];
  for (const { g, y } of places) {
    const start = (g * width + y) * width ** 2;
    for (let one = 0; one < width; one++) {
      for (let other = 0; other < width; other++) {
        const rows = counts[start + one * width + other]!;
        if (one === other) continue;
        changed += rows;
        if (other === y) gained += rows;
        if (one === y) lost += rows;
      }
    }
  }
  return { gained, lost, changed };
}

function transitionsOf({ classes, counts }: PairedCounts, { g, y }: Place) {
  const width = classes.length;
  return classes.flatMap((from, one) =>
    classes.flatMap((to, other) => {
      const rows = counts[((g * width + y) * width + one) * width + other]!;
      return one === other || rows === 0 ? [] : [{ from, to, rows }];
    }),
  );
}

function withAdjusted<Change extends { readonly pValue: number | null }>(
  changes: readonly Change[],
): (Change & { readonly adjustedPValue: number | null })[] {
  const adjusted = holmAdjusted(changes.map(({ pValue }) => pValue));
  return changes.map((change, i) => ({ ...change, adjustedPValue: adjusted[i]! }));
}
