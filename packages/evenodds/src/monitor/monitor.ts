import { basename } from "node:path";
import {
  monitorGaps,
  worstVerdict,
  type MonitoredAttribute,
  type MonitoredBatch,
  type MonitorReport,
  type OnInconclusive,
  type Verdict,
} from "@evenodds/auditor";
import { decodeCounts, UsageError, version, type OutcomeCounts } from "@evenodds/core";
import type { FileLayout } from "@evenodds/data";
import { addBatches, checkColumns, countCompleted, countFiles } from "./count-batch.js";
import { appendToLog, readMonitorLog, type LogEntry, type MonitorLog } from "./monitor-log.js";
import {
  checkSettings,
  completeSettings,
  newSettings,
  type CompleteSettings,
  type MonitorSettings,
  type StoredSettings,
} from "./monitor-settings.js";
import { addPending, decodePending, encodePending, takeLabels } from "./pending-rows.js";

/** What is added to a monitor, and how it is read. */
export interface MonitorAdditions extends Pick<FileLayout, "header" | "delimiter" | "comment"> {
  /** Tables of rows that have label and prediction, or tables of counts. */
  readonly add?: readonly string[] | undefined;
  /** Tables of predictions whose labels come later. They wait in the state, with their ids. */
  readonly predicted?: readonly string[] | undefined;
  /** Tables of labels of predictions that wait. */
  readonly labels?: readonly string[] | undefined;
  /** When the monitor begins: tables of the period that rates are compared with, each group with itself. */
  readonly reference?: readonly string[] | undefined;
  /** What the batch is called, such as a date. Default: its number. */
  readonly batch?: string | undefined;
  /** Whether files may be added that were added before. Default: false. */
  readonly again?: boolean | undefined;
}

/** How a state is monitored. Settings are needed when it begins; later they may only be repeated. */
export interface MonitorStateOptions extends MonitorSettings, MonitorAdditions {
  /** Whether an inconclusive verdict blocks, see `isBlocking`. It is not kept in the state. Default: `fail`. */
  readonly onInconclusive?: OnInconclusive | undefined;
}

/**
 * Adds what is given to the monitor in the folder `state`, which begins where there is none, and returns what it knows
 * then; with nothing to add, what it knows. The state is a log of counts; everything else is computed from it anew, and
 * equal logs give equal reports. See `monitorGaps` for what is computed.
 *
 * A batch is everything that gets its label with one call. Processes that add at the same time both do, one after the
 * other; one that is killed has added its batch whole or not at all.
 *
 * Throws {@link UsageError} for settings that are missing or are others than those of the state, and for a batch that
 * is there already, and {@link InputError} for a log that was changed and for files that cannot be read as asked.
 */
export async function monitor(state: string, options: MonitorStateOptions): Promise<MonitorReport> {
  for (;;) {
    const found = await readMonitorLog(state);
    const log = found ?? (await newLog(options));
    const stored = settingsOf(log);
    checkSettings(options, stored);
    if (found !== null) checkReference(options, log);
    const settings = completeSettings(stored);
    // What cannot be read is an error before there is a state, with settings that could not be changed any more.
    const entry = addsRows(options) ? await batchEntry(log, { settings, options }) : null;
    const begun = found ?? (await appendToLog(state, null, { body: log.entries[0]!.body, pending: "" }));
    const added = begun === null || entry === null ? begun : await appendToLog(state, begun, entry);
    // Null: another process was first.
    if (added !== null) return reportOf(added, settings, options);
  }
}

function addsRows({ add, predicted, labels }: MonitorAdditions): boolean {
  return [add, predicted, labels].some((files) => files !== undefined);
}

/** A log of the settings alone, which is on no disk yet. */
async function newLog(options: MonitorStateOptions): Promise<MonitorLog> {
  const stored = newSettings(options);
  const settings = completeSettings(stored);
  checkColumns(settings);
  // Limits out of range are an error whatever is added.
  monitorGaps([], { limit: settings.maxGap, alpha: settings.alpha, largestCluster: settings.largestCluster });
  const { reference } = options;
  const found = reference === undefined ? null : await countFiles(reference, { settings, layout: layoutOf(options) });
  const body = {
    settings: stored,
    reference: found && { files: filesOf(found.files, "reference"), counts: found.attributes.map(storedCounts) },
  };
  return { entries: [{ body, sha256: "" }], pending: "" };
}

/** The reference is given when the monitor begins, or the same again. */
function checkReference({ reference }: MonitorStateOptions, log: MonitorLog): void {
  if (reference === undefined) return;
  const stored = log.entries[0]!.body.reference as StoredReference | null;
  const names = reference.map((file) => basename(file)).join(", ");
  const before = stored?.files.map(({ file }) => file).join(", ") ?? "no reference";
  if (names === before) return;
  throw new UsageError({
    argument: "‘reference’",
    expected: `${before}, as the monitor began`,
    found: names,
    hint: "leave it out, or begin another monitor in a new folder",
  });
}

/** Reads what is to be added, and returns the entry that says so. */
async function batchEntry(
  log: MonitorLog,
  { settings, options }: { readonly settings: CompleteSettings; readonly options: MonitorStateOptions },
): Promise<{ readonly body: { readonly batch: StoredBatch }; readonly pending: string }> {
  const name = options.batch ?? String(log.entries.length);
  const earlier = batchesOf(log);
  if (earlier.some((batch) => batch.name === name)) {
    const hint = "it may have been added already; give this one another name if not";
    const found = `a second ${JSON.stringify(name)}`;
    throw new UsageError({ argument: "‘batch’", expected: "a name of its own for each batch", found, hint });
  }
  const layout = layoutOf(options);
  const context = { settings, layout, id: idColumn(settings, options) };
  const before = decodePending(log.pending);
  const predicted = options.predicted === undefined ? null : await addPending(before, options.predicted, context);
  const labelled =
    options.labels === undefined ? null : await takeLabels(predicted?.pending ?? before, options.labels, context);
  const whole = options.add === undefined ? null : await countFiles(options.add, { settings, layout });
  const counted = addBatches(whole, await countCompleted(labelled?.completed ?? [], settings));
  const files = [
    ...filesOf(whole?.files ?? [], "add"),
    ...filesOf(predicted?.files ?? [], "predicted"),
    ...filesOf(labelled?.files ?? [], "labels"),
  ];
  if (options.again !== true) checkNew(files, earlier);
  const pending = labelled?.pending ?? predicted?.pending ?? before;
  const batch: StoredBatch = {
    name,
    read: counted?.read ?? 0,
    used: counted?.used ?? 0,
    excluded: counted?.excluded ?? {},
    predicted: predicted?.rows ?? 0,
    unmatchedLabels: labelled?.unmatched ?? 0,
    blankLabels: labelled?.blank ?? 0,
    waiting: pending.size,
    files,
    counts: counted?.attributes.map(storedCounts) ?? [],
  };
  return { body: { batch }, pending: encodePending(pending) };
}

function idColumn({ id }: CompleteSettings, { predicted, labels }: MonitorAdditions): string {
  if (id !== undefined) return id;
  if (predicted === undefined && labels === undefined) return "";
  throw new UsageError({
    argument: "‘id’",
    expected: "the column by which labels find their predictions",
    found: "none",
    hint: "it is said when the monitor begins",
  });
}

/** A file that was added before would count its rows twice. */
function checkNew(files: StoredBatch["files"], earlier: readonly StoredBatch[]): void {
  for (const { sha256, file, role } of files) {
    const known = earlier.find((batch) => batch.files.some((one) => one.sha256 === sha256 && one.role === role));
    if (known === undefined) continue;
    throw new UsageError({
      argument: file,
      expected: "rows that were not added before",
      found: `the content of ${JSON.stringify(known.files.find((one) => one.sha256 === sha256)!.file)} of batch ${JSON.stringify(known.name)}`,
      hint: "say ‘again’ if it is meant",
    });
  }
}

type Role = "add" | "predicted" | "labels" | "reference";

interface StoredFile {
  readonly file: string;
  readonly role: Role;
  readonly sha256: string;
}

interface StoredCounts {
  readonly attribute: string;
  readonly groups: readonly string[];
  readonly classes: readonly string[];
  readonly counts: readonly number[];
  readonly excluded: OutcomeCounts["excluded"];
}

interface StoredReference {
  readonly files: readonly StoredFile[];
  readonly counts: readonly StoredCounts[];
}

interface StoredBatch extends Omit<MonitoredBatch, "files"> {
  readonly files: readonly StoredFile[];
  readonly counts: readonly StoredCounts[];
}

function filesOf(files: readonly { readonly name: string; readonly sha256: string }[], role: Role): StoredFile[] {
  return files.map(({ name, sha256 }) => ({ file: basename(name), role, sha256 }));
}

function storedCounts({ name, outcomes }: { readonly name: string; readonly outcomes: OutcomeCounts }): StoredCounts {
  const { groups, classes, counts, excluded } = outcomes;
  return { attribute: name, groups, classes, counts: Array.from(counts), excluded };
}

function outcomesOf({ groups, classes, counts, excluded }: StoredCounts): OutcomeCounts {
  return decodeCounts(JSON.stringify({ groups, classes, counts, excluded }));
}

function layoutOf({ header, delimiter, comment }: MonitorAdditions): FileLayout {
  return { header, delimiter, comment };
}

function settingsOf({ entries }: MonitorLog): StoredSettings {
  return entries[0]!.body.settings as StoredSettings;
}

function batchesOf({ entries }: MonitorLog): StoredBatch[] {
  return entries.slice(1).map(({ body }: LogEntry) => body.batch as StoredBatch);
}

function reportOf(
  log: MonitorLog,
  settings: CompleteSettings,
  { onInconclusive = "fail" }: MonitorStateOptions,
): MonitorReport {
  const batches = batchesOf(log);
  const reference = log.entries[0]!.body.reference as StoredReference | null;
  const names = [...new Set(batches.flatMap(({ counts }) => counts.map(({ attribute }) => attribute)))];
  const attributes = names.map((name): MonitoredAttribute => {
    const own = batches.flatMap(({ counts }, batch) => {
      const found = counts.find(({ attribute }) => attribute === name);
      const outcomes = found && outcomesOf(found);
      return outcomes?.counts.some((count) => count > 0) === true ? [{ batch, outcomes }] : [];
    });
    const known = reference?.counts.find(({ attribute }) => attribute === name);
    const monitoring = monitorGaps(
      own.map(({ outcomes }) => outcomes),
      {
        limit: settings.maxGap,
        alpha: settings.alpha,
        predictions: settings.cells,
        largestCluster: settings.largestCluster,
        reference: known === undefined ? null : outcomesOf(known),
      },
    );
    const verdict: Verdict = monitoring.looks.at(-1)?.verdict ?? "inconclusive";
    return { name, verdict, batches: own.map(({ batch }) => batch), monitoring };
  });
  return {
    kind: "monitor",
    evenodds: version,
    verdict: worstOf(attributes),
    settings: {
      maxGap: settings.maxGap,
      alpha: settings.alpha,
      cells: settings.cells,
      largestCluster: settings.largestCluster,
      onInconclusive,
      referenceRows: reference === null ? null : reference.counts[0]!.counts.reduce((sum, count) => sum + count, 0),
    },
    head: log.entries.at(-1)!.sha256,
    batches: batches.map(reportedBatch),
    attributes,
    pending: batches.at(-1)?.waiting ?? 0,
  };
}

/** Before there are rows nothing is known. */
function worstOf(attributes: readonly MonitoredAttribute[]): Verdict {
  const worst = worstVerdict(attributes.map(({ verdict }) => verdict));
  return worst === "no-gate" ? "inconclusive" : worst;
}

/** Without its counts, which only the statistics need. */
function reportedBatch(batch: StoredBatch): MonitoredBatch {
  const { name, read, used, excluded, predicted, unmatchedLabels, blankLabels, waiting, files } = batch;
  return { name, read, used, excluded, predicted, unmatchedLabels, blankLabels, waiting, files };
}
