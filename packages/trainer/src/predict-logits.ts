import { ModelError, type Graph, type TrainedModel } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { Engine } from "./engines/engine.js";
import { placeGraph } from "./layers/placed-graph.js";
import { runLayers } from "./layers/run-layers.js";
import { weightTensors } from "./operations/weight-tensors.js";
import { applyPreprocessing } from "./training/fit-preprocessing.js";

/**
 * Runs a trained model on any graph with its features in their order and returns its output `[N, C]`, row-major:
 * logits, or for a regression the predicted numbers. Throws {@link ModelError} where the graph has another number of
 * features, or weights of arcs where the model was trained without or the other way round.
 */
export function predictLogits(model: TrainedModel, graph: Graph, engine: Engine): Float32Array {
  const width = model.featureNames.length;
  if (graph.featureNames.length !== width) {
    throw new ModelError({
      argument: "features",
      expected: `${width}, as the model was trained on`,
      found: `${graph.featureNames.length}`,
    });
  }
  requireSameWeights(model, graph);
  let logits = new Float32Array(0);
  tf.tidy(() => {
    const parameters = weightTensors(model.weights);
    const x = tf.tensor2d(applyPreprocessing(graph, model.preprocessing), [graph.nodeCount, width]);
    const placed = placeGraph(graph, engine);
    const { output } = runLayers(
      model.layers,
      { parts: [{ x, constant: true }] },
      { engine, graph: placed, parameters },
    );
    logits = Float32Array.from(output.dataSync<"float32">());
    placed.dispose();
  });
  return logits;
}

function requireSameWeights({ edgeWeights = false }: TrainedModel, { edgeWeight }: Graph): void {
  if (edgeWeights === (edgeWeight !== undefined)) return;
  const words = (weighted: boolean) => (weighted ? "weights of arcs" : "no weights of arcs");
  throw new ModelError({
    argument: "graph",
    expected: `${words(edgeWeights)}, as the model was trained on`,
    found: words(!edgeWeights),
  });
}
