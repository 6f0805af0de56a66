import { trainerInstall } from "evenodds/internal";
import { checkProviders } from "./check-providers.js";
import { checkTensorFlow } from "./check-tensorflow.js";
import { checkTensorFlowGpu } from "./check-tensorflow-gpu.js";
import { missing, type Check, broken, ok } from "./check.js";
import type { Probes, UntrainedProbes, MachineProbes } from "./probes.js";
import { isEvenoddsError } from "@evenodds/core";
import type { Tool } from "@evenodds/trainer/tensorflow";
import { flagWords } from "../options/flag-words.js";

const least = { major: 20, minor: 19 };

/** Node.js itself, which has to be 20.19 or later. */
function checkNode({ nodeVersion }: Pick<MachineProbes, "nodeVersion">): Check {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const recent = major > least.major || (major === least.major && minor >= least.minor);
  if (recent) return ok("node", nodeVersion);
  return broken("node", { found: nodeVersion, remedy: "use Node.js 20.19 or later", blocking: true });
}

/** What is computed on. */
function checkPlatform({ platform, cores }: Pick<MachineProbes, "platform" | "cores">): Check {
  return ok("platform", `${platform}, ${cores} ${cores === 1 ? "core" : "cores"}`);
}

/** What `evenodds doctor` finds out. */
export interface DoctorReport {
  /** Whether auditing works with default settings, and training where it is installed. */
  readonly works: boolean;
  /** What `--engine auto` takes; null where the package that trains is not installed. */
  readonly defaultEngine: "tensorflow" | "wasm" | null;
  readonly checks: readonly Check[];
}

/**
 * Returns all checks, in the order in which they are shown. Whatever is wrong is part of the report; nothing is thrown.
 */
export async function examine(machine: Probes | UntrainedProbes): Promise<DoctorReport> {
  const nvidia = machine.nvidia();
  const probes = { ...machine, nvidia: () => nvidia };
  const found = await Promise.all([
    ...(probes.hasTrainer ? [checkWasm(probes), checkTensorFlow(probes), checkTensorFlowGpu(probes)] : [noTrainer]),
    checkProviders(probes),
    checkDuckDb(probes),
    probes.hasTrainer ? checkTools(probes) : [],
  ]);
  const checks = [checkNode(probes), checkPlatform(probes), ...found.flat()];
  const works = !checks.some(({ blocking }) => blocking);
  return { works, defaultEngine: probes.hasTrainer ? defaultEngine(probes) : null, checks };
}

const noTrainer = missing("training", {
  found: "@evenodds/trainer is not installed; audits do not need it",
  remedy: trainerInstall,
});

/** DuckDB, which reads graphs and counts predictions. */
async function checkDuckDb({ duckDb }: Pick<MachineProbes, "duckDb">): Promise<Check> {
  const outcome = await duckDb();
  if (outcome.works) return ok("duckdb", outcome.description);
  return broken("duckdb", { found: outcome.reason, remedy: outcome.remedy ?? "run npm ci", blocking: true });
}

/** The training engine that runs everywhere, and is the default where TensorFlow is not set up. */
async function checkWasm({ wasm, locateAddon }: Pick<Probes, "wasm" | "locateAddon">): Promise<Check> {
  const outcome = await wasm();
  if (outcome.works) return ok("engine wasm", outcome.description);
  const blocking = defaultEngine({ locateAddon }) === "wasm";
  return broken("engine wasm", { found: outcome.reason, remedy: outcome.remedy, blocking });
}

/** What `setup-tensorflow` needs, and nothing else does: Python with pip, and a C++ compiler. */
async function checkTools({ findPython, findCompiler }: Pick<Probes, "findPython" | "findCompiler">): Promise<Check[]> {
  return [await checkTool("python3 with pip", findPython), await checkTool("C++ compiler", findCompiler)];
}

async function checkTool(name: string, find: () => Promise<Tool>): Promise<Check> {
  try {
    const { description } = await find();
    return ok(name, `${description} (for setup-tensorflow)`);
  } catch (error) {
    if (!isEvenoddsError(error)) throw error;
    const { found, hint = null } = error.complaint;
    return missing(name, { found: `${found} (for setup-tensorflow)`, remedy: hint && flagWords(hint) });
  }
}

/** The engine that `--engine auto` takes: TensorFlow where it is set up, whether or not it works. */
function defaultEngine({ locateAddon }: Pick<Probes, "locateAddon">): "tensorflow" | "wasm" {
  return locateAddon("cpu") === null ? "wasm" : "tensorflow";
}
