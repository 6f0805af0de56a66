// Seconds of a permutation test of 10,000 drawn tables, by number of rows, groups and classes.
// npm run bench:permutation -- [--draws 10000] [--repeats 5]
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { permutationTest } from "@evenodds/auditor";
import { Random, type OutcomeCounts } from "@evenodds/core";

const { values: flags } = parseArgs({
  options: { draws: { type: "string", default: "10000" }, repeats: { type: "string", default: "5" } },
});
const [draws, repeats] = [Number(flags.draws), Number(flags.repeats)];
const sizes = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const shapes = [2, 5, 10];

/** `rows` rows spread evenly over groups and labels; `right` of a cell are predicted right, the others evenly wrong. */
function outcomesOf(rows: number, shape: { readonly size: number; readonly right: number }): OutcomeCounts {
  const { size, right } = shape;
  const names = Array.from({ length: size }, (_, i) => `${i}`);
  const share = rows / size ** 2;
  const cells = names.flatMap(() =>
    names.flatMap((_, y) => names.map((_, c) => Math.round(share * (c === y ? right : (1 - right) / (size - 1))))),
  );
  return { groups: names, classes: names, counts: Float64Array.from(cells), excluded: {} };
}

/** The fastest of several runs: whatever else the machine does can only add to it. */
function seconds(outcomes: OutcomeCounts): number {
  const times = Array.from({ length: repeats }, (_, i) => {
    const start = performance.now();
    permutationTest(outcomes, { draws, exact: false, minimumSupport: 1, random: Random.of(i, "bench") });
    return (performance.now() - start) / 1000;
  });
  return Math.min(...times);
}

const evenly = (size: number) => 1 / size;
const mostly = () => 0.7;
const columns = [evenly, mostly].flatMap((right) => shapes.map((size) => ({ size, right: right(size) })));
const print = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);

process.stdout.write(
  `Node ${process.versions.node}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? "an unknown processor"}, ` +
    `${draws} draws, best of ${repeats}, seconds\n\n`,
);
print("rows", ...columns.map(({ size, right }) => `${size} × ${size}, ${Math.round(100 * right)} % right`));
print("---:", ...columns.map(() => "---:"));
for (const rows of sizes) {
  print(rows.toExponential(0), ...columns.map((shape) => seconds(outcomesOf(rows, shape)).toFixed(3)));
}
