import { Random } from "@evenodds/core";
import { openEngine, parseTrainingOptions, train, type Engine } from "@evenodds/trainer";
import * as tf from "@tensorflow/tfjs-core";
import { gcnClassifier } from "../../../packages/trainer/src/classifier/gcn-classifier.js";
import { initialWeights } from "../../../packages/trainer/src/layers/initial-weights.js";
import { maskWeights } from "../../../packages/trainer/src/losses/class-weights.js";
import { drawPermutation } from "../../../packages/trainer/src/methods/permutation.js";
import { classifierLoss } from "../../../packages/trainer/src/training/classifier-loss.js";
import { drawCovariance, drawTensors } from "../../../packages/trainer/src/training/draw.js";
import { runClassifier, runDiscriminator } from "../../../packages/trainer/src/training/networks.js";
import { prepareRun } from "../../../packages/trainer/src/training/prepare.js";
import { splitForTraining } from "../../../packages/trainer/src/training/split-for-training.js";
import { valueAndGradients } from "../../../packages/trainer/src/training/value-and-gradients.js";
import { denseTraining } from "../../support/dense-training.js";
import { expectClose } from "../../support/expect-close.js";
import { learnableGraph, rowsOf } from "../../support/tiny-graphs.js";

describe("train, against formulas written out by hand", () => {
  let engine: Engine;
  before(async () => (engine = await openEngine("wasm")));

  for (const mode of ["official", "paper"] as const) {
    it(`follows the losses of a dense float64 GCN for 20 epochs, ${mode} mode`, async () => {
      const whole = learnableGraph({ unlabelled: true });
      const { graph, nodes } = whole;
      const seed = 5;
      const options = parseTrainingOptions({
        ...{ method: "gcn", mode, scale: "none", dropout: 0, hidden: 6, epochs: 20, seed, learningRate: 0.01 },
      });
      const { history } = await train({ ...whole, name: "tiny", sha256: "0" }, options, { engine });

      const outputs = mode === "official" ? 3 : 2;
      const layers = gcnClassifier({ features: 3, hidden: 6, outputs, dropout: 0 });
      const start = initialWeights(layers, Random.of(seed, "classifier"));
      const rows = (name: string) => {
        const tensor = start.get(name)!;
        return rowsOf(tensor.dataSync(), tensor.shape.at(-1)!);
      };
      const { train: part } = splitForTraining(nodes, options);
      const weighting = mode === "official" ? "balanced" : "uniform";
      const expected = denseTraining(
        graph,
        {
          ...{ w1: rows("conv1.weight"), b1: rows("conv1.bias"), w2: rows("conv2.weight"), b2: rows("conv2.bias") },
          ...{ wh: rows("head.weight"), bh: rows("head.bias") },
        },
        {
          weight: Array.from(maskWeights(nodes.label, { nodes: part, classCount: 2, weighting })),
          oneHot: Array.from(nodes.label, (y) => [0, 1].map((c) => (c === y ? 1 : 0))),
          steps: 20,
          learningRate: 0.01,
        },
      );
      tf.dispose([...start.values()]);
      // Paper mode also decays weights, by 1e-5 of each: too little to show here.
      expectClose(
        history.map((record) => record.trainLoss),
        expected,
        mode === "official" ? 2e-5 : 2e-4,
      );
    });
  }

  it("sends the gradient of the whole EqGNN loss to every weight of the classifier, as differences confirm", () => {
    const options = parseTrainingOptions({ sensitive: "group", hidden: 4, dropout: 0, lambda: 0.7, gamma: 9, seed: 2 });
    const whole = learnableGraph({ nodes: 24, groups: 3, unlabelled: true });
    tf.engine().startScope();
    const { context } = prepareRun({ ...whole, name: "tiny", sha256: "0" }, { engine, options });
    const { constants, networks, sampler } = context;
    const random = Random.of(1, "draw");
    const draw = drawPermutation(sampler!, constants.label, { attributes: random, order: random });
    const { inputs, order } = drawTensors(draw, constants);
    const covariance = drawCovariance(draw.sampled, { constants, mask: constants.train, options });
    const discriminator = initialWeights(networks.discriminator!, Random.of(2, "discriminator"));
    const loss = (parameters: ReadonlyMap<string, tf.Tensor>) => {
      const pass = runClassifier({ engine, constants, layers: networks.classifier, parameters });
      const logits = runDiscriminator(pass, {
        ...{ engine, constants, inputs, seesHidden: true },
        layers: networks.discriminator!,
        parameters: discriminator,
      });
      const opposition = { logits, order, covariance };
      return classifierLoss(pass, { engine, constants, mask: constants.train, options, opposition }).total;
    };
    const weights = initialWeights(networks.classifier, Random.of(2, "classifier"));
    const { gradients } = valueAndGradients(weights, loss);
    for (const [name, tensor] of weights) {
      const values = tensor.dataSync<"float32">();
      const moved = (i: number, shift: number) =>
        tf.tidy(() => {
          const copy = Float32Array.from(values);
          copy[i]! += shift;
          return loss(new Map([...weights, [name, tf.tensor(copy, tensor.shape)]])).dataSync()[0]!;
        });
      const numeric = Array.from(values, (_, i) => (moved(i, 5e-3) - moved(i, -5e-3)) / 1e-2);
      expectClose(gradients.get(name)!.dataSync(), numeric, 2e-3);
    }
    tf.engine().endScope();
  });
});
