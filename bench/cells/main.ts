// Seconds of an audit of counts by classes and groups, and how they grow with the number of counts.
// npm run bench:cells -- [--draws 0] [--rows 1000000] [--repeats 3] [--max-gap 0.3] [--cluster 2000] [--json]
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { auditOutcomes, clusterCounts, renderJsonPieces, renderText, type AuditedAttribute } from "@evenodds/auditor";
import { countOutcomes, Random, type OutcomeCounts } from "@evenodds/core";

const { values: flags } = parseArgs({
  options: {
    draws: { type: "string", default: "0" },
    rows: { type: "string", default: "1000000" },
    repeats: { type: "string", default: "3" },
    "max-gap": { type: "string" },
    cluster: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const [rows, draws, repeats] = [Number(flags.rows), Number(flags.draws), Number(flags.repeats)];
const clusters = flags.cluster === undefined ? null : Number(flags.cluster);
const maxGap = flags["max-gap"] === undefined ? null : Number(flags["max-gap"]);

interface Size {
  readonly classes: number;
  readonly groups: number;
}

/** Sizes of a series: only the classes grow, or only the groups. */
const series: readonly { readonly what: string; readonly sizes: readonly Size[] }[] = [
  { what: "classes", sizes: [50, 100, 200, 500, 1000].map((classes) => ({ classes, groups: 4 })) },
  { what: "groups", sizes: [40, 150, 600, 2500, 10_000].map((groups) => ({ classes: 11, groups })) },
];

/** Rows of random groups, labels and, with `--cluster`, clusters; 70 % are predicted right, the others anything. */
function attributeOf({ classes, groups }: Size): AuditedAttribute & { readonly outcomes: OutcomeCounts } {
  const names = (count: number, letter: string) => Array.from({ length: count }, (_, i) => `${letter}${i}`);
  const random = Random.of(0, "bench cells");
  const codes = { group: new Int32Array(rows), label: new Int32Array(rows), prediction: new Int32Array(rows) };
  for (let row = 0; row < rows; row++) {
    const [group, label] = [random.integer(groups), random.integer(classes)];
    codes.group[row] = group;
    codes.label[row] = label;
    codes.prediction[row] = random.uniform() < 0.7 ? label : random.integer(classes);
  }
  const table = { ...codes, groups: names(groups, "g"), classes: names(classes, "c") };
  if (clusters === null) return { name: "group", outcomes: countOutcomes(table) };
  const cluster = Int32Array.from({ length: rows }, () => random.integer(clusters));
  const counts = clusterCounts({ ...table, cluster });
  return { name: "group", outcomes: counts.outcomes, clusters: { name: "cluster", counts } };
}

/** Processor seconds, the fewest of all runs: other work of the machine stretches them less than those of the clock. */
function seconds(attribute: AuditedAttribute): number {
  const times = Array.from({ length: repeats }, () => {
    const before = process.cpuUsage();
    const settings = { draws, maxGap };
    const report = auditOutcomes({ attributes: [attribute], version: "bench", settings });
    renderText(report);
    if (flags.json) for (const piece of renderJsonPieces(report)) if (piece === "") throw new Error("an empty piece");
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.min(...times);
}

const print = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
process.stdout.write(
  `Node ${process.versions.node}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? "an unknown processor"}, ` +
    `load average ${loadavg()[0]!.toFixed(1)}; ${rows} rows, ${clusters === null ? "" : `${clusters} clusters, `}` +
    `${draws} draws, best of ${repeats}, processor seconds\n`,
);
// The first audit of a process is slower than all others.
seconds(attributeOf(series[0]!.sizes[0]!));
for (const { what, sizes } of series) {
  process.stdout.write(`\nMore ${what}:\n\n`);
  print("classes", "groups", "counts", "seconds", "exponent");
  print("---:", "---:", "---:", "---:", "---:");
  let before: { readonly counts: number; readonly time: number } | null = null;
  for (const size of sizes) {
    const attribute = attributeOf(size);
    const counts = attribute.outcomes.counts.length;
    const time = seconds(attribute);
    const exponent =
      before === null ? "" : (Math.log(time / before.time) / Math.log(counts / before.counts)).toFixed(2);
    print(`${size.classes}`, `${size.groups}`, `${counts}`, time.toFixed(3), exponent);
    before = { counts, time };
  }
}
