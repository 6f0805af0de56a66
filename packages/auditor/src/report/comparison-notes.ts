import type { Pairing } from "../statistics/paired/change-spread.js";
import type { AuditedUnit } from "./audited-unit.js";

/** Returns what belongs in every rendering of a comparison: what its figures assume. */
export function comparisonNotes({
  pairing,
  unit,
  clustered,
  attributes,
}: {
  readonly pairing: Pairing;
  readonly unit: AuditedUnit;
  readonly clustered: boolean;
  readonly attributes: number;
}): string[] {
  const notes = [
    {
      rows: `Both predictions of every ${unit} are known. P-values of cells are exact McNemar tests; that of the gap lets the two predictions of a ${unit} change places.`,
      margins:
        `Only the predictions of each model by themselves are known, in cells of as many ${unit}s. P-values are the ` +
        `largest, and intervals the widest, that any two models with these predictions can have, so much that is there ` +
        "cannot be seen: compare the models themselves, or tables with ids, to see more.",
      independent:
        `The ${unit}s of A and B are taken as other ones, drawn alike. P-values of cells are Fisher's exact tests; that ` +
        "of the gap deals the predictions of both anew.",
    }[pairing],
  ];
  if (clustered) {
    notes.push(
      `The predictions of all ${unit}s of a cluster change places together. Exact tests of single cells are left out: they take ${unit}s as independent.`,
    );
  } else {
    notes.push(`${unit === "node" ? "Nodes" : "Rows"} are taken as independent.`);
  }
  notes.push(
    attributes > 1
      ? "P-values of cells are adjusted for all cells of their attribute (Holm), those of gaps for all attributes. Intervals hold for one attribute at a time."
      : "P-values of cells are adjusted for all cells (Holm).",
  );
  return notes;
}
