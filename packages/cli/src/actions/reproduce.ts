import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { duringWork, inducedSubgraph, suggest, UsageError } from "@evenodds/core";
import { loadGraph, makeFolder, writeTogether, type LoadedGraph } from "@evenodds/data";
import { experiments, quickCampaign, type Campaign, type Experiment } from "@evenodds/experiments";
import { planSweep, runSweep, sweepMemory, type SweepRecord, type TrainingData } from "@evenodds/trainer";
import { checkOutput, trainingData } from "evenodds/internal";
import { flagWords } from "../options/flag-words.js";

/** What to reproduce, and where it goes. */
export interface ReproduceRequest {
  readonly names: readonly string[];
  /** Folder of the pages. */
  readonly out: string;
  /** Folder in which every run is kept, by campaign: what is finished is not trained again. */
  readonly runs: string;
  /** Folder of the sample graphs. */
  readonly samples: string;
  readonly engine: string;
  readonly workers: number;
  readonly quick: boolean;
  /** Graph of data that are not shipped. */
  readonly data: string | null;
}

/** How it is watched and stopped. */
export interface ReproduceWatch {
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * Runs experiments and writes for each `<name>.md` with its charts. Returns the paths of the pages. Throws
 * {@link UsageError} for an unknown name and for data that none of them has a use for, and what the experiments throw.
 */
export async function reproduceAction(request: ReproduceRequest, { signal, log }: ReproduceWatch): Promise<string[]> {
  const chosen = request.names.map(experimentNamed);
  if (request.data !== null) refuseIdleData(request.data, chosen);
  await checkOutput(request.out, { kind: "folder" });
  await checkOutput(request.runs, { argument: "--runs", kind: "folder" });
  const load = memoized(async (path: string) => {
    refuseMissing(path, request.samples);
    const loaded = await loadGraph(path);
    return trainingData(request.quick ? cut(loaded) : loaded, { drawSplit: true });
  });
  const { samples, data, quick, engine } = request;
  const pages: string[] = [];
  for (const experiment of chosen) {
    log(`${experiment.name}: ${experiment.summary}`);
    const page = await experiment.run({
      ...{ quick, engine, signal, log },
      load: (sample) => load(join(samples, sample)),
      named: data === null ? null : () => load(data),
      collect: async (campaign, given) => {
        const asked = quick ? quickCampaign(campaign) : campaign;
        return collect(asked, { ...request, data: given ?? (await load(join(samples, campaign.graph))), signal, log });
      },
    });
    pages.push(await writePage(experiment, page, request));
  }
  return pages;
}

/** Most nodes of a graph in a quick run. */
const quickNodes = 300;

/** Returns the graph on the first nodes alone. */
function cut(loaded: LoadedGraph): LoadedGraph {
  const { nodeCount } = loaded.graph;
  const kept = Int32Array.from({ length: Math.min(nodeCount, quickNodes) }, (_, node) => node);
  return { ...loaded, ...inducedSubgraph(loaded, kept) };
}

/** Returns the experiment of that name. Throws {@link UsageError} with near matches. */
function experimentNamed(name: string): Experiment {
  const found = experiments.find((experiment) => experiment.name === name);
  if (found !== undefined) return found;
  const names = experiments.map((experiment) => experiment.name);
  throw new UsageError({
    argument: "experiment",
    expected: `one of ${names.join(", ")}`,
    found: JSON.stringify(name),
    hint: suggest(name, names),
  });
}

/** What is published brings one sample graph, the repository all of them. */
function refuseMissing(path: string, samples: string): void {
  if (dirname(path) !== samples || existsSync(path)) return;
  throw new UsageError({
    argument: "the samples",
    expected: `the graph ${basename(path)}`,
    found: "none, because it is not part of the installed package",
    hint: "run evenodds reproduce in a clone of the repository",
  });
}

/** Throws {@link UsageError} where all experiments run on graphs that are shipped. */
function refuseIdleData(data: string, chosen: readonly Experiment[]): void {
  if (chosen.some(({ takesData }) => takesData)) return;
  const users = experiments.filter(({ takesData }) => takesData).map(({ name }) => name);
  throw new UsageError({
    argument: "--data",
    expected: `an experiment that takes a graph (${users.join(", ")})`,
    found: `${data}, for ${chosen.map(({ name }) => name).join(", ")}`,
    hint: "leave it out: graphs of the other experiments are shipped",
  });
}

/** Trains the runs of a campaign that are missing, and returns all of them. */
async function collect(
  { name, base, grid, seeds, engine: preferred }: Campaign,
  context: Pick<ReproduceRequest, "runs" | "engine" | "workers"> & ReproduceWatch & { readonly data: TrainingData },
): Promise<SweepRecord[]> {
  const { runs, workers, data, signal, log } = context;
  const engine = context.engine === "auto" ? (preferred ?? "auto") : context.engine;
  const plan = planSweep({ base, grid, seeds });
  const total = plan.settings.length * seeds.length;
  let done = 0;
  const folder = join(runs, name);
  await makeFolder(folder);
  const training = { doing: `train ${name}`, library: null, memory: sweepMemory(data, { plan, workers }) };
  return duringWork(training, (work) =>
    runSweep(data, {
      ...{ plan, engine, workers, folder, signal },
      onReady: (sweep) => {
        done = sweep.done.length;
        work.advance({ done, total, unit: "runs" });
        if (done < total) log(`${name}: ${done} of ${total} runs are there; engine ${sweep.engine}`);
      },
      onRecord: (record) => {
        done++;
        work.advance({ done, total, unit: "runs" });
        if (record.status === "failed") log(`${name}: ${record.key} failed: ${flagWords(record.error.message)}`);
        if (done % Math.ceil(total / 20) === 0 || done === total) log(`${name}: ${done} of ${total} runs`);
      },
    }),
  );
}

/** Writes a page and its charts, all or nothing: it never shows an image that is not there. */
async function writePage(
  { name, takesData }: Experiment,
  { markdown, charts }: Awaited<ReturnType<Experiment["run"]>>,
  { out, quick, data }: ReproduceRequest,
): Promise<string> {
  const command = `npx evenodds reproduce ${name}${data !== null && takesData === true ? " --data <graph>" : ""}${quick ? " --quick" : ""}`;
  const notice = quick
    ? "> **Quick run.** A few seeds and epochs to see that it works: the figures mean nothing.\n\n"
    : "";
  const [title, ...rest] = markdown.split("\n");
  const text = `${title}\n\n${notice}Made by \`${command}\`.\n${rest.join("\n")}`;
  await writeTogether(
    Object.entries({ ...charts, [`${name}.md`]: text }).map(([file, content]) => {
      return { path: join(out, file), kind: "file", write: (beside) => writeFile(beside, content) };
    }),
  );
  return join(out, `${name}.md`);
}

function memoized(load: (path: string) => Promise<TrainingData>): (path: string) => Promise<TrainingData> {
  const loaded = new Map<string, Promise<TrainingData>>();
  return (path) => {
    const known = loaded.get(path) ?? load(path);
    loaded.set(path, known);
    return known;
  };
}
