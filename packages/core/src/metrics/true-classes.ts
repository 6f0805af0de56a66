import { cellSize, type OutcomeCounts } from "../counts/outcome-counts.js";
import type { Disparity } from "./disparity.js";
import type { GapOptions } from "./largest-gap.js";
import { checkMinimumSupport, defaultMinimumSupport } from "./rate.js";

/** Why rows do not speak for two true classes. */
export interface ClassLack {
  /** `one-class`: a single true class has rows; `small-classes`: others have, but fewer than the minimum support. */
  readonly kind: "one-class" | "small-classes";
  /** Half a sentence: `only one true class has rows ("1")`. */
  readonly reason: string;
}

/**
 * Returns why fewer than two true classes have at least `minimumSupport` rows over all groups together, or null where
 * two have, and where there are no rows at all. Equalized odds asks for equal rates given each label, so a label that
 * is the same on every row, such as that of a wrong column or of a filtered table, answers it for no other one: a right
 * and a constant prediction are then the same thing.
 */
export function classLack(outcomes: OutcomeCounts, options: GapOptions = {}): ClassLack | null {
  const { minimumSupport = defaultMinimumSupport } = options;
  checkMinimumSupport(minimumSupport);
  const sizes = labelSizes(outcomes);
  const named = (least: number) => outcomes.classes.filter((_, label) => sizes[label]! > 0 && sizes[label]! >= least);
  const withRows = named(0);
  if (withRows.length === 0) return null;
  if (withRows.length === 1)
    return { kind: "one-class", reason: `only one true class has rows (${quote(withRows[0]!)})` };
  const supported = named(minimumSupport);
  if (supported.length >= 2) return null;
  const [only] = supported;
  const rows = `at least ${minimumSupport} rows`;
  const reason = only === undefined ? `no true class has ${rows}` : `only one true class has ${rows} (${quote(only)})`;
  return { kind: "small-classes", reason };
}

/** Returns the rows of every true class over all groups, in the order of the classes. */
function labelSizes(outcomes: OutcomeCounts): number[] {
  return outcomes.classes.map((_, label) =>
    outcomes.groups.reduce((sum, _group, group) => sum + cellSize(outcomes, group, label), 0),
  );
}

/**
 * Returns a summary over all labels as it is, or as `partial` where a single true class has rows. What it says of that
 * class holds, and is a lower bound.
 */
export function overLabels(found: Disparity, outcomes: OutcomeCounts): Disparity {
  if (found.value === null) return found;
  const lack = classLack(outcomes, { minimumSupport: 1 });
  return lack?.kind === "one-class" ? { ...found, status: "partial", reason: lack.reason } : found;
}

function quote(name: string): string {
  return JSON.stringify(name);
}
