import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError, JsonRefusal, parseJson, UsageError, version } from "@evenodds/core";
import { isThere } from "../files/is-there.js";
import { unfinished, writeBeside } from "../files/write-beside.js";
import { decodeRecord, encodeRecord } from "./record-json.js";
import type { PlannedRun, SweepPlan } from "./plan-sweep.js";
import type { SweepRecord } from "./sweep-record.js";

/** What decides the results of a sweep. A folder continues only with the same. */
export interface SweepManifest {
  readonly format: typeof manifestFormat;
  readonly tool: string;
  readonly graph: { readonly name: string; readonly sha256: string };
  /** As it was asked for, and what it came to. */
  readonly engine: { readonly name: string; readonly description: string };
  readonly seeds: readonly number[];
  readonly settings: SweepPlan["settings"];
}

export const manifestFormat = "evenodds.sweep-plan/1";
const manifestFile = "sweep.json";
const runsFolder = "runs";

/**
 * A folder that keeps a sweep: `sweep.json` with the plan, and `runs/<key>.json` for every run that is done. Every file
 * is written beside its place and then renamed, so that whatever ends the process, a run is there whole or not at all.
 */
export class SweepFolder {
  constructor(readonly path: string) {}

  /**
   * Returns what the folder was begun with; null where it is new or empty. Throws {@link UsageError} for another
   * folder.
   */
  async manifest(): Promise<SweepManifest | null> {
    const path = join(this.path, manifestFile);
    if (await isThere(path)) return parseManifest(await readFile(path, "utf8"), path);
    // What is left of a process that was killed while it began the folder.
    const begun = (name: string) => name === runsFolder || name.endsWith(unfinished);
    const [first] = (await readdir(this.path).catch(() => [])).filter((name) => !begun(name));
    if (first === undefined) return null;
    throw new UsageError({
      argument: "‘out’",
      expected: "a new or empty folder, or one of a sweep",
      found: `${this.path} with ${JSON.stringify(first)} in it`,
      hint: "choose another folder",
    });
  }

  /** Begins the folder. */
  async begin(manifest: SweepManifest): Promise<void> {
    await mkdir(join(this.path, runsFolder), { recursive: true });
    await this.write(manifestFile, JSON.stringify(manifest, null, 1) + "\n");
  }

  /**
   * Returns the record of a run that is done; null for one that is not. Throws {@link InputError} for a file that holds
   * another run.
   */
  async load(run: PlannedRun): Promise<SweepRecord | null> {
    const file = join(this.path, recordFile(run.key));
    if (!(await isThere(file))) return null;
    const record = decodeRecord(await readFile(file, "utf8"), file);
    if (record.key === run.key && JSON.stringify(record.options) === JSON.stringify(run.options)) return record;
    throw new InputError({
      argument: file,
      expected: `the run ${run.key}`,
      found: record.key === run.key ? "other options" : `the run ${record.key}`,
      hint: "remove the file, and the run is made again",
    });
  }

  /** Keeps the record of a run. */
  async save(record: SweepRecord): Promise<void> {
    await this.write(recordFile(record.key), encodeRecord(record));
  }

  private async write(file: string, content: string): Promise<void> {
    await writeBeside(join(this.path, file), content);
  }
}

function recordFile(key: string): string {
  return join(runsFolder, `${key}.json`);
}

/** Returns the manifest of a sweep that computes with `engine`. */
export function makeManifest(
  { settings, seeds }: SweepPlan,
  { graph, engine }: Pick<SweepManifest, "graph" | "engine">,
): SweepManifest {
  return { format: manifestFormat, tool: `evenodds ${version}`, graph, engine, seeds, settings };
}

function parseManifest(text: string, path: string): SweepManifest {
  let found = "something else";
  try {
    const manifest = parseJson(text) as SweepManifest;
    if (manifest.format === manifestFormat) return manifest;
  } catch (cause) {
    if (cause instanceof JsonRefusal) found = cause.message;
  }
  throw new InputError({
    argument: path,
    expected: `the plan of a sweep (${manifestFormat})`,
    found,
  });
}
