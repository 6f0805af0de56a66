import { downloadWheel } from "./download-wheel.js";
import type { Tool } from "./find-tools.js";
import type { SetupProgress } from "./setup-progress.js";
import type { Staging } from "./staging.js";
import { unpackWheel } from "./unpack-wheel.js";
import { takeWheel } from "./wheel-store.js";
import type { Wheel } from "./wheels.js";

/** A verified wheel on the disk. */
export interface FetchedWheel {
  readonly wheel: Wheel;
  readonly path: string;
}

interface Reporting {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SetupProgress) => void;
}

/**
 * Brings all wheels into the staging folder: those that an earlier set-up left by moving them, the others by
 * downloading.
 */
export async function fetchWheels(
  wheels: readonly Wheel[],
  options: Reporting & {
    readonly cache: string;
    readonly staging: Staging;
    readonly pip: Tool;
    readonly env: NodeJS.ProcessEnv;
  },
): Promise<FetchedWheel[]> {
  const { cache, staging, pip, env, signal, onProgress } = options;
  const total = wheels.reduce((sum, { bytes }) => sum + bytes, 0);
  const fetched: FetchedWheel[] = [];
  let before = 0;
  for (const wheel of wheels) {
    const kept = await takeWheel(wheel, { cache, folder: staging.wheels, signal });
    const report = (bytes: number) =>
      onProgress({ stage: "download", what: `${wheel.name} ${wheel.version}`, done: before + bytes, total });
    report(kept === null ? 0 : wheel.bytes);
    const path = kept ?? (await downloadWheel(wheel, { pip, staging, env, signal, onBytes: report }));
    before += wheel.bytes;
    fetched.push({ wheel, path });
  }
  return fetched;
}

/** Takes what is needed out of all wheels. */
export async function unpackWheels(
  fetched: readonly FetchedWheel[],
  { content, signal, onProgress }: Reporting & { readonly content: string },
): Promise<void> {
  const total = fetched.reduce((sum, { wheel }) => sum + wheel.unpackedBytes, 0);
  let done = 0;
  for (const { wheel, path } of fetched) {
    const report = () => onProgress({ stage: "unpack", what: `${wheel.name} ${wheel.version}`, done, total });
    report();
    const onBytes = (bytes: number) => {
      done += bytes;
      report();
    };
    await unpackWheel(path, { wheel, content, signal, onBytes });
  }
}
