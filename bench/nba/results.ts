// Trains GCN and EqGNN on the NBA graph over several seeds and prints the tables of docs/results.md.
// npm run results -- [--seeds 10] [--scale min-max|none|z-score]
import { parseArgs } from "node:util";
import { addCounts, Random, signedRateDifferences, type OutcomeCounts } from "@evenodds/core";
import { loadGraph } from "@evenodds/data";
import { describe, signFlipPValue } from "./statistics.js";
import { runSeeds, type SeedResult } from "./run-seeds.js";

const { values: flags } = parseArgs({
  options: { seeds: { type: "string", default: "10" }, scale: { type: "string", default: "min-max" } },
});
const seeds = Array.from({ length: Number(flags.seeds) }, (_, i) => i + 1);
const attribute = "country";
const methods = {
  GCN: { method: "gcn" },
  "EqGNN (λ 0.1, γ 50)": { method: "eqgnn", lambda: 0.1, gamma: 50 },
};
const measures = {
  accuracy: "ACC",
  macroF1: "F1-macro",
  weightedF1: "F1-weighted",
  deltaEqualizedOdds: "ΔEO",
  deltaParity: "ΔSP",
  floor: "noise floor of ΔEO",
} as const satisfies Partial<Record<keyof SeedResult, string>>;
type Measure = keyof typeof measures;
const measureNames = Object.keys(measures) as Measure[];

const loaded = await loadGraph("samples/nba");
const results = new Map<string, SeedResult[]>();
for (const [name, training] of Object.entries(methods)) {
  const run = { seeds, attribute, training: { ...training, scale: flags.scale } };
  results.set(
    name,
    await runSeeds(loaded, run, ({ seed, epochs, accuracy }) =>
      process.stderr.write(`${name}, seed ${seed}: ${epochs} epochs, accuracy ${accuracy.toFixed(3)}\n`),
    ),
  );
}

const percent = (value: number) => (100 * value).toFixed(1);
const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(row), ""].join("\n");

const print = (text: string) => process.stdout.write(`${text}\n`);
print(`### ${flags.scale} features, ${seeds.length} seeds (1 to ${seeds.length}), percent\n`);
print("Mean ± standard error of the mean over seeds, standard deviation in brackets.\n");
print(
  table(
    ["model", ...measureNames.map((name) => measures[name]), "epochs"],
    [...results].map(([name, runs]) => [
      name,
      ...measureNames.map((measure) => {
        const { mean, sd, sem } = describe(runs.map((run) => run[measure]));
        return `${percent(mean)} ± ${percent(sem)} (${percent(sd)})`;
      }),
      describe(runs.map((run) => run.epochs)).mean.toFixed(0),
    ]),
  ),
);

const [gcn, eqgnn] = [...results.values()] as [SeedResult[], SeedResult[]];
print("EqGNN minus GCN, paired by seed:\n");
print(
  table(
    ["measure", "mean ± SEM", "p (sign flips)"],
    measureNames
      .filter((name) => name !== "floor")
      .map((measure) => {
        const differences = eqgnn.map((run, i) => run[measure] - gcn[i]![measure]);
        const { mean, sem } = describe(differences);
        const p = signFlipPValue(differences, Random.of(0, measure));
        return [measures[measure], `${percent(mean)} ± ${percent(sem)}`, p < 0.001 ? "< 0.001" : p.toFixed(3)];
      }),
  ),
);

print("Pooled over all test appearances, P(Ŷ = y | Y = y), overseas minus US, with counts:\n");
print(
  table(
    ["model", ...loaded.nodes.classes.map((name) => `y = ${name}`)],
    [...results].map(([name, runs]) => [name, ...pooledGaps(runs.map((run) => run.counts).reduce(addCounts))]),
  ),
);

function pooledGaps(counts: OutcomeCounts): string[] {
  return signedRateDifferences(counts, { of: "overseas", against: "US" })
    .filter(({ label, prediction }) => label === prediction)
    .map(({ value, of, against }) => `${percent(value!)} (${of.k}/${of.n} against ${against.k}/${against.n})`);
}
