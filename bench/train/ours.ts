// Epochs of one run on one engine, in a process of its own. Prints one line of JSON: what peer.py prints.
// ours.ts ENGINE METHOD GRAPH EPOCHS
import { openEngine, parseTrainingOptions } from "@evenodds/trainer";
import { evaluateValidation, initialState, prepareRun, trainStep } from "@evenodds/trainer/internal";
import { benchGraph, type GraphName } from "./bench-graph.js";

const [engineName, method, graph, epochs] = process.argv.slice(2) as [string, string, GraphName, string];
const { data, attribute } = await benchGraph(graph);
const engine = await openEngine(engineName);
const options = parseTrainingOptions({ method, sensitive: attribute });
const { context } = prepareRun(data, { engine, options });
let state = initialState(context.networks, options.seed);
const steps: number[] = [];
const evaluations: number[] = [];
const losses: number[] = [];
const began = performance.now();
for (let epoch = 1; epoch <= Number(epochs); epoch++) {
  const start = performance.now();
  state = { ...state, ...trainStep(state, context), epoch };
  const middle = performance.now();
  losses.push(evaluateValidation(state, context).losses.total);
  steps.push((middle - start) / 1000);
  evaluations.push((performance.now() - middle) / 1000);
}
const seconds = (performance.now() - began) / 1000;
const peakBytes = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ engine: engine.description, steps, evaluations, losses, seconds, peakBytes }));
