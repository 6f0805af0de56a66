/**
 * Writes a graph and a model to a folder, runs models on it with and without room for the graph in memory, and prints
 * what came of it as JSON.
 */
import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freeMemory } from "@evenodds/core";
import { allRows, withDatabase } from "@evenodds/data/internal";
import { exportModel } from "@evenodds/exporter";
import { auditModel, auditRegressionModel, predict } from "evenodds";
import { gcn, linear, randomModel } from "../../exporter/support/models.js";

/** What is printed. */
export interface RunsOnDisk {
  /** How each run was done, in the words of its note up to the first comma after it. */
  readonly how: Readonly<Record<"predictDisk" | "predictMemory" | "auditDisk" | "auditMemory", string>>;
  /** Hashes of what came of runs, without the notes on how they were done. */
  readonly same: Readonly<Record<"predictions" | "audits" | "regressions" | "notes", boolean>>;
  readonly arcs: number;
  /** What is left in the place for temporary files. */
  readonly left: readonly string[];
}

const [nodes, edges] = [20_000, 5_500_000];
const folder = process.argv[2]!;
const at = (name: string) => join(folder, name);

await withDatabase(async (connection) => {
  await allRows(connection, "SELECT setseed(0.5)");
  await allRows(
    connection,
    `COPY (SELECT 'n' || range AS id, 'class ' || range % 2 AS y, range % 5 AS number, ['a', 'b'][1 + range % 3 % 2] AS s,
       (random() - 0.5)::FLOAT AS feature_0, (random() - 0.5)::FLOAT AS feature_1, (random() - 0.5)::FLOAT AS feature_2
     FROM range(${nodes})) TO '${at("nodes.parquet")}'`,
  );
  const end = `'n' || floor(${nodes} * pow(random(), 2))::INTEGER`;
  await allRows(connection, `COPY (SELECT ${end} AS a, ${end} AS b FROM range(${edges})) TO '${at("edges.parquet")}'`);
});
const card = (label: string) => `
name: large
nodes:
  files: nodes.parquet
  id: id
  label: ${label}
  sensitive: s
  features: { include: [feature_0, feature_1, feature_2] }
edges: { files: edges.parquet, source: a, target: b }
`;
writeFileSync(at("graph.yaml"), card("y"));
writeFileSync(at("numeric.yaml"), card("{ column: number, numeric: true }"));
writeFileSync(at("wrong.yaml"), `${card("y")}expect: { nodes: 7 }\n`);

const layers = (outputs: number) => [gcn("a", 3, 8), { kind: "relu" } as const, linear("b", 8, outputs)];
const model = exportModel(randomModel(layers(2)));
const regression = exportModel(randomModel(layers(1), { task: "regression" }));
writeFileSync(at("model.onnx"), model);
const before = new Set(readdirSync(tmpdir()));
/** Too little for the graph, and too little for the whole model. */
const ceilings = { disk: 360e6, memory: 750e6 };
/** Allows so many bytes more than the process holds, once what a run before has left is gone. */
const within = async (bytes: number) => {
  let held = Infinity;
  for (let tries = 0; tries < 50; tries++) {
    await freeMemory();
    await setTimeout(50);
    const now = process.memoryUsage.rss();
    if (now > held - 1e6) break;
    held = now;
  }
  return { memory: process.memoryUsage.rss() + bytes };
};
const isHow = (note: string) => note.startsWith("The model was run");
const howOf = ({ notes }: { readonly notes: readonly string[] }) =>
  (notes.find(isHow) ?? "").replace(/, because.*/, "");
const hashOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");
const notesOf = ({ notes }: { readonly notes: readonly string[] }) => notes.filter((note) => !isHow(note));

async function runsWithin(bytes: number) {
  const predicted = await predict(model, folder, await within(bytes));
  const report = await auditModel(model, folder, { ...(await within(bytes)), draws: 100 });
  const numbers = await auditRegressionModel(regression, at("numeric.yaml"), { ...(await within(bytes)), draws: 100 });
  const hash = (found: { readonly notes: readonly string[] }) => hashOf({ ...found, notes: notesOf(found) });
  return {
    ...{ predicted: howOf(predicted), audited: howOf(report), arcs: report.graph!.arcs },
    predictions: hash({
      ...predicted,
      ...("probabilities" in predicted && { probabilities: [...predicted.probabilities!] }),
    }),
    audits: hash(report),
    regressions: hash(numbers),
    notes: hashOf([predicted, report, numbers].map(notesOf)),
  };
}

const disk = await runsWithin(ceilings.disk);
const memory = await runsWithin(ceilings.memory);
const found: RunsOnDisk = {
  how: {
    ...{ predictDisk: disk.predicted, predictMemory: memory.predicted },
    ...{ auditDisk: disk.audited, auditMemory: memory.audited },
  },
  same: {
    predictions: disk.predictions === memory.predictions,
    audits: disk.audits === memory.audits,
    regressions: disk.regressions === memory.regressions,
    notes: disk.notes === memory.notes,
  },
  arcs: disk.arcs,
  left: readdirSync(tmpdir()).filter((name) => !before.has(name)),
};
process.stdout.write(JSON.stringify(found));
