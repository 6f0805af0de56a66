// One run of a model on a random graph of a given size, arcs in no order, as JSON.
// scale-run.ts <model> <arcs> <nodes> <features> skewed|regular
import { InferenceSession, Tensor } from "onnxruntime-node";

const [model, ...sizes] = process.argv.slice(2, 6) as [string, string, string, string];
const [arcs, nodes, features] = sizes.map(Number) as [number, number, number];
const regular = process.argv[6] === "regular";

// 32 bits of a linear congruence are random enough here, and quick at a hundred million numbers.
let state = 12_345;
const uniform = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;

const x = new Float32Array(nodes * features).map(() => uniform() - 0.5);
const edgeIndex = new BigInt64Array(2 * arcs);
// Indices fit the lower halves of little-endian 64-bit numbers, which are quicker to write than BigInts.
const words = new Int32Array(edgeIndex.buffer);
const degree = new Int32Array(nodes);
for (let arc = 0; arc < arcs; arc++) {
  const target = regular ? arc % nodes : Math.floor(nodes * uniform() ** 3);
  words[2 * arc] = Math.floor(nodes * uniform());
  words[2 * (arcs + arc)] = target;
  degree[target]!++;
}
const feeds = { x: new Tensor("float32", x, [nodes, features]), edge_index: new Tensor("int64", edgeIndex, [2, arcs]) };
const session = await InferenceSession.create(model, { logSeverityLevel: 4 });
const inputBytes = process.resourceUsage().maxRSS * 1024;
const start = performance.now();
const { logits } = await session.run(feeds);
const seconds = (performance.now() - start) / 1000;
if (!(logits!.data as Float32Array).every(Number.isFinite)) throw new Error("logits that are not finite");
const largestDegree = degree.reduce((a, b) => Math.max(a, b), 0);
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(JSON.stringify({ seconds, inputBytes, peakBytes, largestDegree }));
