/** Runs a model with and without enough memory for the whole of it, and prints what came of it as JSON. */
import { Random } from "@evenodds/core";
import { exportModel } from "@evenodds/exporter";
import { auditModel, predict, type MemoryGraph, type PredictedClasses } from "evenodds";
import { gcn, linear, randomModel } from "../../exporter/support/models.js";

/** What is printed. */
export interface RunsBelowCeilings {
  /** Whether a run says that it went layer by layer. */
  readonly noted: Readonly<Record<"whole" | "small" | "larger", boolean>>;
  /** Whether the runs below both ceilings gave the same bits and classes. */
  readonly sameBits: boolean;
  /** The largest difference between their probabilities and those of the whole model. */
  readonly furthest: number;
  readonly audit: { readonly noted: boolean; readonly used: number };
}

const [nodes, arcs] = [20_000, 1_600_000];
const random = Random.of(3, "arcs");
const ends = () => Int32Array.from({ length: arcs }, () => Math.floor(nodes * random.uniform() ** 2));
const graph: MemoryGraph = {
  features: Float32Array.from({ length: 3 * nodes }, () => random.normal()),
  featureNames: ["feature_0", "feature_1", "feature_2"],
  edges: { source: ends(), target: ends() },
  label: Array.from({ length: nodes }, (_, node) => `class ${node % 2}`),
  classes: ["class 0", "class 1"],
  sensitive: { group: Array.from({ length: nodes }, (_, node) => ["a", "b"][node % 3 === 0 ? 0 : 1]!) },
};
const model = exportModel(randomModel([gcn("a", 3, 8), { kind: "relu" }, gcn("b", 8, 8), linear("c", 8, 2)]));
const inMemory = (bytes: number) => process.memoryUsage().rss + bytes;
const run = async (memory?: number) => (await predict(model, graph, { memory })) as PredictedClasses;
const isNoted = ({ notes }: { readonly notes: readonly string[] }) =>
  notes.some((note) => /^The model was run layer/.test(note));

const whole = await run();
const small = await run(inMemory(185e6));
const larger = await run(inMemory(215e6));
const report = await auditModel(model, graph, { memory: inMemory(200e6) });
const bits = ({ probabilities, predicted }: PredictedClasses) => JSON.stringify([[...probabilities!], [...predicted]]);
const found: RunsBelowCeilings = {
  noted: { whole: isNoted(whole), small: isNoted(small), larger: isNoted(larger) },
  sameBits: bits(small) === bits(larger),
  furthest: small.probabilities!.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - whole.probabilities![i]!)),
    0,
  ),
  audit: { noted: isNoted(report), used: report.attributes[0]!.rows.used },
};
process.stdout.write(JSON.stringify(found));
