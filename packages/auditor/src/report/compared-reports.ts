import { InputError, type OutcomeCounts, UsageError } from "@evenodds/core";
import { auditedUnit } from "./audited-unit.js";
import type { AttributeReport, AuditReport, ReportWarning } from "./audit-report.js";
import type { ComparisonInput } from "./compare-outcomes.js";
import type { ComparedSource, ComparisonSettings } from "./comparison-report.js";

/** What two reports of audits are compared by. */
export interface ComparedReportsOptions extends Partial<ComparisonSettings> {
  readonly a: ComparedSource;
  readonly b: ComparedSource;
  readonly version: string;
  readonly seed?: number | undefined;
  /** Attributes that are compared. Default: those of the reports, which then have to have the same. */
  readonly sensitive?: readonly string[] | undefined;
  /** Whether the rows are taken as other ones. Default: false, and reports on other data are refused. */
  readonly unpaired?: boolean | undefined;
}

/**
 * Returns what the comparison of two reports is computed from: the counts of their cells. Reports hold the predictions
 * of each model by themselves, so the pairing is `margins`, or `independent` with `unpaired`.
 *
 * Throws {@link InputError} for what cannot be compared: weights; other classes or groups; other attributes and minimum
 * supports unless `sensitive` and `minimumSupport` say which; and, unless `unpaired`, other data, other nodes and cells
 * of other sizes.
 */
export function comparedReports(
  { a, b }: { readonly a: AuditReport; readonly b: AuditReport },
  options: ComparedReportsOptions,
): ComparisonInput {
  const { unpaired = false, sensitive, draws, alpha } = options;
  const refuse = refusal(options);
  if (!sameSet(a.classes, b.classes)) refuse({ what: "the classes", a: a.classes, b: b.classes });
  const minimumSupport = options.minimumSupport ?? a.settings.minimumSupport;
  if (options.minimumSupport === undefined && a.settings.minimumSupport !== b.settings.minimumSupport) {
    const [own, other] = [[String(a.settings.minimumSupport)], [String(b.settings.minimumSupport)]];
    refuse({ what: "the minimum support", a: own, b: other, hint: "say which one holds with ‘minSupport’" });
  }
  const names = comparedNames({ a, b }, { sensitive, refuse });
  if (!unpaired) checkSameRows({ a, b }, { names, refuse });
  const warnings: ReportWarning[] = [];
  const attributes = names.map((name) => {
    const pair = { a: attributeOf(a, name), b: attributeOf(b, name) };
    for (const [side, { rows }] of Object.entries(pair)) {
      if (rows.weight !== undefined) refuse({ what: `weights of ${JSON.stringify(name)}`, [side]: ["weighted rows"] });
    }
    const [own, other] = [groupsOf(pair.a), groupsOf(pair.b)];
    if (!sameSet(own, other)) refuse({ what: `the groups of ${JSON.stringify(name)}`, a: own, b: other });
    for (const { clusters } of [pair.a, pair.b]) {
      if (clusters === null || warnings.length > 0) continue;
      const message =
        "The audits allow for clusters, which a comparison of their reports cannot do: it takes rows as independent. " +
        "Compare the models themselves, or tables with ids, with ‘cluster’.";
      warnings.push({ code: "clusters-not-compared", message });
    }
    const like = { groups: own, classes: a.classes };
    const counts = { a: countsOf(pair.a, like), b: countsOf(pair.b, like) };
    return { name, pair: { pairing: unpaired ? ("independent" as const) : ("margins" as const), ...counts } };
  });
  const split = a.split === b.split ? a.split : "all";
  const isRecorded = !unpaired && a.split !== "all" && a.data?.audited === undefined && a.model !== null;
  return {
    attributes,
    version: options.version,
    a: options.a,
    b: options.b,
    unit: auditedUnit(a),
    seed: options.seed,
    settings: { minimumSupport, draws, alpha },
    data: unpaired || a.model === null ? null : a.data,
    split,
    warnings,
    notes: isRecorded
      ? [
          `Both models record their ${a.split} part themselves. Reports do not say whether it is the same nodes; the ` +
            "figures hold either way, because they are the widest.",
        ]
      : [],
  };
}

type Refuse = (differing: {
  readonly what: string;
  readonly a?: readonly string[];
  readonly b?: readonly string[];
  readonly hint?: string;
}) => never;

/** Returns what throws {@link InputError} for a difference, and says what both have. */
function refusal({ a, b }: ComparedReportsOptions): Refuse {
  return ({ what, a: own, b: other, hint }) => {
    const [first, second] = [
      [own, a.file],
      [other, b.file],
    ].flatMap(([has, file]) => (has === undefined ? [] : [`${(has as string[]).join(", ")} in ${file as string}`]));
    throw new InputError({
      argument: `${what} of ${a.file} and ${b.file}`,
      expected: "the same in both reports",
      found: second === undefined ? first! : `${first} and ${second}`,
      hint,
    });
  };
}

/** Returns the names of the attributes that are compared. */
function comparedNames(
  { a, b }: { readonly a: AuditReport; readonly b: AuditReport },
  { sensitive, refuse }: { readonly sensitive: readonly string[] | undefined; readonly refuse: Refuse },
): readonly string[] {
  const [own, other] = [a, b].map(({ attributes }) => attributes.map(({ name }) => name)) as [string[], string[]];
  if (sensitive === undefined || sensitive.length === 0) {
    if (!sameSet(own, other)) {
      refuse({ what: "the attributes", a: own, b: other, hint: "say which ones are compared with ‘sensitive’" });
    }
    return own;
  }
  const strange = sensitive.find((name) => !own.includes(name) || !other.includes(name));
  if (strange === undefined) return sensitive;
  throw new UsageError({
    argument: "‘sensitive’",
    expected: `attributes of both reports: ${own.filter((name) => other.includes(name)).join(", ")}`,
    found: JSON.stringify(strange),
  });
}

/** What reports on other rows are told. */
const otherRows =
  "audit both on the same nodes, or say with ‘unpaired’ that they are other ones, which makes intervals wider";

/** Throws unless everything that is known of the rows says that they are the same, or as many of each kind. */
function checkSameRows(
  { a, b }: { readonly a: AuditReport; readonly b: AuditReport },
  { names, refuse }: { readonly names: readonly string[]; readonly refuse: Refuse },
): void {
  const tell = (what: string, own: string, other: string) => {
    if (own !== other) refuse({ what, a: [own], b: [other], hint: otherRows });
  };
  tell("the kind", kindOf(a), kindOf(b));
  tell("the part that was audited", selectionOf(a), selectionOf(b));
  // The files of a table hold the predictions, which are to differ.
  if (a.model !== null) tell("the data", filesOf(a), filesOf(b));
  for (const name of names) {
    const [own, other] = [attributeOf(a, name), attributeOf(b, name)];
    for (const { label, group, n } of own.cells) {
      const found = other.cells.find((cell) => cell.label === label && cell.group === group);
      // Other groups are told below, where it is known what they are called.
      if (found === undefined) continue;
      const what = `the rows of ${name} ${JSON.stringify(group)} with label ${JSON.stringify(label)}`;
      tell(what, String(n), String(found.n));
    }
  }
}

function kindOf({ model, data }: AuditReport): string {
  return model === null ? "a table of predictions" : data?.arcs === null ? "a model on a table" : "a model on a graph";
}

function selectionOf({ split, data }: AuditReport): string {
  const audited = data?.audited;
  if (audited === undefined) return split === "all" ? "all nodes" : `the ${split} part`;
  const listed = audited.file === undefined ? "" : ` (sha256 ${audited.file.sha256})`;
  return `${audited.nodes} nodes of the ${split} part by ${audited.from}${listed}`;
}

function filesOf({ data }: AuditReport): string {
  return (
    (data?.files ?? []).map(({ file, sha256 }) => `${file} (sha256 ${sha256.slice(0, 12)}…)`).join(", ") || "no file"
  );
}

function attributeOf(report: AuditReport, name: string): AttributeReport {
  return report.attributes.find((attribute) => attribute.name === name)!;
}

function groupsOf({ cells }: AttributeReport): string[] {
  return [...new Set(cells.map(({ group }) => group))];
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

/** Returns the counts of a report's cells, with groups and classes in a given order. */
export function countsOf(
  { cells, rows }: Pick<AttributeReport, "cells" | "rows">,
  { groups, classes }: { readonly groups: readonly string[]; readonly classes: readonly string[] },
): OutcomeCounts {
  const width = classes.length;
  const at = new Map(classes.map((name, index) => [name, index]));
  const groupAt = new Map(groups.map((name, index) => [name, index]));
  const counts = new Float64Array(groups.length * width ** 2);
  for (const { group, label, predictions } of cells) {
    const start = (groupAt.get(group)! * width + at.get(label)!) * width;
    for (const { prediction, k } of predictions) counts[start + at.get(prediction)!] = k;
  }
  const excluded = Object.fromEntries(Object.entries(rows.excluded).filter(([, count]) => count > 0));
  return { groups, classes, counts, excluded };
}
