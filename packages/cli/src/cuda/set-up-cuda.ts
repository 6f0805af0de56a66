import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { EngineError, parseJson } from "@evenodds/core";
import {
  checkSpace,
  closeStaging,
  dropWheels,
  fetchWheels,
  findPython,
  keptWheels,
  neededBytes,
  openStaging,
  publish,
  unpackWheels,
  type SetupProgress,
  type Wheel,
} from "@evenodds/trainer/tensorflow";

/** Says what a folder was made from. It is written last. */
const recordFile = "setup.json";

/** What a set-up takes from the machine. */
export interface CudaParts {
  /** Such as `linux-x64`. */
  readonly platform: string;
  readonly env: NodeJS.ProcessEnv;
  /** Version of onnxruntime-node, and the one that the wheels are for. */
  readonly runtimeVersion: string;
  readonly wheelsFor: string;
  /** ONNX Runtime's own library, beside a copy of which the provider is put. */
  readonly library: string;
  readonly wheels: readonly Wheel[];
  readonly freeBytes: (folder: string) => Promise<number>;
}

/** What is to be done. */
export interface CudaTask {
  /** The folder to make; it appears whole or not at all. */
  readonly target: string;
  readonly signal: AbortSignal;
  /** Called once before anything is downloaded. */
  readonly onSize: (size: { readonly download: number; readonly disk: number }) => void;
  readonly onProgress: (progress: SetupProgress) => void;
}

/**
 * Makes a folder with ONNX Runtime's CUDA provider and the libraries of CUDA and cuDNN that it needs, from wheels that
 * are pinned by SHA-256. Returns whether it was there already, made of the same parts. Nothing is loaded.
 *
 * Throws {@link EngineError} with a remedy where something is missing or fails, {@link InterruptedError} on a stop;
 * what was downloaded is kept for the next set-up.
 */
export async function setUpCuda(task: CudaTask, parts: CudaParts): Promise<{ readonly reused: boolean }> {
  const { target, signal, onSize, onProgress } = task;
  const { wheels, env, library, freeBytes } = parts;
  checkHost(parts);
  const record = await recordOf(parts);
  if (await hasRecord(target, record)) return { reused: true };
  const cache = dirname(target);
  const pip = await findPython({ signal, env });
  await mkdir(cache, { recursive: true });
  const staging = await openStaging(target);
  let finished = false;
  try {
    const kept = await keptWheels(cache);
    const needed = neededBytes(wheels, kept);
    const missing = wheels.filter(({ name, version }) => !kept.has(`${name}-${version}.whl`));
    onSize({ download: sum(missing, "bytes"), disk: sum(wheels, "unpackedBytes") });
    checkSpace(cache, { free: await freeBytes(cache), needed });
    const fetched = await fetchWheels(wheels, { cache, staging, pip, env, signal, onProgress });
    await unpackWheels(fetched, { content: staging.content, signal, onProgress });
    await copyFile(library, join(staging.content, "lib", "libonnxruntime.so.1"));
    await writeFile(join(staging.content, recordFile), `${JSON.stringify(record, null, 2)}\n`);
    await publish(staging, target);
    finished = true;
    return { reused: false };
  } finally {
    await closeStaging(staging, { keep: !finished });
    if (finished) await dropWheels(wheels, cache);
  }
}

function checkHost({ platform, runtimeVersion, wheelsFor, library }: CudaParts): void {
  if (platform !== "linux-x64") {
    throw new EngineError({
      argument: "setup-cuda",
      expected: "Linux on x86-64 with glibc (linux-x64)",
      found: platform,
      hint: "use ‘provider’ cpu, which works everywhere",
    });
  }
  if (runtimeVersion !== wheelsFor || !existsSync(library)) {
    throw new EngineError({
      argument: "onnxruntime-node",
      expected: `version ${wheelsFor}, whose CUDA provider is known`,
      found: runtimeVersion === wheelsFor ? `no ${library}` : `version ${runtimeVersion}`,
      hint: "install the version that evenodds asks for: npm ci",
    });
  }
}

/** What a folder was made from. Equal records stand for interchangeable folders. */
interface CudaRecord {
  readonly onnxRuntime: string;
  readonly libraryBytes: number;
  readonly wheels: readonly { readonly name: string; readonly version: string; readonly sha256: string }[];
}

async function recordOf({ runtimeVersion, library, wheels }: CudaParts): Promise<CudaRecord> {
  return {
    onnxRuntime: runtimeVersion,
    libraryBytes: (await stat(library)).size,
    wheels: wheels.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
  };
}

async function hasRecord(folder: string, record: CudaRecord): Promise<boolean> {
  try {
    return isDeepStrictEqual(parseJson(await readFile(join(folder, recordFile), "utf8")), record);
  } catch {
    return false;
  }
}

function sum(wheels: readonly Wheel[], key: "bytes" | "unpackedBytes"): number {
  return wheels.reduce((total, wheel) => total + wheel[key], 0);
}
