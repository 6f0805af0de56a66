import { hashGraph, ModelError } from "@evenodds/core";
import { openEngine, parseTrainingOptions, train } from "@evenodds/trainer";
import { decodeState, encodeState, type TrainingState } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { learnableGraph } from "../../support/tiny-graphs.js";

describe("a state that a run goes on from", () => {
  const { graph, nodes } = learnableGraph({ nodes: 24 });
  const data = { graph, nodes, name: "tiny", sha256: hashGraph(graph, nodes) };
  const base = { sensitive: "group", hidden: 4, epochs: 2, batchNorm: true };

  async function stateOf(options: object): Promise<TrainingState> {
    let saved: TrainingState | undefined;
    const onCheckpoint = (state: TrainingState) => Promise.resolve(void (saved = state));
    await train(data, parseTrainingOptions(options), { engine: await openEngine("wasm"), onCheckpoint });
    return decodeState(encodeState(saved!), "checkpoint");
  }

  async function refusalOf(state: TrainingState, options: object = base): Promise<string> {
    const engine = await openEngine("wasm");
    const resume = { state, history: [] };
    const error = await caught(() => train(data, parseTrainingOptions({ ...options, epochs: 3 }), { engine, resume }));
    expect(error).to.be.instanceOf(ModelError);
    return error.message;
  }

  it("has to be of the same networks", async () => {
    const state = await stateOf(base);
    const wider = { ...base, hidden: 8 };
    expect(await refusalOf(state, wider)).to.match(
      /^classifier of the checkpoint: expected .* of shape \[3, 8\].*\[3, 4\]/,
    );
    expect(await refusalOf(state, { ...base, method: "gcn" })).to.match(/^discriminator .* expected none, found one/);
    expect(await refusalOf({ ...state, discriminator: null })).to.match(/^discriminator .* expected one, found none/);
  });

  it("has to have every weight and no other", async () => {
    const state = await stateOf(base);
    const { slots } = state.classifier;
    const [first] = [...slots];
    const less = new Map([...slots].slice(1));
    const more = new Map([...slots, ["other", first![1]] as const]);
    const withSlots = (changed: typeof slots) => ({ ...state, classifier: { ...state.classifier, slots: changed } });
    expect(await refusalOf(withSlots(less)))
      .to.contain(`expected ${first![0]} of shape`)
      .and.contain("no such weight");
    expect(await refusalOf(withSlots(more))).to.contain("found other");
    expect(await refusalOf({ ...state, running: new Map() })).to.match(/^running statistics of the checkpoint/);
    const best = state.best!;
    expect(await refusalOf({ ...state, best: { ...best, weights: new Map() } })).to.match(/^best epoch/);
    expect(await refusalOf({ ...state, best: { ...best, epoch: 9 } })).to.match(/^best epoch .*1 to 2, found 9/);
  });

  it("is refused in its file where something of it is missing", async () => {
    const { decodeSafetensors, encodeSafetensors } = await import("@evenodds/core");
    const { tensors, metadata } = decodeSafetensors(encodeState(await stateOf(base)), "c");
    const texts = Object.fromEntries(metadata);
    const progress = JSON.parse(texts.progress!) as Record<string, unknown>;
    const decode = (changed: object) =>
      decodeState(encodeSafetensors(tensors, { ...texts, progress: JSON.stringify({ ...progress, ...changed }) }), "c");
    expect(decode({}).epoch).to.equal(2);
    for (const [changed, place] of [
      [{ epoch: -1 }, "epoch"],
      [{ steps: { classifier: "2", discriminator: null } }, "steps.classifier"],
      [{ best: { epoch: 1 } }, "best.loss"],
      [{ streams: { dropout: [1, 2, 3, 4] } }, "streams.attributes"],
    ] as const) {
      expect(() => decode(changed)).to.throw(ModelError, `at "${place}" of its progress`);
    }
    const streams = progress.streams as object;
    for (const dropout of [[], [1, 2, 3], [1, 2, 3, 0.5], [1, 2, 3, 2 ** 32]]) {
      expect(() => decode({ streams: { ...streams, dropout } })).to.throw(ModelError, "random streams");
    }
    // A moment that is missing, or of another length, is a weight that is missing.
    const [key] = [...tensors.keys()].filter((name) => /^classifier.*firstMoment$/.test(name));
    const others = new Map([...tensors].filter(([name]) => name !== key));
    expect(await refusalOf(decodeState(encodeSafetensors(others, texts), "c"))).to.contain("no such weight");
  });
});
