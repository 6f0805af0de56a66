import { adamInit, adamUpdate, parametersOf } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";

describe("adamUpdate", () => {
  const initial = (start: readonly number[]) =>
    adamInit(new Map([["w", { shape: [start.length], values: Float32Array.from(start) }]]));

  function run(start: number[], gradients: number[][], settings: { learningRate: number; weightDecay: number }) {
    let state = initial(start);
    for (const gradient of gradients) {
      state = adamUpdate(state, new Map([["w", Float32Array.from(gradient)]]), settings);
    }
    return Array.from(parametersOf(state).get("w")!.values);
  }

  it("moves by the learning rate against the sign of the first gradient", () => {
    expectClose(run([1, 1], [[0.5, -3]], { learningRate: 0.1, weightDecay: 0 }), [0.9, 1.1], 1e-6);
  });

  it("adds weight decay to the gradient before the moments", () => {
    // With gradient 0 the decay alone decides the sign, so the step is again one learning rate.
    expectClose(run([2, -2], [[0, 0]], { learningRate: 0.1, weightDecay: 0.01 }), [1.9, -1.9], 1e-6);
  });

  it("follows the published recursion over several steps", () => {
    const settings = { learningRate: 0.05, weightDecay: 0.02 };
    const gradients = [0.3, -0.7, 0.1, 0.9];
    let [theta, m, v] = [0.4, 0, 0];
    gradients.forEach((raw, i) => {
      const g = raw + settings.weightDecay * theta;
      m = 0.9 * m + 0.1 * g;
      v = 0.999 * v + 0.001 * g * g;
      const t = i + 1;
      theta -= (settings.learningRate * (m / (1 - 0.9 ** t))) / (Math.sqrt(v / (1 - 0.999 ** t)) + 1e-8);
    });
    expectClose(
      run(
        [0.4],
        gradients.map((g) => [g]),
        settings,
      ),
      [theta],
      1e-6,
    );
  });

  it("leaves the given state alone", () => {
    const state = initial([1]);
    const next = adamUpdate(state, new Map([["w", Float32Array.of(1)]]), { learningRate: 0.1, weightDecay: 0 });
    expect(parametersOf(state).get("w")!.values[0]).to.equal(1);
    expect([state.steps, next.steps]).to.deep.equal([0, 1]);
  });
});
