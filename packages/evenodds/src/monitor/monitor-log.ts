import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { InputError, parseJson, UsageError } from "@evenodds/core";
import { makeFolder, removeLeftovers, writeNewFolder } from "@evenodds/data";

/** Version of what entries hold. */
const format = 1;

const entryFile = "entry.jsonl";
const pendingFile = "pending.jsonl";

/** One entry of a log: what was written, and the hash by which the next one names it. */
export interface LogEntry {
  readonly body: Readonly<Record<string, unknown>>;
  readonly sha256: string;
}

/** The log of a monitor as it lies on the disk. */
export interface MonitorLog {
  /** The settings first, then one entry for whatever was added. */
  readonly entries: readonly LogEntry[];
  /** Predictions that wait for their labels, as lines of JSON. */
  readonly pending: string;
}

/**
 * Reads the log in the folder `state`: folders with numbers, each with an entry that names the hash of the one before.
 * Null where there is no such folder, or nothing in it.
 *
 * Throws {@link InputError} where an entry was changed, is missing or is not whole. Entries that were removed at the
 * end leave no trace in a log; whoever has to know keeps the hash of the last one.
 */
export async function readMonitorLog(state: string): Promise<MonitorLog | null> {
  // Whoever adds an entry removes what waited before it, so what was read may be gone a moment later.
  for (let attempt = 0; ; attempt++) {
    const entries = await readEntries(state);
    if (entries === null) return null;
    try {
      return { entries, pending: await readPending(state, entries) };
    } catch (error) {
      const isOvertaken = attempt < 10 && (await isThere(join(state, numberText(entries.length))));
      if (!isOvertaken) throw error;
    }
  }
}

async function readEntries(state: string): Promise<LogEntry[] | null> {
  const found = await stat(state).catch(() => null);
  if (found === null) return null;
  if (!found.isDirectory()) {
    throw new UsageError({ argument: "state", expected: "a folder", found: `the file ${state}` });
  }
  const names = (await readdir(state)).filter((name) => !name.startsWith(".")).sort();
  const foreign = names.find((name) => !/^\d{6}$/.test(name));
  if (foreign !== undefined) {
    const text = `${state} with ${JSON.stringify(foreign)} in it`;
    throw new UsageError({ argument: "state", expected: "the state of a monitor, or a new folder", found: text });
  }
  if (names.length === 0) return null;
  const entries: LogEntry[] = [];
  for (const [i, name] of names.entries()) {
    const wanted = numberText(i);
    if (name !== wanted) throw damaged(join(state, wanted), "nothing there, and later entries behind it");
    entries.push(await readEntry(join(state, name), entries.at(-1)?.sha256 ?? null));
  }
  return entries;
}

async function readEntry(folder: string, previous: string | null): Promise<LogEntry> {
  const path = join(folder, entryFile);
  const text = await readFile(path, "utf8").catch(() => {
    throw damaged(path, "no such file");
  });
  const [line = "", seal = "", ...rest] = text.split("\n");
  const sha256 = hashOf(line);
  if (seal !== sealOf(sha256) || rest.length !== 1 || rest[0] !== "") {
    throw damaged(path, "another content than was written");
  }
  const body = parseJson(line) as Readonly<Record<string, unknown>>;
  if (body.format !== format) throw damaged(path, `format ${String(body.format)}, which this version does not know`);
  if (body.previous !== previous) throw damaged(path, "an entry that belongs behind another one");
  return { body, sha256 };
}

async function readPending(state: string, entries: readonly LogEntry[]): Promise<string> {
  const { body } = entries.at(-1)!;
  if (body.pending === undefined || body.pending === null) return "";
  const path = join(state, numberText(entries.length - 1), pendingFile);
  const text = await readFile(path, "utf8").catch(() => {
    throw damaged(path, "no such file");
  });
  if (hashOf(text) !== body.pending) throw damaged(path, "another content than was written");
  return text;
}

/**
 * Adds an entry behind the others, with the predictions that wait from then on, and returns the log with it; null where
 * another process has added one since the log was read: nothing was written then. A process that is killed leaves the
 * entry whole or not at all.
 */
export async function appendToLog(
  state: string,
  log: MonitorLog | null,
  { body, pending }: { readonly body: Readonly<Record<string, unknown>>; readonly pending: string },
): Promise<MonitorLog | null> {
  const entries = log?.entries ?? [];
  const line = JSON.stringify({
    format,
    previous: entries.at(-1)?.sha256 ?? null,
    ...body,
    pending: pending === "" ? null : hashOf(pending),
  });
  const sha256 = hashOf(line);
  await makeFolder(state);
  await removeLeftovers(state);
  const files = {
    [entryFile]: `${line}\n${sealOf(sha256)}\n`,
    ...(pending === "" ? {} : { [pendingFile]: pending }),
  };
  if (!(await writeNewFolder(join(state, numberText(entries.length)), files))) return null;
  // They hold ids of people, and are of no more use.
  for (let i = 0; i < entries.length; i++) await rm(join(state, numberText(i), pendingFile), { force: true });
  return { entries: [...entries, { body: parseJson(line) as LogEntry["body"], sha256 }], pending };
}

function numberText(number: number): string {
  return String(number).padStart(6, "0");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function sealOf(sha256: string): string {
  return JSON.stringify({ sha256 });
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

function damaged(path: string, found: string): InputError {
  return new InputError({
    argument: path,
    expected: "the log of a monitor as it was written",
    found,
    hint: "put back the state from a copy; a log that was changed proves nothing",
  });
}
