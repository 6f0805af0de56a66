import { openEngine, parseTrainingOptions, train, type Engine, type TrainingOptions } from "@evenodds/trainer";
import { ignoredOptions, optionNames } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { quickly, tinyData } from "./tiny-sweep.js";

/** Another value of each option than the base has. */
const others: Partial<TrainingOptions> = {
  lambda: 0.3,
  gamma: 0,
  discriminatorLoss: "unpaired",
  discriminator: "mlp",
  discriminatorSeesHidden: false,
  heldOutLabels: "hidden",
  heads: 2,
  dropout: 0.1,
  batchNorm: true,
  layers: 3,
  hidden: 16,
  learningRate: 0.01,
  scale: "none",
  mode: "paper",
};

describe("ignoredOptions", () => {
  let engine: Engine;
  before(async () => (engine = await openEngine("wasm")));

  /** All that a sweep keeps of a run, with every digit. */
  async function outcome(options: Partial<TrainingOptions>): Promise<string> {
    const parsed = parseTrainingOptions({ ...quickly, epochs: 4, ...options });
    const { model, summary, history } = await train(tinyData({ unlabelled: true }), parsed, { engine });
    const weights = [...model.weights].map(([name, { values }]) => [name, Array.from(values)]);
    return JSON.stringify([
      summary,
      history.map(({ trainTaskLoss, validationLoss }) => [trainTaskLoss, validationLoss]),
      weights,
    ]);
  }

  for (const base of [
    { method: "gcn" },
    { method: "debias" },
    { method: "fairgnn" },
    { method: "eqgnn" },
    { method: "eqgnn", discriminatorLoss: "permutation/h" },
    { method: "gcn", backbone: "gat" },
    { method: "debias", layers: 1 },
  ] as const) {
    it(`of ${JSON.stringify(base)} are those that change no digit of a run`, async () => {
      const ignored = ignoredOptions(parseTrainingOptions({ ...quickly, ...base }));
      const plain = await outcome(base);
      for (const [name, value] of Object.entries(others)) {
        if (base.method === "eqgnn" && "discriminatorLoss" in base && name.startsWith("discriminatorLoss")) continue;
        // Debias shows its discriminator the hidden layer only if asked to.
        const other = name === "discriminatorSeesHidden" && base.method === "debias" ? true : value;
        const same = (await outcome({ ...base, [name]: other })) === plain;
        expect(same, name).to.equal(ignored.has(name as keyof TrainingOptions));
      }
    });
  }

  it("count the monitored loss of gcn, which is the task's", async () => {
    const options = parseTrainingOptions({ ...quickly, method: "gcn" });
    expect(ignoredOptions(options).has("monitor")).to.equal(true);
    expect(await outcome({ method: "gcn", monitor: "task" })).to.equal(await outcome({ method: "gcn" }));
  });

  it("are options that exist", () => {
    for (const name of ignoredOptions(parseTrainingOptions({ method: "gcn" }))) expect(optionNames).to.include(name);
  });
});
