/**
 * Simulates how often the audit's statistics are right, and prints Markdown tables.
 *
 * npx tsx --conditions=@evenodds/source bench/coverage/coverage.ts [--trials 1000] [--seed 1]
 * npx tsx --conditions=@evenodds/source bench/coverage/coverage.ts --settle bench/coverage/RESULTS.md [--evidence]
 *
 * The second form takes the figures of a file and simulates anew only what that file leaves open, with `--evidence`
 * also the tests of dependence and the planted harms, which it otherwise copies.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { clusterSettings, measureClusters } from "./clusters.js";
import { measureSize, sizeSettings } from "./dependence-size.js";
import { peerSection, powerSection, sizeSection } from "./evidence-tables.js";
import { measure, settings, settle } from "./grid.js";
import { plantedHarms, type PlantedHarm } from "./planted-harms.js";
import { measurePower } from "./power.js";
import { evidenceTitles, readResults } from "./read-results.js";
import { clusterTable, gridSummary, gridTable, isOpen, missesBound } from "./tables.js";

const { values } = parseArgs({
  options: {
    trials: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    settle: { type: "string" },
    evidence: { type: "boolean", default: false },
  },
});
const [trials, seed] = [Number(values.trials), Number(values.seed)];

const earlier = values.settle === undefined ? null : readResults(readFileSync(values.settle, "utf8"));
const grid = (earlier?.grid ?? settings().map(simulate)).map((found) =>
  isOpen(found) ? settle(found, { seed }) : found,
);
const clustered =
  earlier?.clusters ?? clusterTable(clusterSettings().map((setting) => measureClusters(setting, { trials, seed })));
const { size, power, peers } = (values.evidence ? null : earlier?.evidence) ?? evidenceSections({ seed });

/** Simulates the tests of dependence; says on the way how far it is. */
function evidenceSections(options: { readonly seed: number }) {
  const sizes = sizeSettings().map((setting, i, all) => {
    report(`tests of dependence, setting ${i + 1} of ${all.length}`);
    return measureSize(setting, options);
  });
  const found = Object.values(plantedHarms).flatMap((harm: PlantedHarm) =>
    harm.rows.map((n) => {
      report(`${harm.name}, ${n} rows`);
      return measurePower(harm, { n, ...options });
    }),
  );
  return { size: sizeSection(sizes), power: powerSection(found), peers: peerSection(found) };
}

function report(text: string): void {
  process.stderr.write(`${(process.cpuUsage().user / 1e6).toFixed(0)} s: ${text}\n`);
}

/**
 * With hundreds of settings some miss a bound by chance. Those are simulated again, with more trials and other numbers.
 */
function simulate(setting: Parameters<typeof measure>[0]) {
  const first = measure(setting, { trials, seed });
  return missesBound(first) ? measure(setting, { trials: 4 * trials, seed: seed + 1 }) : first;
}

process.stdout.write(
  [
    "# How often the statistics are right",
    "",
    `\`npx tsx --conditions=@evenodds/source bench/coverage/coverage.ts --trials ${trials} --seed ${seed}\``,
    "",
    ...gridSummary(grid, { trials }),
    "",
    "## Nodes that share a community",
    "",
    ...clustered,
    "",
    ...[`## ${evidenceTitles.size}`, "", ...size, ""],
    ...[`## ${evidenceTitles.power}`, "", ...power, ""],
    ...[`## ${evidenceTitles.peers}`, "", ...peers, ""],
    "## Every setting",
    "",
    ...gridTable(grid),
    "",
  ].join("\n"),
);
