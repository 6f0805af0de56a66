import { rm, readFile, writeFile, copyFile, link, readdir } from "node:fs/promises";
import { join } from "node:path";
import { EngineError, isSystemError, parseJson, writeRefusal } from "@evenodds/core";
import { addonFile, addonFolder, recordFile, type Device, tensorFlowVersion } from "../addon-folder.js";
import type { AddonCheck, checkAddon } from "../check-addon.js";
import { locateAddon, type AddonLocation } from "../locate-addon.js";
import { makeFolders } from "../../run-folder/make-folders.js";
import { addonSources, type AddonSources } from "./addon-sources.js";
import { checkHost, tfjsNodeVersion } from "./check-host.js";
import { checkSpace, neededBytes } from "./check-space.js";
import { compileAddon } from "./compile-addon.js";
import { fetchWheels, unpackWheels } from "./fetch-wheels.js";
import { findCompiler, findPython } from "./find-tools.js";
import type { SetupProgress } from "./setup-progress.js";
import { clearAbandoned, closeStaging, openStaging, publish, type Staging } from "./staging.js";
import { throwIfStopped } from "./throw-if-stopped.js";
import { dropWheels, keptWheels } from "./keep-wheels.js";
import type { Wheel } from "./wheels.js";
import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

type WorkingAddon = Extract<AddonCheck, { works: true }>;

/** A native library that works. */
export interface SetupResult {
  readonly location: AddonLocation;
  /** Whether it was there before. */
  readonly reused: boolean;
  readonly check: WorkingAddon;
}

/** What is to be done. */
export interface SetupTask {
  readonly device: Device;
  readonly cache: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SetupProgress) => void;
}

/** What a set-up takes from the machine. */
export interface SetupParts {
  /** Such as `linux-x64`. */
  readonly platform: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folder of the npm package tfjs-node; null where it is not installed. */
  readonly home: string | null;
  /** Folder of the npm package whose install script may have done the work: for the GPU it is another one. */
  readonly own: string | null;
  /** Folder of evenodds' own C++, which becomes part of the addon; it need not exist. */
  readonly kernels: string;
  /** Folder of Node-API's headers. */
  readonly headers: string;
  readonly wheels: readonly Wheel[];
  readonly freeBytes: (folder: string) => Promise<number>;
  readonly check: typeof checkAddon;
}

/** See `setupTensorFlow`. */
export async function setUp(task: SetupTask, parts: SetupParts): Promise<SetupResult> {
  const { device, cache } = task;
  const { wheels } = parts;
  const sources = await addonSources([await checkHost(parts), parts.kernels]);
  const record = setupRecord(device, { tfjsNode: tfjsNodeVersion, wheels, sourcesSha256: sources.sha256 });
  const target = addonFolder(cache, device);
  const before = await hasRecord(target, record);
  const present = await whatWorksAlready(task, parts, { built: before });
  if (present !== null) {
    // A set-up that was killed once this was in place left the rest.
    await clearAbandoned(target);
    if (present.location.origin === "setup") await dropWheels(wheels, cache);
    return present;
  }

  await makeFolders(cache);
  const staging = await openStaging(target);
  let finished = false;
  try {
    // A build that should work and does not is made from the ground up; another one can lend its libraries.
    const lender = !before && (await hasLibraries(target, record)) ? target : null;
    const check = await build(task, parts, { staging, sources, record, lender });
    // What another set-up finished in the meantime is as good; what did not work before is replaced.
    if (before || !(await hasRecord(target, record))) await publish(staging, target);
    await rm(compileLog(task), { force: true });
    finished = true;
    return { location: { path: join(target, addonFile), origin: "setup", device }, reused: false, check };
  } catch (error) {
    // Node does not say which file it was that had no room.
    throw isSystemError(error) && error.path === undefined ? writeRefusal(cache, { cause: error }) : error;
  } finally {
    await closeStaging(staging, { keep: !finished });
    if (finished) await dropWheels(wheels, cache);
  }
}

/** Where the compiler's output is kept when it fails. */
function compileLog({ cache, device }: Pick<SetupTask, "cache" | "device">): string {
  return join(cache, `compile-${device}.log`);
}

/** What npm's own install made counts as it is; what a set-up made counts where it was made from the same parts. */
async function whatWorksAlready(
  { device, cache, signal, onProgress }: SetupTask,
  { own, check }: SetupParts,
  { built }: { readonly built: boolean },
): Promise<SetupResult | null> {
  const location = locateAddon(device, { cache, home: own });
  if (location === null) return null;
  if (location.origin === "setup" && !built) return null;
  onProgress({ stage: "check", what: addonFile, done: null, total: null });
  const found = await check(location, { signal });
  throwIfStopped(signal);
  if (found.works) return { location, reused: true, check: found };
  if (location.origin === "setup") return null;
  throw new EngineError({
    argument: location.path,
    expected: "the library that npm installed to load",
    found: found.reason,
    hint: `delete the folders deps and lib in ${own}, and run it again`,
  });
}

interface BuildPlan {
  readonly staging: Staging;
  readonly sources: AddonSources;
  readonly record: SetupRecord;
  /** Folder of an earlier build whose libraries are the same; null where there is none. */
  readonly lender: string | null;
}

/** Makes the content of the target in the staging folder, and shows that it works there. */
async function build(
  { device, cache, signal, onProgress }: SetupTask,
  parts: SetupParts,
  { staging, sources, record, lender }: BuildPlan,
): Promise<WorkingAddon> {
  const { wheels, env, headers, freeBytes, check } = parts;
  const { content } = staging;
  // All that can be missing is found out before anything is downloaded.
  const compiler = await findCompiler({ signal, env });
  if (lender === null) {
    const pip = await findPython({ signal, env });
    checkSpace(cache, { free: await freeBytes(cache), needed: neededBytes(wheels, await keptWheels(cache)) });
    const fetched = await fetchWheels(wheels, { cache, staging, pip, env, signal, onProgress });
    await unpackWheels(fetched, { content, signal, onProgress });
  } else {
    await linkTree(lender, content);
    for (const made of [addonFile, recordFile]) await rm(join(content, made));
  }
  onProgress({ stage: "compile", what: addonFile, done: null, total: null });
  const log = compileLog({ cache, device });
  await compileAddon(staging, { compiler, sources, includes: [headers, join(content, "include")], log, env, signal });

  const path = join(content, addonFile);
  onProgress({ stage: "check", what: addonFile, done: null, total: null });
  const found = await check({ path, origin: "setup", device }, { signal });
  throwIfStopped(signal);
  if (!found.works) {
    throw new EngineError({
      argument: addonFile,
      expected: "the library that was built to load and to multiply two matrices",
      found: found.reason,
      hint:
        lender === null
          ? "TensorFlow needs glibc 2.17 or later and a CPU with AVX; ‘engine’ wasm works without"
          : `delete ${lender} and run it again, to download the libraries again`,
    });
  }
  await writeRecord(content, record, compiler.description);
  return found;
}

/** What a set-up was made from. Equal records stand for interchangeable builds. */
interface SetupRecord {
  readonly tensorFlow: string;
  readonly device: Device;
  readonly tfjsNode: string;
  readonly wheels: readonly { readonly name: string; readonly version: string; readonly sha256: string }[];
  /** Over the C++ files of the addon. */
  readonly sourcesSha256: string;
}

/** The record as it is written: the compiler is worth knowing, and no reason to build again. */
interface WrittenRecord extends SetupRecord {
  readonly compiler: string;
}

/** Returns the record of a build from these parts. */
function setupRecord(
  device: Device,
  parts: { readonly tfjsNode: string; readonly wheels: readonly Wheel[]; readonly sourcesSha256: string },
): SetupRecord {
  const { tfjsNode, wheels, sourcesSha256 } = parts;
  return {
    tensorFlow: tensorFlowVersion,
    device,
    tfjsNode,
    wheels: wheels.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    sourcesSha256,
  };
}

/** Whether a folder holds a finished build with this record. */
async function hasRecord(folder: string, record: SetupRecord): Promise<boolean> {
  const written = await readRecord(folder);
  return written !== null && isDeepStrictEqual(written, { ...record, compiler: written.compiler });
}

/** Whether a folder holds the unpacked wheels of this record, with an addon from whatever sources. */
async function hasLibraries(folder: string, { wheels }: SetupRecord): Promise<boolean> {
  return existsSync(join(folder, "include")) && isDeepStrictEqual((await readRecord(folder))?.wheels, wheels);
}

async function readRecord(folder: string): Promise<WrittenRecord | null> {
  try {
    return parseJson(await readFile(join(folder, recordFile), "utf8")) as WrittenRecord;
  } catch {
    return null;
  }
}

/** Writes the record of a build, which says that everything else is there. */
async function writeRecord(folder: string, record: SetupRecord, compiler: string): Promise<void> {
  const written: WrittenRecord = { ...record, compiler };
  await writeFile(join(folder, recordFile), `${JSON.stringify(written, null, 2)}\n`);
}

/** Gives a folder and all that is in it a second name, without a second copy where the file system can do that. */
export async function linkTree(from: string, to: string): Promise<void> {
  await makeFolders(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else await link(source, target).catch(() => copyFile(source, target));
  }
}
