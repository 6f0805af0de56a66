import { jsonText } from "@evenodds/auditor";
import { stringify } from "yaml";
import { givenValues } from "../options/check-options.js";
import { auditOptions } from "../options/audit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import { effectiveOptions } from "../options/effective-options.js";
import type { PlannedBaseline } from "./file-baseline.js";
import { fileOptions, type FileOption } from "./file-options.js";
import type { PlannedAudit } from "./plan-audits.js";

/**
 * Returns the audits as a file of gates of their own, with nothing left to defaults or to flags: what is printed, saved
 * in the place of the file, runs the same. YAML, or JSON where it is asked for. Equal files and flags give equal bytes.
 */
export function renderConfig(
  audits: readonly PlannedAudit[],
  { isJson = false }: { readonly isJson?: boolean } = {},
): string {
  const content = {
    version: 1,
    audits: Object.fromEntries(audits.map((audit) => [audit.name, effectiveAudit(audit)])),
  };
  return isJson
    ? jsonText(content)
    : stringify(content, { lineWidth: 0, aliasDuplicateObjects: false, keepUndefined: false });
}

function effectiveAudit(audit: PlannedAudit): Record<string, unknown> {
  const { model, graph, gates, held } = audit;
  return {
    ...(model === undefined ? {} : { model }),
    ...(graph === undefined ? {} : { graph }),
    ...Object.fromEntries(settledOptions(audit)),
    ...(gates.length === 0 ? {} : { gates: settledGates(audit) }),
    ...(held === undefined ? {} : { baseline: settledBaseline(audit, held) }),
  };
}

function settledOptions(audit: PlannedAudit): [key: string, value: unknown][] {
  const { options, taken, command } = audit;
  const effective = effectiveOptions(asGiven(audit));
  const open = command.table.subjectsOf?.(givenValues(command)) ?? [];
  // An option that only one kind of model has would be refused for the other.
  const isCertain = ({ spec }: FileOption) =>
    open.every((subject) => spec.subjects?.includes(subject as never) ?? true);
  return fileOptions.flatMap((option): [string, unknown][] => {
    const { key, spec } = option;
    const value = taken.get(key) ?? options.get(key);
    if (value !== undefined) return [[key, value]];
    return Object.hasOwn(effective, key) && spec.standard !== undefined && isCertain(option)
      ? [[key, spec.standard]]
      : [];
  });
}

/** The command line as if all that the audit takes over had been written for it alone. */
function asGiven({ options, taken, command }: PlannedAudit): DescribedCommand {
  const given = new DescribedCommand(auditOptions);
  given.processedArgs = command.processedArgs;
  for (const { key, attribute } of fileOptions) {
    if (!options.has(key) && !taken.has(key)) continue;
    given.setOptionValueWithSource(attribute, command.getOptionValue(attribute), "cli");
  }
  return given;
}

function settledGates({ gates, judged, flags }: PlannedAudit): Record<string, unknown>[] {
  return gates.map((gate, i) => {
    const { rule, minimumSupport, severity = "error", onInconclusive = flags.onInconclusive } = judged[i]!;
    return { ...gate, rule, "min-support": minimumSupport, severity, inconclusive: onInconclusive };
  });
}

function settledBaseline(
  { baseline, flags }: PlannedAudit,
  { severity = "error", onInconclusive = flags.onInconclusive }: PlannedBaseline,
): Record<string, unknown> {
  return { ...baseline, severity, inconclusive: onInconclusive };
}
