import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import fc from "fast-check";
import { writeFinding } from "./findings.js";
import { inputAt, inputsOf, startOf, targetAt, type Material } from "./input-at.js";
import { ends, faultOf, runsModel, type Outcome } from "./outcome.js";
import { runCommand } from "./run-command.js";
import type { FuzzInput, Target } from "./seed.js";
import { Tally } from "./tally.js";
import { WorkerProcess, type Limits } from "./worker-process.js";

/** What is run, and for how long. */
export interface FuzzPlan {
  readonly seed: number;
  /** Number of the first input. */
  readonly from: number;
  readonly milliseconds: number;
  /** Most inputs. Default: as many as the time allows. */
  readonly inputs?: number | undefined;
  /** All inputs are of this target. Default: of all, by their shares. */
  readonly target?: Target | undefined;
  /** Processes side by side. */
  readonly workers: number;
  /** Every so manieth input is run by the command itself. */
  readonly commandEvery: number;
  readonly limits: Limits;
  /** What a worker runs. */
  readonly script: string;
  /** Folder of findings. */
  readonly findings?: string;
  readonly say: (line: string) => void;
}

/** What came of a run. */
export interface FuzzResult {
  readonly tally: Tally;
  /** What was wrong, and how often. */
  readonly faults: ReadonlyMap<string, number>;
  readonly milliseconds: number;
}

/** Milliseconds that the command may take in place of a worker: it starts two processes, and ends by `--timeout`. */
const commandTime = 90_000;

/** Seconds of `--timeout` where a model is run for longer than a worker may. */
const modelTime = 30;

/** Milliseconds for making an input smaller. */
const shrinkTime = 60_000;

/** Runs inputs from `plan.from` on, until the time is over, and keeps every input that ends wrongly. */
export async function fuzz(plan: FuzzPlan, material: Material): Promise<FuzzResult> {
  const home = await mkdtemp(join(tmpdir(), "evenodds-fuzz-"));
  const materialPath = join(home, "material");
  await writeFile(materialPath, serialize(material));
  const worker = (name: string) =>
    new WorkerProcess({ path: plan.script, args: [join(home, name), materialPath] }, plan.limits);
  const examiner = worker("examiner");
  const lanes = Array.from({ length: plan.workers }, (_, i) => worker(`worker-${i}`));
  const tally = new Tally();
  const faults = new Map<string, number>();
  const start = performance.now();
  const end = start + plan.milliseconds;
  const last = plan.from + (plan.inputs ?? Infinity);
  let next = plan.from;
  // One fault is looked into at a time.
  let examination = Promise.resolve();

  const runLane = async (lane: WorkerProcess, name: string) => {
    while (performance.now() < end && next < last) {
      const index = next++;
      const target = plan.target ?? targetAt(index);
      const began = performance.now();
      const isByCommand = index % plan.commandEvery === plan.commandEvery - 1 && target !== "npz";
      const outcome = isByCommand
        ? {
            ...(await runCommand(inputAt(index, plan.seed, material, target), join(home, name), commandTime)),
            memory: 0,
          }
        : await lane.run({ index, seed: plan.seed, target });
      tally.byCommand += isByCommand ? 1 : 0;
      const fault = faultOf(outcome);
      const milliseconds = performance.now() - began;
      if (fault === null) tally.add(target, { ...outcome, milliseconds }, null);
      else {
        examination = examination.then(async () => {
          const found = await examine(index, target, fault);
          const isFault = typeof found === "string";
          tally.add(target, { ...outcome, ...(isFault ? {} : found), milliseconds }, isFault ? found : null);
          if (isFault) faults.set(found, (faults.get(found) ?? 0) + 1);
        });
        await examination;
      }
    }
  };

  /** What is wrong after all with an input that ended so; its outcome where nothing is. */
  const examine = async (index: number, target: Target, fault: string): Promise<string | Outcome> => {
    const input = inputAt(index, plan.seed, material, target);
    const isOverLimit = fault === ends.time || fault === ends.memory;
    if (isOverLimit && runsModel(input)) {
      const args = [...input.args, "--timeout", String(modelTime)];
      const outcome = await runCommand({ ...input, args }, join(home, "command"), commandTime);
      if (faultOf(outcome) === null) {
        tally.addContained(target, fault === ends.time ? "time" : "memory");
        return outcome;
      }
    }
    const name = `${target}: ${fault}`;
    if (faults.has(name)) return name;
    examiner.close();
    const second = await examiner.run({ input });
    const again = faultOf(second);
    // A machine that is busy is no fault.
    if (fault === ends.time && again === null) return second;
    if (again !== fault) {
      const folder = writeFinding(input, `${fault}, after other inputs in the same process`, plan.findings);
      plan.say(`input ${index}: ${name}; not so in a new process (${again ?? "no fault"}); ${folder}`);
      return name;
    }
    const smaller = isOverLimit ? input : await shrink(index, target, fault);
    const folder = writeFinding(smaller, fault, plan.findings);
    plan.say(`input ${index}: ${name}; wrote ${folder}`);
    return name;
  };

  /** The input with as few changes as the fault needs. */
  const shrink = async (index: number, target: Target, fault: string): Promise<FuzzInput> => {
    const hasFault = async (input: FuzzInput) => faultOf(await examiner.run({ input })) === fault;
    const { counterexample } = await fc.check(
      fc.asyncProperty(inputsOf(target, material), async (input) => !(await hasFault(input))),
      { seed: startOf(plan.seed, index), numRuns: 1, interruptAfterTimeLimit: shrinkTime },
    );
    return counterexample?.[0] ?? inputAt(index, plan.seed, material, target);
  };

  const progress = setInterval(() => plan.say(progressLine(tally, faults, performance.now() - start)), 10_000);
  try {
    await Promise.all(lanes.map((lane, i) => runLane(lane, `command-${i}`)));
  } finally {
    clearInterval(progress);
    for (const one of [examiner, ...lanes]) one.close();
    await rm(home, { recursive: true, force: true });
  }
  return { tally, faults, milliseconds: performance.now() - start };
}

/** How far a run is. */
export function progressLine(tally: Tally, faults: FuzzResult["faults"], milliseconds: number): string {
  const { inputs, memory, contained } = tally;
  const seconds = milliseconds / 1000;
  return (
    `${inputs} inputs in ${Math.round(seconds)} s, ${(inputs / seconds).toFixed(1)} a second; ` +
    `${contained} ended by --timeout or --memory, largest ${Math.round(memory / 1e6)} MB, ${faults.size} faults`
  );
}
