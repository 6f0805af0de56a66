import { InterruptedError, UsageError } from "@evenodds/core";
import type { TrainingData } from "../training/training-data.js";
import { sweepGraph } from "./sweep-graph.js";
import { openSweepWorker } from "./open-sweep-worker.js";
import { plannedRuns, type PlannedRun, type SweepPlan } from "./plan-sweep.js";
import { shareData } from "./share-data.js";
import { makeManifest, SweepFolder, type SweepManifest } from "./sweep-folder.js";
import type { SweepRecord } from "./sweep-record.js";
import { trainAll } from "./train-all.js";
import { splitForTraining, trainingAttribute } from "../training/split-for-training.js";
import { makeTask } from "../tasks/make-task.js";

/** How a sweep is run and watched. */
export interface SweepHooks {
  /** A name that `openEngine` knows; every worker opens its own. */
  readonly engine: string;
  /** Threads that train side by side. The records do not depend on it. */
  readonly workers: number;
  /** Where every record is kept as soon as it is there, and found again; null keeps them in memory alone. */
  readonly folder?: string | null | undefined;
  /** Makes failed runs of the folder again. Default: false. */
  readonly retryFailed?: boolean | undefined;
  /** Stops the runs in progress after their epochs. What is finished is kept. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called once it is sure that the sweep can begin, before anything is written; `done` are the records that the folder
   * has already.
   */
  readonly onReady?:
    ((sweep: { readonly engine: string; readonly done: readonly SweepRecord[] }) => void | Promise<void>) | undefined;
  readonly onStart?: ((run: PlannedRun, worker: number) => void) | undefined;
  /** Called once a record is kept. */
  readonly onRecord?: ((record: SweepRecord, worker: number) => void | Promise<void>) | undefined;
}

/**
 * Trains every setting of a plan with every seed on worker threads, and returns the records in the order of the plan:
 * all seeds of the first setting, then of the next. Runs are begun seed by seed, so that a sweep which is stopped has
 * the same seeds of all settings. A run that throws is recorded as failed, and so is one whose thread ends (the next
 * run gets a new one). The records are those that training one after another gives, bit by bit.
 *
 * Throws `InputError` and `UsageError` where data and plan do not fit, or the folder holds another sweep, `EngineError`
 * where the engine does not start, and {@link InterruptedError} when `signal` stops it.
 */
export async function runSweep(
  data: TrainingData,
  { plan, ...hooks }: SweepHooks & { plan: SweepPlan },
): Promise<SweepRecord[]> {
  checkPlan(data, plan);
  const folder = typeof hooks.folder === "string" ? new SweepFolder(hooks.folder) : null;
  const begun = (await folder?.manifest()) ?? null;
  const graph = sweepGraph(data);
  const asked = (description: string) => makeManifest(plan, { graph, engine: { name: hooks.engine, description } });
  if (begun !== null) requireSameSweep(folder!.path, { begun, asked: asked(begun.engine.description) });

  const records = new Map<string, SweepRecord>();
  for (const run of begun === null ? [] : plannedRuns(plan)) {
    const record = await folder!.load(run);
    if (record !== null && !(hooks.retryFailed && record.status === "failed")) records.set(run.key, record);
  }
  const missing = bySeed(plan).filter(({ key }) => !records.has(key));
  if (missing.length === 0) {
    await hooks.onReady?.({ engine: begun?.engine.description ?? hooks.engine, done: [...records.values()] });
    return inOrder(plan, records);
  }

  const start = { data: shareData(data), engineName: hooks.engine };
  const open = () => openSweepWorker(start);
  const first = await open();
  try {
    const manifest = asked(first.engine);
    if (begun !== null) requireSameSweep(folder!.path, { begun, asked: manifest });
    await hooks.onReady?.({ engine: first.engine, done: [...records.values()] });
    if (begun === null) await folder?.begin(manifest);
  } catch (error) {
    await first.end();
    throw error;
  }
  const keep = async (record: SweepRecord, worker: number) => {
    await folder?.save(record);
    records.set(record.key, record);
    await hooks.onRecord?.(record, worker);
  };
  await trainAll(missing, { ...hooks, data, first, open, keep });
  const left = plannedRuns(plan).length - records.size;
  if (left > 0) throw interrupted(left);
  return inOrder(plan, records);
}

function bySeed({ settings, seeds }: SweepPlan): PlannedRun[] {
  return seeds.flatMap((seed) => plannedRuns({ settings, seeds: [seed] }));
}

function inOrder(plan: SweepPlan, records: ReadonlyMap<string, SweepRecord>): SweepRecord[] {
  return plannedRuns(plan).map(({ key }) => records.get(key)!);
}

function interrupted(left: number): InterruptedError {
  return new InterruptedError({
    argument: "sweep",
    expected: "to run to its end",
    found: `a request to stop with ${left} ${left === 1 ? "run" : "runs"} left`,
    hint: "the same command continues",
  });
}

/**
 * Checks that data and plan fit before anything is trained or written: attributes exist, splits have nodes in every
 * part, the loss fits the label. Throws `InputError` or `UsageError` as `train` would. What only a run can show is
 * recorded as failed.
 */
function checkPlan(data: TrainingData, plan: SweepPlan): void {
  const { nodes } = data;
  const [seed] = plan.seeds;
  for (const { options } of plannedRuns({ settings: plan.settings, seeds: [seed!] })) {
    trainingAttribute(nodes, options);
    makeTask(nodes, { options, split: splitForTraining(data, options) });
  }
}

/**
 * Throws {@link UsageError} that names the first difference between what a folder was begun with and what is asked of
 * it now. The description of the engine is compared where it is known.
 */
function requireSameSweep(
  path: string,
  { begun, asked }: { readonly begun: SweepManifest; readonly asked: SweepManifest },
): void {
  const difference = firstDifference(begun, asked);
  if (difference === null) return;
  const [what, before, now] = difference;
  throw new UsageError({
    argument: `‘out’ ${path}`,
    expected: `the sweep that it was begun with (${what} ${before})`,
    found: `${what} ${now}`,
    hint: "repeat the command with which it was begun, or choose another folder",
  });
}

type Difference = readonly [what: string, before: string, now: string];

function firstDifference(begun: SweepManifest, asked: SweepManifest): Difference | null {
  return (
    differ("the version", begun.tool, asked.tool) ??
    differ("a graph with hash", begun.graph.sha256.slice(0, 12), asked.graph.sha256.slice(0, 12)) ??
    differ("the split", begun.graph.split?.from ?? "drawn", asked.graph.split?.from ?? "drawn") ??
    differ("a split with hash", begun.graph.split?.sha256.slice(0, 12), asked.graph.split?.sha256.slice(0, 12)) ??
    differ("‘engine’", begun.engine.name, asked.engine.name) ??
    differ("the engine", begun.engine.description, asked.engine.description) ??
    differ("‘seeds’", begun.seeds.join(","), asked.seeds.join(",")) ??
    differ(
      "the settings",
      begun.settings.map(({ key }) => key).join(" "),
      asked.settings.map(({ key }) => key).join(" "),
    ) ??
    firstOf(begun.settings, (setting, i) => settingDifference(setting, asked.settings[i]!))
  );
}

function settingDifference(begun: SweepManifest["settings"][number], asked: typeof begun): Difference | null {
  const names = Object.keys({ ...begun.options, ...asked.options }) as (keyof typeof begun.options)[];
  return firstOf(names, (name) =>
    differ(`‘${name}’`, JSON.stringify(begun.options[name]), JSON.stringify(asked.options[name])),
  );
}

function differ(what: string, before: string | undefined, now: string | undefined): Difference | null {
  return before === now ? null : [what, before ?? "none", now ?? "none"];
}

function firstOf<T>(list: readonly T[], find: (one: T, index: number) => Difference | null): Difference | null {
  for (const [index, one] of list.entries()) {
    const found = find(one, index);
    if (found !== null) return found;
  }
  return null;
}
