import { checkReportGate, hasIntervals, parseSubgroup, type GroupPart, type ReportGate } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import type { AuditFlags } from "../actions/report-audit.js";
import type { GateEntry } from "./gates-schema.js";
import type { GateOverrides } from "./settle-options.js";

/**
 * Returns a gate of a file as reports are judged by it, with the rule of its audit where it has none and one fits.
 * Throws {@link UsageError} for a gate that is wrong in itself, and for a waiver where nobody says which day it is.
 */
export function fileGate(
  entry: GateEntry,
  { flags, overrides }: { readonly flags: AuditFlags; readonly overrides: GateOverrides },
): ReportGate {
  const { metric, limit, floor, attribute, severity, waive } = entry;
  const { options, today } = overrides;
  const overridden = <T>(key: string, own: T): T => (options.has(key) && own !== undefined ? (undefined as T) : own);
  if (waive !== undefined && today === undefined) {
    throw new UsageError({
      argument: "waive",
      expected: "the day on which waivers are judged",
      found: "none",
      hint: "add --today, such as --today 2027-01-31; no clock is read, so that the same files give the same verdict",
    });
  }
  const common = options.has("rule") || entry.rule === undefined ? flags.rule : entry.rule;
  const isExplicit = entry.rule !== undefined && !options.has("rule");
  const gate: ReportGate = {
    metric,
    ...{ limit, floor, severity },
    attribute: attribute === undefined ? undefined : String(attribute),
    subgroup: entry.subgroup === undefined ? undefined : partsOf(entry.subgroup),
    class: entry.class === undefined ? undefined : String(entry.class),
    // A default is taken where there are intervals; who asks for them by name is told that there are none.
    rule: isExplicit || hasIntervals(metric) ? common : "point",
    minimumSupport: overridden("min-support", entry["min-support"]),
    onInconclusive: overridden("on-inconclusive", entry.inconclusive),
    waiver: waive,
  };
  checkReportGate(gate);
  return gate;
}

function partsOf(subgroup: NonNullable<GateEntry["subgroup"]>): GroupPart[] {
  if (typeof subgroup === "string") return parseSubgroup(subgroup);
  return Object.entries(subgroup).map(([attribute, value]) => ({ attribute, value: String(value) }));
}
