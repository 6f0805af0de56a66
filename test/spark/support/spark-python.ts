import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { skipBecause } from "../../support/skip-because.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Python with the packages of `test/spark/requirements.txt`. */
export const sparkPython = process.env.EVENODDS_SPARK_PYTHON;

/** The file that users submit. */
export const layersJob = join(root, "packages/spark/evenodds_layers.py");

/** What a job came to. */
export interface JobOutcome {
  readonly code: number;
  /** The one line of an error. */
  readonly line?: string;
  readonly summary?: Readonly<Record<string, unknown>>;
  /** How many steps it did, without those that were done before. */
  readonly steps: number;
}

/** A command line, with what Spark is set to and what is run in its SQL before. */
export interface Job {
  readonly arguments: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly sql?: readonly string[];
  /** What the shell does before, and as soon as the job begins its step of a number. */
  readonly shell?: string;
  readonly atStep?: Readonly<Record<number, string>>;
}

/** Skips the tests of a suite without Spark, or fails where `EVENODDS_REQUIRE_SPARK` asks for it. */
export function requireSpark(context: Mocha.Context): void {
  const lack = sparkLack();
  if (lack === undefined) return;
  if (process.env.EVENODDS_REQUIRE_SPARK) throw new Error(lack);
  skipBecause(context, lack);
}

function sparkLack(): string | undefined {
  if (sparkPython === undefined) return "EVENODDS_SPARK_PYTHON, a Python with test/spark/requirements.txt, is not set";
  const { status } = spawnSync("java", ["-version"]);
  return status === 0 ? undefined : "no java";
}

/** The environment of Spark: all that it starts is on this machine and in this Python. */
export function sparkEnvironment(): NodeJS.ProcessEnv {
  const found = spawnSync(sparkPython!, ["-c", "import pyspark, os; print(os.path.dirname(pyspark.__file__))"], {
    encoding: "utf8",
  });
  const home = found.stdout.trim();
  if (!existsSync(join(home, "bin/spark-submit"))) throw new Error(`no spark-submit: ${found.stderr}`);
  return {
    ...process.env,
    SPARK_HOME: home,
    PYSPARK_PYTHON: sparkPython,
    PYSPARK_DRIVER_PYTHON: sparkPython,
    SPARK_LOCAL_IP: "127.0.0.1",
    PYTHONPATH: join(root, "packages/spark/src"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
}

/** Words before the file of a job: a small Spark that says little. */
export function submitWords(master: string, settings: Readonly<Record<string, string>> = {}): string[] {
  const all = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.log.level": "OFF",
    "spark.sql.shuffle.partitions": "3",
    // Queries of few rows take longer to compile than to run.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.adaptive.enabled": "false",
    ...settings,
  };
  const words = Object.entries(all).flatMap(([name, value]) => ["--conf", `${name}=${value}`]);
  // Nor does the JVM run anything long enough for its best compiler.
  const quickly = ["--driver-java-options", "-XX:TieredStopAtLevel=1"];
  return ["--master", master, "--driver-memory", "1g", ...quickly, ...words];
}

/** How `spark-submit` is started. */
interface Start {
  /** Words before it. */
  readonly under?: readonly string[];
  /** Differences from {@link sparkEnvironment}. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts `spark-submit` in a folder. */
function startSpark(words: readonly string[], folder: string, { under = [], env = {} }: Start): ChildProcess {
  const environment = { ...sparkEnvironment(), ...env };
  const [program, ...all] = [...under, join(environment.SPARK_HOME!, "bin/spark-submit"), ...words];
  return spawn(program!, all, { cwd: folder, env: environment });
}

/** Runs `spark-submit`, and returns its code and what it said. */
export async function submit(
  words: readonly string[],
  folder: string,
  { onText, ...start }: Start & { readonly onText?: (text: string, child: ChildProcess) => void } = {},
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = startSpark(words, folder, start);
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]!.setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
      onText?.(text, child);
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...said };
}

interface Session extends Start {
  readonly folder: string;
  readonly master?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Runs jobs one after another in one session, and returns what each came to. */
export async function runJobs(
  jobs: readonly Job[],
  { folder, master = "local[2]", settings, ...start }: Session,
): Promise<readonly JobOutcome[]> {
  const script = join(root, "test/spark/support/run_jobs.py");
  // Spark hands no standard input on.
  const list = join(folder, "jobs.json");
  writeFileSync(list, JSON.stringify(jobs));
  const said = await submit([...submitWords(master, settings), script, list], folder, start);
  const lines = said.stdout.split("\n").filter((line) => line.startsWith("evenodds:"));
  if (lines.length !== jobs.length) throw new Error(`${lines.length} of ${jobs.length} jobs ended\n${said.stderr}`);
  return lines.map((line) => JSON.parse(line.slice("evenodds:".length)) as JobOutcome);
}
