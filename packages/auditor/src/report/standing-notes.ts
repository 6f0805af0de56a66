import type { AuditedUnit } from "./audited-unit.js";

const dependence = {
  node: "Nodes of a graph share neighbours",
  row: "Rows may belong together, such as those of one person, place or graph",
} as const satisfies Record<AuditedUnit, string>;

/**
 * Returns the notes that every audit starts with, whatever it finds. Without labels there is no test and nothing to
 * cluster.
 */
export function standingNotes({
  attributes,
  labelled,
  unit,
}: {
  readonly attributes: number;
  readonly labelled: boolean;
  readonly unit: AuditedUnit;
}): string[] {
  const notes = labelled
    ? [
        `The permutation test and the intervals treat ${unit}s with the same label as exchangeable. ${dependence[unit]}, so their ` +
          "predictions are not independent, and the true uncertainty can be larger than stated. " +
          "An audit with ‘cluster’ allows for that.",
      ]
    : [];
  if (attributes > 1) {
    notes.push(
      "P-values, intervals and verdicts hold for one attribute at a time; they are not corrected for several attributes. " +
        "Adjusted p-values (Holm) are: they allow for all attributes, or all gates, of this report together.",
    );
  }
  return notes;
}
