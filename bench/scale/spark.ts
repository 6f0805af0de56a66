// The job of packages/spark on graphs of several sizes, one after the other: seconds by the clock and of processors,
// bytes shuffled and spilled as Spark's event log has them, and by what power of the arcs they grow.
// EVENODDS_SPARK_PYTHON=PYTHON npm run bench:spark -- [--arcs 2e5,2e6,2e7] [--nodes-per-arc 0.1] [--hub 0]
//   [--partitions 8] [--driver-memory 4g] [--range-rows N] [--folder DIR] [--keep]
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cutModel, exportModel } from "@evenodds/exporter";
import { gcnModel } from "../gcn-model.js";

const { values: flags } = parseArgs({
  options: {
    arcs: { type: "string", default: "2e5,2e6,2e7" },
    "nodes-per-arc": { type: "string", default: "0.1" },
    hub: { type: "string", default: "0" },
    partitions: { type: "string", default: "8" },
    "driver-memory": { type: "string", default: "4g" },
    "range-rows": { type: "string" },
    folder: { type: "string", default: join(tmpdir(), "evenodds-bench-spark") },
    keep: { type: "boolean", default: false },
  },
});
const python = process.env.EVENODDS_SPARK_PYTHON;
if (python === undefined) throw new Error("EVENODDS_SPARK_PYTHON: expected a Python with test/spark/requirements.txt");
const features = 64;
const here = dirname(fileURLToPath(import.meta.url));
const job = join(here, "../../packages/spark/evenodds_layers.py");
const { folder } = flags;
const plan = join(folder, "plan");
mkdirSync(plan, { recursive: true });
const cut = cutModel(exportModel(gcnModel({ features, hidden: features, outputs: 2 })));
writeFileSync(join(plan, "plan.json"), JSON.stringify(cut.plan));
for (const [name, content] of cut.files) writeFileSync(join(plan, name), content);

/** What one job came to. */
interface JobRun {
  readonly seconds: number;
  /** Of all processes together; those of Python are a part of it. */
  readonly processorSeconds: number;
  readonly pythonSeconds: number;
  /** The resident memory of all Python processes together at its largest. */
  readonly pythonPeakBytes: number;
  readonly tasks: TaskTotals;
  /** Seconds until each thing that the job says is done, in order. */
  readonly stages: readonly { readonly name: string; readonly seconds: number; readonly shuffledBytes: number }[];
}

/** Bytes that a task of the event log shuffled, spilled and computed, and when it ended. */
interface TaskEnd {
  readonly end: number;
  readonly shuffledBytes: number;
  readonly spilledBytes: number;
  readonly jvmSeconds: number;
}

/** The same of all tasks together. */
type TaskTotals = Omit<TaskEnd, "end">;

async function readTasks(log: string): Promise<TaskEnd[]> {
  const tasks: TaskEnd[] = [];
  for await (const line of createInterface({ input: createReadStream(log) })) {
    if (!line.startsWith('{"Event":"SparkListenerTaskEnd"')) continue;
    const event = JSON.parse(line) as {
      "Task Info": { "Finish Time": number };
      "Task Metrics"?: {
        "Executor CPU Time": number;
        "Disk Bytes Spilled": number;
        "Shuffle Write Metrics": { "Shuffle Bytes Written": number };
      };
    };
    const metrics = event["Task Metrics"];
    if (metrics === undefined) continue;
    tasks.push({
      end: event["Task Info"]["Finish Time"],
      shuffledBytes: metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"],
      spilledBytes: metrics["Disk Bytes Spilled"],
      jvmSeconds: metrics["Executor CPU Time"] / 1e9,
    });
  }
  return tasks;
}

const ticksPerSecond = 100;

/** Follows all processes of a session of its own, whose leader is the child, until they have ended. */
function watchProcesses(child: ChildProcess) {
  const used = new Map<string, { readonly isPython: boolean; readonly seconds: number }>();
  let pythonPeakBytes = 0;
  const look = () => {
    let pythonBytes = 0;
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
        const rest = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        if (Number(rest[3]) !== child.pid) continue;
        const isPython = name.startsWith("python");
        used.set(pid, { isPython, seconds: (Number(rest[11]) + Number(rest[12])) / ticksPerSecond });
        if (isPython) pythonBytes += Number(rest[21]) * 4096;
      } catch {
        // It has ended meanwhile.
      }
    }
    pythonPeakBytes = Math.max(pythonPeakBytes, pythonBytes);
  };
  const timer = setInterval(look, 200);
  return () => {
    clearInterval(timer);
    const all = [...used.values()];
    const sum = (some: typeof all) => some.reduce((total, { seconds }) => total + seconds, 0);
    return {
      processorSeconds: sum(all),
      pythonSeconds: sum(all.filter(({ isPython }) => isPython)),
      pythonPeakBytes,
    };
  };
}

async function makeGraph(arcs: number, nodes: number, out: string): Promise<void> {
  if (existsSync(join(out, "arcs"))) return;
  const words = [join(here, "make_graph.py"), "--nodes", nodes, "--arcs", arcs, "--features", features];
  const child = spawn(python!, [...words, "--hub", flags.hub, "--out", out].map(String), { stdio: "inherit" });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`make_graph.py ended with ${code ?? "a signal"}`);
}

async function runSpark(graph: string): Promise<JobRun> {
  const [checkpoint, out, log] = ["checkpoint", "out", "log"].map((name) => join(folder, name));
  for (const path of [checkpoint!, out!, log!]) rmSync(path, { recursive: true, force: true });
  mkdirSync(log!);
  const settings = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.local.dir": folder,
    "spark.sql.shuffle.partitions": flags.partitions,
    "spark.eventLog.enabled": "true",
    "spark.eventLog.compress": "false",
    "spark.eventLog.rolling.enabled": "false",
    "spark.eventLog.dir": `file://${log}`,
  };
  const home = dirname(dirname(python!));
  const [library] = readdirSync(join(home, "lib")).filter((name) => name.startsWith("python3"));
  const spark = join(home, "lib", library!, "site-packages/pyspark");
  const started = Date.now();
  const child = spawn(
    join(spark, "bin/spark-submit"),
    [
      ...["--master", `local[${availableParallelism()}]`, "--driver-memory", flags["driver-memory"]],
      ...Object.entries(settings).flatMap(([name, value]) => ["--conf", `${name}=${value}`]),
      ...[job, "--plan", plan, "--nodes", join(graph, "nodes"), "--id", "id", "--arcs", join(graph, "arcs")],
      ...["--source", "source", "--target", "target", "--checkpoint", checkpoint!, "--out", out!],
      ...(flags["range-rows"] === undefined ? [] : ["--range-rows", flags["range-rows"]]),
    ],
    {
      env: { ...process.env, SPARK_HOME: spark, PYSPARK_PYTHON: python, SPARK_LOCAL_IP: "127.0.0.1" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    },
  );
  const stop = watchProcesses(child);
  const said: { readonly name: string; readonly at: number }[] = [];
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      text += `${line}\n`;
      if (line.startsWith("evenodds_layers: ")) said.push({ name: line.slice(17), at: Date.now() });
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  const ended = Date.now();
  const processes = stop();
  if (code !== 0) throw new Error(`the job ended with ${code ?? "a signal"}\n${text}`);
  const [file] = readdirSync(log!);
  const tasks = await readTasks(join(log!, file!));
  const total = (name: keyof TaskTotals) => tasks.reduce((sum, task) => sum + task[name], 0);
  const marks = [{ name: "start, ids, arcs and degrees", at: started }, ...said];
  const stages = marks.map(({ name, at }, i) => {
    const until = marks[i + 1]?.at ?? ended;
    const within = tasks.filter(({ end }) => end >= at && end < until);
    const shuffledBytes = within.reduce((sum, task) => sum + task.shuffledBytes, 0);
    return { name, seconds: (until - at) / 1000, shuffledBytes };
  });
  for (const path of [checkpoint!, out!, log!]) rmSync(path, { recursive: true, force: true });
  return {
    ...processes,
    seconds: (ended - started) / 1000,
    tasks: {
      shuffledBytes: total("shuffledBytes"),
      spilledBytes: total("spilledBytes"),
      jvmSeconds: total("jvmSeconds"),
    },
    stages,
  };
}

const print = (cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
const head =
  "arcs,nodes,seconds,s per 1e6 arcs,s of processors per 1e6 arcs,of these Python,of tasks in the JVM," +
  "shuffled bytes per arc,spilled bytes per arc,Python's memory GB,power of seconds,power of processors,load";
const columns = head.split(",");
print(columns);
print(columns.map(() => "---:"));
const runs: { readonly arcs: number; readonly run: JobRun }[] = [];
for (const arcs of flags.arcs.split(",").map(Number)) {
  const nodes = Math.round(arcs * Number(flags["nodes-per-arc"]));
  const graph = join(folder, `graph-${arcs}-${nodes}-${flags.hub}`);
  await makeGraph(arcs, nodes, graph);
  const run = await runSpark(graph);
  const last = runs.at(-1);
  const power = (name: "seconds" | "processorSeconds") =>
    last === undefined ? "" : (Math.log(run[name] / last.run[name]) / Math.log(arcs / last.arcs)).toFixed(2);
  const perMillion = (seconds: number) => ((1e6 * seconds) / arcs).toFixed(2);
  print([
    ...[arcs.toExponential(0), nodes.toExponential(0), run.seconds.toFixed(1), perMillion(run.seconds)],
    ...[perMillion(run.processorSeconds), perMillion(run.pythonSeconds), perMillion(run.tasks.jvmSeconds)],
    ...[(run.tasks.shuffledBytes / arcs).toFixed(0), (run.tasks.spilledBytes / arcs).toFixed(0)],
    ...[(run.pythonPeakBytes / 1e9).toFixed(1), power("seconds"), power("processorSeconds"), loadavg()[0]!.toFixed(1)],
  ]);
  runs.push({ arcs, run });
}
process.stdout.write("\n");
for (const { arcs, run } of runs) {
  process.stdout.write(`${arcs.toExponential(0)} arcs:\n`);
  for (const { name, seconds, shuffledBytes } of run.stages) {
    process.stdout.write(`  ${name}: ${seconds.toFixed(1)} s, ${(shuffledBytes / 1e6).toFixed(0)} MB shuffled\n`);
  }
}
if (!flags.keep) rmSync(folder, { recursive: true, force: true });
