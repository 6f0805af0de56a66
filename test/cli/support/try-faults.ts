import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { runChild, type ChildResult } from "./child.js";
import { builtCommand, type FaultCase } from "./fault-cases.js";
import { contentsBelow, runWithFault, type Change, type FaultKind } from "./file-faults.js";

/** What came of one fault. */
export interface FaultOutcome extends Change {
  /**
   * `again`: the same command gave the undisturbed bytes. `told`: it said in one line what to do, and that gave them.
   * `whole`: all was there, and it said so. `unharmed`: the command did its work in spite of the fault.
   */
  readonly result: "again" | "told" | "whole" | "unharmed" | "wrong";
  /** What was wrong, or the line that was said. */
  readonly said: string;
}

/** Times of runs are what they are. */
const ignored = ["timings.csv"];

/** How commands are started for {@link tryFaults}. */
export interface FaultSetting {
  /** With a folder `in`; `out` is made anew for every fault. */
  readonly folder: string;
  /** What `compileFaults` returned. */
  readonly library: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/** Runs a command line of evenodds, or of another program that Node runs. */
export function runBuilt(
  args: readonly string[],
  { folder, env, program = [builtCommand] }: Omit<FaultSetting, "library"> & Pick<FaultCase, "program">,
): Promise<ChildResult> {
  return runChild([process.execPath, ...program, ...args], { cwd: folder, env: env ?? process.env });
}

/**
 * Runs a command once undisturbed, and then with a fault at each of its changes (or those that `choose` takes), each
 * time from the same beginning and followed by the same command undisturbed.
 */
export async function* tryFaults(
  { program = [builtCommand], args, before = {}, goesOn, adds }: FaultCase,
  kind: FaultKind,
  {
    choose = (changes) => changes,
    ...setting
  }: FaultSetting & { readonly choose?: ((changes: readonly Change[]) => readonly Change[]) | undefined },
): AsyncGenerator<FaultOutcome> {
  const { folder, library, env } = setting;
  const out = join(folder, "out");
  const begin = async () => {
    await rm(out, { recursive: true, force: true });
    await mkdir(out);
    for (const [name, content] of Object.entries(before)) {
      await mkdir(dirname(join(out, name)), { recursive: true });
      await writeFile(join(out, name), content);
    }
  };
  const place = { library, notes: folder, below: out, cwd: folder, env };
  const command = [process.execPath, ...program, ...args] as const;
  await begin();
  const start = await contentsBelow(out);
  const undisturbed = await runWithFault(command, place);
  if (undisturbed.code !== 0) throw new Error(`${args.join(" ")}: ${undisturbed.log}`);
  const whole = await contentsBelow(out, ignored);
  const isWhole = async ({ exceptHidden = false } = {}) => {
    const found = Object.entries(await contentsBelow(out, ignored));
    const kept = found.filter(([path]) => !exceptHidden || !/(^|[/])[.]/.test(path));
    return isDeepStrictEqual(Object.fromEntries(kept), whole);
  };
  for (const change of choose(undisturbed.changes)) {
    await begin();
    const hit = await runWithFault(command, place, { kind, at: change.number });
    const wrong = (said: string): FaultOutcome => ({ ...change, result: "wrong", said });
    const line = hit.log.trimEnd().split("\n").at(-1)!;
    if (hit.code === 0) {
      yield (await isWhole()) ? { ...change, result: "unharmed", said: "" } : wrong(`ended with 0: ${hit.log}`);
      continue;
    }
    if (kind === "kill") {
      // The process that watches over it says so; a command without one is gone itself.
      if (hit.signal !== "SIGKILL" && !line.includes("SIGKILL")) yield wrong(`not killed: ${hit.log}`);
      if (adds === true && (await isWhole({ exceptHidden: true }))) {
        yield { ...change, result: "whole", said: "" };
        continue;
      }
    } else {
      const isTold = hit.code === 2 && /^evenodds: /.test(line) && /ENOSPC|no space left/i.test(line);
      // On a busy machine, lines of progress come before: they end with dots.
      const lines = hit.log.split("\n").filter((one) => /^evenodds: .*[^…]$|^ +at /.test(one));
      if (!isTold || lines.length > 1) yield wrong(`code ${hit.code}: ${hit.log}`);
      else if (!/\bout\b/.test(line)) yield wrong(`no file is named: ${line}`);
      const left = await contentsBelow(out);
      if (isDeepStrictEqual(left, start)) {
        // The same command from the same beginning has given the undisturbed bytes already.
        yield { ...change, result: "again", said: line };
        continue;
      }
      if (goesOn === undefined) yield wrong(`left ${difference(left, start)}: ${line}`);
    }
    yield {
      ...change,
      ...(await secondRun(args, { setting: { ...setting, program }, isWhole, said: kind === "kill" ? "" : line })),
    };
  }
}

/** Runs the same command once more, and what its line says to do where it does not end with 0. */
async function secondRun(
  args: readonly string[],
  {
    setting,
    isWhole,
    said,
  }: { setting: FaultSetting & Pick<FaultCase, "program">; isWhole: () => Promise<boolean>; said: string },
): Promise<Pick<FaultOutcome, "result" | "said">> {
  const again = await runBuilt(args, setting);
  if (again.code === 0) {
    return (await isWhole()) ? { result: "again", said } : { result: "wrong", said: "other bytes the second time" };
  }
  const [line, ...more] = again.log.trim().split("\n");
  const wrong = { result: "wrong", said: `the second time: ${again.log}` } as const;
  if (again.code !== 2 || more.length > 0) return wrong;
  const [, advice] = /; go on with evenodds (.*?), or /.exec(line!) ?? [];
  if (advice === undefined) {
    const isRefusal = /expected a new or (?:an )?empty folder/.test(line!);
    return isRefusal && (await isWhole()) ? { result: "whole", said: line! } : wrong;
  }
  const advised = await runBuilt(advice.split(" "), setting);
  return advised.code === 0 && (await isWhole())
    ? { result: "told", said: line! }
    : { result: "wrong", said: `${line}\n${advised.log}` };
}

function difference(found: Readonly<Record<string, string>>, expected: Readonly<Record<string, string>>): string {
  const names = [...new Set([...Object.keys(found), ...Object.keys(expected)])];
  return names.filter((name) => found[name] !== expected[name]).join(", ");
}
