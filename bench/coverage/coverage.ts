/**
 * Simulates how often the audit's statistics are right, and prints Markdown tables.
 *
 * npx tsx --conditions=@evenodds/source bench/coverage/coverage.ts [--trials 1000] [--seed 1]
 * npx tsx --conditions=@evenodds/source bench/coverage/coverage.ts --settle bench/coverage/RESULTS.md
 *
 * The second form takes the figures of a file and simulates anew only what that file leaves open.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { clusterSettings, measureClusters } from "./clusters.js";
import { measure, settings, settle } from "./grid.js";
import { readResults } from "./read-results.js";
import { clusterTable, gridSummary, gridTable, isOpen, missesBound } from "./tables.js";

const { values } = parseArgs({
  options: {
    trials: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    settle: { type: "string" },
  },
});
const [trials, seed] = [Number(values.trials), Number(values.seed)];

const earlier = values.settle === undefined ? null : readResults(readFileSync(values.settle, "utf8"));
const grid = (earlier?.grid ?? settings().map(simulate)).map((found) =>
  isOpen(found) ? settle(found, { seed }) : found,
);
const clustered =
  earlier?.clusters ?? clusterTable(clusterSettings().map((setting) => measureClusters(setting, { trials, seed })));

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
    "## Every setting",
    "",
    ...gridTable(grid),
    "",
  ].join("\n"),
);
