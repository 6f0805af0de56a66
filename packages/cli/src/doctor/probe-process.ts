// Runs in a process of its own, see run-probe.ts: lets one part do a little work, and sends what came of it.
import { EngineError, isEvenoddsError, providers, type Provider } from "@evenodds/core";
import { flagWords } from "../options/flag-words.js";
import type { ProbeOutcome } from "./probes.js";

/** Returns what the part says about itself, or throws. */
type Probe = () => Promise<string>;

const parts = {
  wasm: async () => (await (await import("@evenodds/trainer")).openEngine("wasm")).description,
  duckdb: queryDuckDb,
  "cuda libraries": loadCudaLibraries,
} as const satisfies Record<string, Probe>;

export type ProbeName = keyof typeof parts | `provider ${Provider}`;

const probes = new Map<string, Probe>([
  ...Object.entries(parts),
  ...providers.map((provider) => [`provider ${provider}`, () => runModel(provider)] as const),
]);

async function runModel(provider: Provider): Promise<string> {
  const { exportModel } = await import("@evenodds/exporter");
  const { openNodeSession } = await import("@evenodds/auditor");
  const { probeGraph, probeModel } = await import("./probe-model.js");
  const session = await openNodeSession(exportModel(probeModel), { provider });
  const { logits } = await session.run(probeGraph);
  await session.release();
  if (logits.join() !== "11,0") throw new Error(`it says that 1 · 3 + 2 · 4 is ${logits[0]}`);
  return "a small model";
}

async function loadCudaLibraries(): Promise<string> {
  const { checkCudaLibraries, cudaFolder, describeCudaLibraries } = await import("@evenodds/auditor");
  const states = checkCudaLibraries();
  const lacking = describeCudaLibraries(states);
  if (lacking === null) return `all ${states.length} libraries are in order in ${cudaFolder()}`;
  const isDriverAlone = states.every(({ file, status }) => status !== "missing" || file === "libcuda.so.1");
  throw new EngineError({
    argument: "libraries of CUDA",
    expected: "all of them to load",
    found: lacking,
    hint: isDriverAlone
      ? "install NVIDIA's driver, 580 or later, where there is a GPU"
      : "fetch them with: npx evenodds setup-cuda",
  });
}

async function queryDuckDb(): Promise<string> {
  const { duckDbVersion } = await import("@evenodds/data");
  return `DuckDB ${await duckDbVersion()}`;
}

async function answer(name: ProbeName): Promise<ProbeOutcome> {
  try {
    return { works: true, description: await probes.get(name)!() };
  } catch (error) {
    if (isEvenoddsError(error)) {
      const { found, hint = "" } = error.complaint;
      return { works: false, reason: flagWords(found), remedy: flagWords(hint) || null };
    }
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { works: false, reason, remedy: null };
  }
}

const outcome = await answer(process.argv[2] as ProbeName);
process.send!(outcome);
