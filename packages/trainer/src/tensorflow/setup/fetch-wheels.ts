import type { Tool } from "./find-tools.js";
import type { SetupProgress } from "./setup-progress.js";
import type { Staging } from "./staging.js";
import { unpackWheel } from "./unpack-wheel.js";
import { takeWheel, wheelFile } from "./keep-wheels.js";
import type { Wheel } from "./wheels.js";
import { readdir, rename, rm, writeFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "../../run-folder/make-folders.js";
import { downloadError, hashError } from "./download-error.js";
import { hashFile } from "./hash-file.js";
import { runCommand } from "./run-command.js";

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

/** The wheels are for one Python, whichever Python is here: only their libraries are used. */
const selection = [
  ["--only-binary", ":all:"],
  ["--implementation", "cp"],
  ["--python-version", "3.11"],
  ["--abi", "cp311"],
  ["--abi", "none"],
  ["--platform", "manylinux_2_28_x86_64"],
  ["--platform", "manylinux_2_27_x86_64"],
  ["--platform", "manylinux2014_x86_64"],
  ["--platform", "manylinux2010_x86_64"],
  ["--platform", "manylinux1_x86_64"],
].flat();

/** Milliseconds between two looks at how much has arrived. */
const pollEvery = 200;

/**
 * Downloads a wheel with pip, which knows the user's index, proxy and certificates, and returns its path in the staging
 * folder. `onBytes` is told how much has arrived. Throws EngineError where pip fails or the file is not the one that is
 * pinned, InterruptedError on a stop.
 */
async function downloadWheel(
  wheel: Wheel,
  options: {
    readonly pip: Tool;
    readonly staging: Staging;
    readonly env: NodeJS.ProcessEnv;
    readonly signal: AbortSignal;
    readonly onBytes: (bytes: number) => void;
  },
): Promise<string> {
  const { pip, staging, env, signal, onBytes } = options;
  const folder = join(staging.temporary, wheel.name);
  const destination = join(folder, "wheel");
  await makeFolders(destination);
  // Beside the folder that is weighed.
  const requirements = join(staging.temporary, `${wheel.name}.txt`);
  await writeFile(requirements, `${wheel.name}==${wheel.version} --hash=sha256:${wheel.sha256}\n`);

  // pip keeps a file in its temporary folder while it arrives.
  const poll = setInterval(() => {
    void folderSize(folder).then((bytes) => onBytes(Math.min(bytes, wheel.bytes)));
  }, pollEvery);
  const quiet = ["--no-input", "--progress-bar", "off", "--no-cache-dir", "--disable-pip-version-check"];
  const files = ["--no-deps", "--require-hashes", "--requirement", requirements, "--dest", destination];
  const result = await runCommand([...pip.command, "download", ...quiet, ...selection, ...files], {
    signal,
    // Nothing is installed, so a user's rule to install only into virtual environments does not apply.
    env: { ...env, TMPDIR: folder, PIP_REQUIRE_VIRTUALENV: "0" },
  }).finally(() => clearInterval(poll));

  const [file] = (await readdir(destination)).filter((name) => name.endsWith(".whl"));
  if (result?.code !== 0 || file === undefined) throw downloadError(wheel, `${result?.stdout}\n${result?.stderr}`);
  const sha256 = await hashFile(join(destination, file), signal);
  if (sha256 !== wheel.sha256) throw hashError(wheel, sha256);
  const path = join(staging.wheels, wheelFile(wheel));
  await rename(join(destination, file), path);
  await rm(folder, { recursive: true });
  onBytes(wheel.bytes);
  return path;
}

/**
 * Bytes of all files in a folder; files that come and go meanwhile may or may not count. 0 where there is no folder.
 */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
