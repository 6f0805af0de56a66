import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  InputError,
  JsonRefusal,
  parseJson,
  UsageError,
  version,
  decodeCounts,
  encodeCounts,
  type OutcomeCounts,
} from "@evenodds/core";
import { isThere } from "../run-folder/is-there.js";
import { makeFolders } from "../run-folder/make-folders.js";
import { unfinished, writeBeside } from "../run-folder/write-beside.js";
import type { PlannedRun, SweepPlan } from "./plan-sweep.js";
import type { SweepGraph } from "./sweep-graph.js";
import { type SweepRecord, recordFormat, type PartOutcome } from "./sweep-record.js";
import * as z from "zod";
import { trainingOptionsSchema } from "../training/training-options.js";

/** What decides the results of a sweep. A folder continues only with the same. */
export interface SweepManifest {
  readonly format: typeof manifestFormat;
  readonly tool: string;
  readonly graph: SweepGraph;
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
    await makeFolders(join(this.path, runsFolder));
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

const whole = z.number().int().min(0);
const numbers = z.array(z.number());
const part = z.strictObject({
  nodes: whole,
  // Core checks what is in it.
  counts: z.looseObject({}).nullable(),
  errors: z
    .strictObject({ groups: z.array(z.string()), n: numbers, error: numbers, absolute: numbers, squared: numbers })
    .nullable(),
});
const head = {
  format: z.literal(recordFormat),
  key: z.string(),
  setting: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  seed: whole,
  options: trainingOptionsSchema,
  tool: z.string(),
  engine: z.string(),
  graph: z.strictObject({
    name: z.string(),
    sha256: z.string(),
    split: z.strictObject({ from: z.string(), sha256: z.string() }).optional(),
  }),
};
const schema = z.discriminatedUnion("status", [
  z.strictObject({
    ...head,
    status: z.literal("finished"),
    epochs: whole,
    bestEpoch: whole,
    validationLoss: z.number(),
    validationTaskLoss: z.number(),
    sensitiveIsFeature: z.boolean().nullable(),
    warnings: z.array(z.string()),
    validation: part,
    test: part,
  }),
  z.strictObject({
    ...head,
    status: z.literal("failed"),
    error: z.strictObject({ code: z.string(), message: z.string() }),
  }),
]);

/** Returns a record as JSON; equal records give equal bytes. Counts are as core's JSON has them. */
export function encodeRecord(record: SweepRecord): string {
  const plain =
    record.status === "failed"
      ? record
      : { ...record, validation: plainPart(record.validation), test: plainPart(record.test) };
  return JSON.stringify(plain, null, 1) + "\n";
}

/** Returns the record that {@link encodeRecord} wrote. Throws {@link InputError} for a file `name` that holds none. */
export function decodeRecord(text: string, name: string): SweepRecord {
  const parsed = schema.safeParse(jsonOf(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new InputError({
      argument: name,
      expected: `a run of a sweep (${recordFormat})`,
      found: `${issue!.path.join(".") || "the file"}: ${issue!.message}`,
      hint: "remove the file, and the run is made again",
    });
  }
  const { data } = parsed;
  if (data.status === "failed") return data;
  return { ...data, validation: richPart(data.validation), test: richPart(data.test) };
}

function plainPart({ nodes, counts, errors }: PartOutcome) {
  return { nodes, counts: counts === null ? null : (parseJson(encodeCounts(counts)) as object), errors };
}

function richPart({ nodes, counts, errors }: z.output<typeof part>): PartOutcome {
  const rich: OutcomeCounts | null = counts === null ? null : decodeCounts(JSON.stringify(counts));
  return { nodes, counts: rich, errors };
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
