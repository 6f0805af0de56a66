import { execFile } from "node:child_process";
import { promisify } from "node:util";

const query = promisify(execFile);

/** What NVIDIA's own tool says of the first GPU. */
export interface GpuState {
  readonly name: string;
  readonly driver: string;
  readonly usedMegabytes: number;
  readonly totalMegabytes: number;
}

/** Asks `nvidia-smi`; fails where there is none, or no GPU. */
export async function gpuState(): Promise<GpuState> {
  const fields = "name,driver_version,memory.used,memory.total";
  const { stdout } = await query("nvidia-smi", [`--query-gpu=${fields}`, "--format=csv,noheader,nounits"]);
  const [name, driver, used, total] = stdout.split("\n")[0]!.split(", ") as [string, string, string, string];
  return { name, driver, usedMegabytes: Number(used), totalMegabytes: Number(total) };
}

/** Runs `work` and returns its result with the largest memory use of the GPU meanwhile, asked four times a second. */
export async function watchMemory<T>(work: () => Promise<T>): Promise<{ result: T; peakMegabytes: number }> {
  let peakMegabytes = 0;
  let done = false;
  const watching = (async () => {
    while (!done) {
      peakMegabytes = Math.max(peakMegabytes, (await gpuState()).usedMegabytes);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  try {
    return { result: await work(), peakMegabytes };
  } finally {
    done = true;
    await watching;
  }
}
