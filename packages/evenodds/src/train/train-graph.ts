import { loadGraph, memoryGraph } from "@evenodds/data";
import { openEngine, parseTrainingOptions, train } from "@evenodds/trainer";
import type { EpochRecord, TrainingOptions, TrainingResult } from "@evenodds/trainer/options";
import { UsageError } from "@evenodds/core";
import type { GivenGraph } from "../model/run-model.js";
import { trainingAttributes, trainingData } from "./training-data.js";
import { startRun } from "./start-run.js";

/** How a classifier is trained: the options of `evenodds train`, with its defaults, and where the run goes. */
export interface TrainGraphOptions extends Partial<TrainingOptions> {
  /** What computes: `tensorflow`, `tensorflow-gpu`, `wasm`, or `auto` for the first that runs. Default: `auto`. */
  readonly engine?: string | undefined;
  /** Draws a split although the graph gives one. Default: false, the split of the graph is used where it gives one. */
  readonly drawSplit?: boolean | undefined;
  /** A new folder that keeps the run, for `exportRun`. Default: nothing is written. */
  readonly out?: string | undefined;
  /** Ends the run after the epoch in progress with an {@link InterruptedError}. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each epoch. */
  readonly onEpoch?: ((record: EpochRecord) => void) | undefined;
}

/**
 * Trains a classifier, or a regression, on a graph and returns the model of its best epoch with its scores. Equal
 * graphs, options and engines give equal weights. The split is that of the graph where it gives one, else it is drawn.
 *
 * Throws {@link UsageError} for options that do not fit, {@link InputError} for a graph without labels or with a split
 * that lacks labelled nodes in a part,
 * {@link EngineError} where the engine does not run, and {@link InterruptedError} for the signal.
 */
export async function trainGraph(graph: GivenGraph, given: TrainGraphOptions = {}): Promise<TrainingResult> {
  const { engine: name = "auto", out, signal, onEpoch = () => undefined, drawSplit, ...rest } = given;
  const options = parseTrainingOptions(rest);
  const named = Object.entries(rest).flatMap(([option, value]) => (value === undefined ? [] : [option]));
  const choice = { drawSplit, given: named };
  if (out !== undefined) {
    if (typeof graph !== "string") {
      const expected = "the path of a graph, which the run can find again";
      throw new UsageError({ argument: "‘out’", expected, found: "a graph in memory", hint: "leave ‘out’ away" });
    }
    const watch = { signal: signal ?? new AbortController().signal, onEpoch, finish: () => undefined };
    return startRun({ graph, engine: name, options, out, ...choice }, () => watch);
  }
  const sensitive = trainingAttributes(options);
  const loaded = typeof graph === "string" ? await loadGraph(graph, { sensitive }) : memoryGraph(graph);
  const data = trainingData(loaded, choice);
  return train(data, options, { engine: await openEngine(name), signal, onEpoch });
}
