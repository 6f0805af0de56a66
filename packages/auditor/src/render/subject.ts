import type { AttributeReport, AuditReport } from "../report/audit-report.js";

/** Returns what was audited: `german.onnx on german, split test`. */
export function subject({ model, data, split }: AuditReport): string {
  const names = [model?.file ?? "predictions", ...(data === null ? [] : [data.name])].join(" on ");
  return split === "all" ? names : `${names}, split ${split}`;
}

/** Returns attributes with the largest gap first, those without a gap last. */
export function worstFirst(attributes: readonly AttributeReport[]): readonly AttributeReport[] {
  const gap = ({ equalizedOdds }: AttributeReport) => equalizedOdds.value ?? -1;
  return [...attributes].sort((a, b) => gap(b) - gap(a));
}
