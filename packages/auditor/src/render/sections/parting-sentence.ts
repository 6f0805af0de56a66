import { standsOut } from "./group-evidence-section.js";
import type { AttributeReport, AuditReport } from "../../report/audit-report.js";

/**
 * Returns why the figures of an attribute seem to contradict each other, where they do: the p-value of the largest gap
 * alone, that of any dependence, and the interval of the gap answer different questions. Null where they agree.
 */
export function partingSentence(
  { permutation, dependence, evidence, groups }: AttributeReport,
  { settings }: AuditReport,
): string | null {
  const { alpha } = settings;
  if (dependence.pValue === null || evidence.lower === null) return null;
  const isDependent = dependence.pValue <= alpha;
  const isGap = permutation.pValue === null ? null : permutation.pValue <= alpha;
  const isApart = evidence.lower > 0;
  if (isDependent && isGap === false) {
    const where = groups.some((group) => standsOut(group, alpha))
      ? "see the groups by evidence"
      : "small differences add up over many groups and labels";
    return `The largest gap alone may be chance, but not the rates of all groups and labels together: ${where}.`;
  }
  if (isDependent && !isApart) {
    return (
      "All rates together are not what chance gives, though no single pair of groups is surely apart: the interval is " +
      "widened for every comparison, and differences spread over many of them add up."
    );
  }
  if (!isDependent && isApart) {
    return (
      "One pair of groups is apart by its interval, while all rates together may be chance: the interval looks at each " +
      "comparison, the test weighs all of them. Take it for a borderline result."
    );
  }
  if (!isDependent && isGap === true) {
    return (
      "The largest gap is more than chance gives, while all rates together may be chance: one difference stands alone. " +
      "Take it for a borderline result."
    );
  }
  return null;
}
