import { appendFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { duringWork, isSystemError, UsageError, writeRefusal } from "@evenodds/core";
import {
  loadGraph,
  makeFolder,
  removeLeftovers,
  writeFileAtomically,
  writeTable,
  writeTogether,
  type LoadedGraph,
  type Output,
} from "@evenodds/data";
import {
  bestSetting,
  findBaselines,
  summarizeSweep,
  type BestSetting,
  type BaselineSelector,
  type SettingRule,
  type SweepSummary,
  paretoChart,
  renderSweepMarkdown,
  sweepTable,
} from "@evenodds/experiments";
import {
  parseGrid,
  parseSelector,
  planSweep,
  runSweep,
  sweepMemory,
  type DataSplit,
  type SweepPlan,
  type SweepRecord,
} from "@evenodds/trainer";
import { checkOutput, trainingAttributes, trainingData, type SplitChoice } from "evenodds/internal";
import type { Terminal } from "../console/terminal.js";

/** What a sweep is asked for, with `base` the training options that no grid sets. */
export interface SweepRequest extends SplitChoice {
  readonly graph: string;
  readonly out: string;
  readonly engine: string;
  readonly base: Readonly<Record<string, unknown>>;
  readonly grid: readonly string[];
  readonly seeds: readonly number[];
  readonly workers: number;
  readonly baseline: string | undefined;
  readonly select: SettingRule;
  readonly retryFailed: boolean;
  /** Whether a spreadsheet may open `runs.csv`. */
  readonly csvSafe: boolean;
  /** Called with the plan before anything is read; what it throws ends the work. */
  readonly checkPlan?: ((plan: SweepPlan) => void) | undefined;
}

/** A sweep that is about to begin. */
export interface StartingSweep {
  readonly graph: string;
  /** What was found doubtful in its files, and what of them is not used. */
  readonly data: Pick<LoadedGraph, "warnings" | "notes" | "split">;
  /** The split that the graph gives, where the runs use it. */
  readonly split?: DataSplit | undefined;
  readonly engine: string;
  readonly plan: SweepPlan;
  readonly workers: number;
  readonly select: SettingRule;
  readonly done: readonly SweepRecord[];
  /** The setting whose runs so far are the best by the rule, on the validation nodes; null where none has a score. */
  readonly bestOf: (records: readonly SweepRecord[]) => BestSetting | null;
}

/** How a sweep is watched. */
export interface SweepWatch extends Pick<Terminal, "now" | "catchInterrupt"> {
  readonly onReady: (sweep: StartingSweep) => void;
  readonly onRecord: (record: SweepRecord, seconds: number) => void;
  /** Called when the runs end, however they end. */
  readonly finish: () => void;
}

const timingsFile = "timings.csv";

/**
 * Runs a sweep in the folder `out`, or continues it, and writes its tables. Nothing is written where data and
 * options do not fit. Everything but `timings.csv` is a function of graph, options, seeds and engine.
 */
export async function runSweepFolder(request: SweepRequest, watch: SweepWatch): Promise<SweepSummary> {
  const { out, seeds, engine, base, select, workers, retryFailed } = request;
  await checkOutput(out, { kind: "folder" });
  const plan = planSweep({ base, grid: parseGrid(request.grid), seeds });
  request.checkPlan?.(plan);
  const baseline = request.baseline === undefined ? undefined : parseSelector(request.baseline, "--baseline");
  checkReading(plan, { select, baseline });
  const sensitive = plan.settings.flatMap(({ options }) => trainingAttributes(options));
  const loaded = await loadGraph(request.graph, { sensitive });
  const starts = new Map<string, number>();
  const { signal, release } = watch.catchInterrupt();
  // A second Ctrl-C ends the process, and would leave a hidden cursor behind.
  signal.addEventListener("abort", watch.finish, { once: true });
  try {
    const given = [...(request.given ?? []), ...Object.keys(plan.settings[0]!.values)];
    const data = trainingData(loaded, { drawSplit: request.drawSplit, given });
    const training = { doing: "train", library: null, memory: sweepMemory(data, { plan, workers }) };
    const runs = () =>
      runSweep(data, {
        ...{ plan, engine, workers, retryFailed, signal, folder: out },
        onReady: async ({ engine: description, done }) => {
          await makeFolder(out);
          // Of a sweep that was killed: what is done already is not written again.
          await removeLeftovers(out);
          watch.onReady({
            ...{
              graph: loaded.name,
              data: loaded,
              split: data.split,
              engine: description,
              plan,
              workers,
              select,
              done,
            },
            bestOf: (all) => bestSetting(all, select),
          });
        },
        onStart: ({ key }) => starts.set(key, watch.now()),
        onRecord: async (record, worker) => {
          const seconds = (watch.now() - starts.get(record.key)!) / 1000;
          await keepTiming(out, `"${record.key}",${worker},${seconds.toFixed(3)}`);
          watch.onRecord(record, seconds);
        },
      });
    const records = await duringWork(training, runs);
    watch.finish();
    const summary = summarizeSweep(records, { select, baseline });
    await writeSweepResults(out, { records, summary, csvSafe: request.csvSafe });
    return summary;
  } finally {
    watch.finish();
    release();
  }
}

/** What the tables need, before anything is trained. */
function checkReading(
  { settings }: SweepPlan,
  { select, baseline }: { readonly select: SettingRule; readonly baseline: BaselineSelector | undefined },
): void {
  if (baseline !== undefined) {
    findBaselines(
      settings.map(({ key, values, options }) => ({ setting: key, values, options })),
      baseline,
    );
  }
  const needsGroups = select === "score" || select === "gap";
  if (!needsGroups || settings.every(({ options }) => options.sensitive !== null)) return;
  throw new UsageError({
    argument: `--select ${select}`,
    expected: "a sensitive attribute whose groups are compared",
    found: "none",
    hint: "name it with --sensitive, or use --select accuracy",
  });
}

async function keepTiming(out: string, line: string): Promise<void> {
  const file = join(out, timingsFile);
  const size = (await stat(file).catch(() => null))?.size;
  if (size === undefined) {
    return writeFileAtomically(file, (beside) => writeFile(beside, `run,worker,seconds\n${line}\n`));
  }
  try {
    await appendFile(file, `${line}\n`);
  } catch (error) {
    // A disk that fills up takes the beginning of a line.
    await truncate(file, size).catch(() => undefined);
    throw isSystemError(error) ? writeRefusal(file, { cause: error }) : error;
  }
}

const chartFile = "pareto.svg";

/**
 * Writes `runs.parquet`, `runs.csv`, `summary.json`, `summary.md` and `pareto.svg` into the folder of a sweep, all or
 * none of them.
 */
async function writeSweepResults(
  folder: string,
  {
    records,
    summary,
    csvSafe,
  }: { readonly records: readonly SweepRecord[]; readonly summary: SweepSummary; readonly csvSafe: boolean },
): Promise<void> {
  const table = sweepTable(records);
  const tables = (["parquet", "csv"] as const).map((format): Output => {
    const write = (beside: string) => writeTable(beside, { ...table, format, csvSafe });
    return { path: join(folder, `runs.${format}`), kind: "file", write };
  });
  const texts = Object.entries({
    "summary.json": JSON.stringify(summary, null, 2) + "\n",
    [chartFile]: paretoChart(summary),
    "summary.md": renderSweepMarkdown(summary, { chart: chartFile }),
  }).map(([name, content]): Output => {
    return { path: join(folder, name), kind: "file", write: (beside) => writeFile(beside, content) };
  });
  await writeTogether([...tables, ...texts]);
}
