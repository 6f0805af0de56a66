// Runs evenodds on inputs that nobody would write: npm run fuzz -- --minutes 10 --seed 3. Every input is a function of
// the seed and its number. Ends with 1 where one ended wrongly; that one is then in test/fuzz/findings, where a test
// runs it again.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { memorySize } from "@evenodds/cli/internal";
import { fuzz, progressLine } from "./fuzz.js";
import { knownFlags } from "./known-flags.js";
import { makeSeeds, memoryCeiling } from "./make-seeds.js";
import { targets, type Target } from "./seed.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    inputs: { type: "string", default: "1e15" },
    target: { type: "string" },
    workers: { type: "string", default: String(Math.min(2, availableParallelism())) },
  },
});

function numberOf(name: "minutes" | "seed" | "from" | "inputs" | "workers"): number {
  const value = Number(values[name]);
  if (values[name].trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new Error(`--${name} has to be a number, and is ${JSON.stringify(values[name])}`);
}

const target = values.target as Target | undefined;
if (target !== undefined && !targets.includes(target)) throw new Error(`--target is one of ${targets.join(", ")}`);
const say = (line: string) => void process.stderr.write(`fuzz: ${line}\n`);
const plan = {
  ...{ seed: numberOf("seed"), from: numberOf("from"), milliseconds: numberOf("minutes") * 60_000, target },
  inputs: numberOf("inputs"),
  ...{ workers: numberOf("workers"), commandEvery: 250, say },
  limits: { time: 30_000, memory: memorySize(memoryCeiling)! },
  script: fileURLToPath(new URL("worker.ts", import.meta.url)),
};
say(`seed ${plan.seed}, from input ${plan.from} on, ${values.minutes} minutes, ${plan.workers} processes`);
const { tally, faults, milliseconds } = await fuzz(plan, { seeds: await makeSeeds(), flags: await knownFlags() });
process.stdout.write(`${tally.table()}\n`);
for (const [fault, times] of faults) process.stdout.write(`${times} × ${fault}\n`);
say(
  `${progressLine(tally, faults, milliseconds)}; ${tally.byCommand} by the command itself; next: --from ${plan.from + tally.inputs}`,
);
process.exit(faults.size > 0 ? 1 : 0);
