// Proves that training runs on the GPU and gives what the CPU gives, and times it. Prints JSON; takes less than four
// minutes. npm run test:cuda-train [-- <epochs>]
import { runOurs, medianMilliseconds, type OwnRun } from "../train/measure.js";
import { gpuState, watchMemory } from "./gpu-memory.js";

const epochs = Number(process.argv[2] ?? 20);
/** Engines round sums in different orders; over 20 epochs losses drift apart by less than this share. */
const tolerance = 2e-3;
/**
 * TensorFlow takes the memory that it needs as it needs it: less than the features of the graph would mean it is
 * elsewhere.
 */
const leastGrowth = 75;
// Memory as it is used, so that the peak is that of the work and not of the reservation.
process.env.TF_FORCE_GPU_ALLOW_GROWTH = "true";

async function main(): Promise<number> {
  const before = await gpuState().catch(() => null);
  if (before === null) {
    console.error("test:cuda-train: expected an NVIDIA GPU, found none (nvidia-smi does not answer)");
    return 2;
  }
  const results = [];
  for (const [graph, method] of [
    ["nba", "eqgnn"],
    ["pokec-size", "gcn"],
    ["pokec-size", "eqgnn"],
  ] as const) {
    const gpu = await watchMemory(() => runOurs("tensorflow-gpu", [method, graph, epochs]));
    const cpu = await runOurs("tensorflow", [method, graph, epochs]);
    const growth = gpu.peakMegabytes - before.usedMegabytes;
    results.push({
      ...{ graph, method, engine: gpu.result.engine },
      onGpu: gpu.result.engine.includes("(GPU)") && (graph === "nba" || growth > leastGrowth),
      peakGpuMegabytes: growth,
      largestLossDifference: largestDifference(gpu.result, cpu),
      milliseconds: { gpu: times(gpu.result), cpu: times(cpu) },
    });
  }
  const passed = results.every((one) => one.onGpu && one.largestLossDifference < tolerance);
  console.log(JSON.stringify({ passed, gpu: before.name, driver: before.driver, epochs, tolerance, results }, null, 2));
  return passed ? 0 : 1;
}

/** max |a − b| / |b| over all epochs. */
function largestDifference(a: OwnRun, b: OwnRun): number {
  return Math.max(...a.losses.map((loss, i) => Math.abs(loss - b.losses[i]!) / Math.abs(b.losses[i]!)));
}

function times({ steps, evaluations }: OwnRun) {
  return { step: medianMilliseconds(steps), validation: medianMilliseconds(evaluations) };
}

process.exitCode = await main();
