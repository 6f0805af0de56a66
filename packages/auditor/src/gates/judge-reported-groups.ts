import type { AttributeReport } from "../report/audit-report.js";
import { findGroup } from "./find-group.js";
import { mostRows, noValue, type GateOnReport, type JudgedPart } from "./gate-on-report.js";
import { judgeGroups } from "./judge-groups.js";
import type { ReportedGroupMetric } from "./report-metrics.js";

/** Judges a figure that a report has of every group, such as an AUC, and of all rows where no group is meant. */
export function judgeReportedGroups(definition: ReportedGroupMetric, of: GateOnReport): JudgedPart[] {
  const { gate, threshold, report, chosen } = of;
  const { settings, attributes } = report;
  const on = {
    ...threshold,
    rule: "point" as const,
    alpha: settings.alpha,
    minimumSupport: gate.minimumSupport ?? settings.minimumSupport,
    withoutIntervals: null,
  };
  const figuresOf = (attribute: AttributeReport) => {
    const found = definition.find(attribute);
    if (found === null) throw noValue(gate, definition.lack);
    return found;
  };
  const { subgroup } = gate;
  if (subgroup !== undefined) {
    const found = findGroup(attributes, subgroup);
    const { byGroup } = figuresOf(found.attribute);
    const own = byGroup.slice(found.group, found.group + 1).map((one) => ({ ...one, fraction: null }));
    return [{ ...judgeGroups(own, on), attribute: found.attribute.name, subgroup: found.text, class: null }];
  }
  if (gate.attribute === undefined) {
    const widest = mostRows(chosen);
    const { overall, byGroup } = figuresOf(widest);
    const n = byGroup.reduce((sum, one) => sum + one.n, 0);
    const all = [{ group: "all rows", n, fraction: null, value: overall }];
    return [{ ...judgeGroups(all, on), attribute: null, subgroup: null, class: null }];
  }
  return chosen.map((attribute) => {
    const groups = figuresOf(attribute).byGroup.map((one) => ({ ...one, fraction: null }));
    return { ...judgeGroups(groups, on), attribute: attribute.name, subgroup: null, class: null };
  });
}
