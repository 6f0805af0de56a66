import { InputError } from "@evenodds/core";
import { inNaturalOrder } from "./in-natural-order.js";
import type { RecordedAttribute, RecordedAudit } from "./recorded-audit.js";

/** One report of a history. */
export interface HistoryEntry {
  /** When it was made, in the words of the user: a commit, a date, a release. */
  readonly point: string;
  /** What is followed over the points, such as the name of a model. */
  readonly series: string;
  /** Where the report was read. */
  readonly file: string;
  readonly audit: RecordedAudit;
}

/** Reports over time, as plain JSON. */
export interface History {
  readonly schemaVersion: 1;
  /** In their order, the latest last. */
  readonly points: readonly string[];
  /** What is violated now first, then by name. */
  readonly series: readonly HistorySeries[];
}

export interface HistorySeries {
  readonly name: string;
  /** In the order of the points; only those with a report. */
  readonly audits: readonly HistoryAudit[];
}

export interface HistoryAudit {
  readonly point: string;
  readonly audit: RecordedAudit;
  /** What is not as in the audit before, in sentences; empty for the first. */
  readonly changes: readonly string[];
}

/**
 * Returns reports in their order. `order` lists the points; without it, they are in the natural order of their names,
 * in which `v2` comes before `v10`. Points of the order that have no report are left out.
 *
 * Throws {@link InputError} for two reports of one series at one point, and for a point that the order lacks.
 */
export function makeHistory(
  entries: readonly HistoryEntry[],
  { order }: { readonly order?: readonly string[] | undefined } = {},
): History {
  const found = new Set(entries.map(({ point }) => point));
  const points = order === undefined ? inNaturalOrder([...found]) : order.filter((point) => found.has(point));
  const place = new Map(points.map((point, at) => [point, at]));
  const series = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    if (!place.has(entry.point)) {
      const found = `none of ${JSON.stringify(entry.point)} (${entry.file})`;
      throw new InputError({ argument: "order", expected: "a line for each point of the reports", found });
    }
    const others = series.get(entry.series);
    if (others === undefined) series.set(entry.series, [entry]);
    else others.push(entry);
  }
  const all = [...series].map(([name, own]) => ({ name, audits: auditsInOrder(own, { name, place }) }));
  return { schemaVersion: 1, points, series: all.sort((a, b) => urgency(b) - urgency(a) || compare(a, b)) };
}

function auditsInOrder(
  entries: readonly HistoryEntry[],
  { name, place }: { readonly name: string; readonly place: ReadonlyMap<string, number> },
): HistoryAudit[] {
  const sorted = [...entries].sort((a, b) => place.get(a.point)! - place.get(b.point)!);
  return sorted.map(({ point, audit, file }, i) => {
    const before = sorted[i - 1];
    if (before?.point === point) {
      throw new InputError({
        argument: `reports of ${JSON.stringify(name)} at ${JSON.stringify(point)}`,
        expected: "one",
        found: `${before.file} and ${file}`,
        hint: "keep the reports of each model in a folder of its own",
      });
    }
    return { point, audit, changes: before === undefined ? [] : changesBetween(before.audit, audit) };
  });
}

const urgencies = { violated: 3, inconclusive: 2, "no-gate": 1, pass: 0 } as const;

function urgency({ audits }: HistorySeries): number {
  return urgencies[audits.at(-1)!.audit.verdict];
}

function compare(a: HistorySeries, b: HistorySeries): number {
  return inNaturalOrder([a.name, b.name])[0] === a.name ? -1 : 1;
}

/** What a reader has to know before comparing two audits: first what came of it, then what was audited otherwise. */
function changesBetween(before: RecordedAudit, now: RecordedAudit): string[] {
  const changes: string[] = [];
  const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  if (before.verdict !== now.verdict) changes.push(`verdict ${before.verdict} → ${now.verdict}`);
  for (const attribute of now.attributes) {
    const former = before.attributes.find(({ name }) => name === attribute.name);
    if (former === undefined) changes.push(`attribute ${JSON.stringify(attribute.name)} is new`);
    else for (const change of attributeChanges(former, attribute)) changes.push(change);
  }
  for (const { name } of before.attributes) {
    if (!now.attributes.some((one) => one.name === name)) changes.push(`attribute ${JSON.stringify(name)} is gone`);
  }
  if (differ(before.classes, now.classes)) changes.push("other classes");
  if (before.minimumSupport !== now.minimumSupport) {
    changes.push(`minimum support ${before.minimumSupport} → ${now.minimumSupport}`);
  }
  if (before.subject !== now.subject) changes.push(`audited ${before.subject} → ${now.subject}`);
  if (before.model !== now.model) changes.push("another model");
  if (before.data !== now.data) changes.push("other data");
  if (before.tool !== now.tool) changes.push(`${before.tool} → ${now.tool}`);
  return changes;
}

function attributeChanges(before: RecordedAttribute, now: RecordedAttribute): string[] {
  const of = ` by ${JSON.stringify(now.name)}`;
  const changes: string[] = [];
  if (before.metric !== now.metric) changes.push(`another metric${of}`);
  if (before.gate?.limit !== now.gate?.limit) {
    changes.push(`limit${of} ${before.gate?.limit ?? "none"} → ${now.gate?.limit ?? "none"}`);
  }
  if (before.gate && now.gate && before.gate.rule !== now.gate.rule) {
    changes.push(`rule${of} ${before.gate.rule} → ${now.gate.rule}`);
  }
  if (before.worst !== now.worst) changes.push(`largest gap${of} now ${now.worst ?? "undefined"}`);
  const groups = ({ groups: own }: RecordedAttribute) => new Set(own.map(({ group }) => group));
  const [former, present] = [groups(before), groups(now)];
  const added = [...present].filter((group) => !former.has(group));
  const gone = [...former].filter((group) => !present.has(group));
  if (added.length > 0) changes.push(`new groups${of}: ${named(added)}`);
  if (gone.length > 0) changes.push(`groups gone${of}: ${named(gone)}`);
  return changes;
}

/** At most three names. */
function named(names: readonly string[]): string {
  const more = names.length - 3;
  const shown = names.slice(0, 3).map((name) => JSON.stringify(name));
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
