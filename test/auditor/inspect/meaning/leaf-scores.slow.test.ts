import { inspectModel, openNodeSession, type ModelDescription } from "@evenodds/auditor";
import { Random } from "@evenodds/core";
import { expect } from "chai";
import { buildModel, node, type AttributeValue } from "../../../support/onnx-models.js";

/** Weights by class of the two leaves of a tree that cuts at 0: undefined has no weight. */
type Stump = readonly [readonly (number | undefined)[], readonly (number | undefined)[]];

/** A classifier of stumps, one for each column of the input. */
function ensemble(
  stumps: readonly Stump[],
  { labels = 3, bases, transform = "NONE" }: { labels?: number; bases?: readonly number[]; transform?: string } = {},
): Uint8Array {
  const trees = stumps.flatMap((_, tree) => [tree, tree, tree]);
  const weighed = stumps.flatMap((leaves, tree) =>
    leaves.flatMap((weights, leaf) =>
      weights.flatMap((weight, of) => (weight === undefined ? [] : [{ tree, leaf: leaf + 1, of, weight }])),
    ),
  );
  const attributes: Record<string, AttributeValue> = {
    nodes_treeids: trees,
    nodes_nodeids: stumps.flatMap(() => [0, 1, 2]),
    nodes_featureids: stumps.flatMap((_, tree) => [tree, 0, 0]),
    nodes_modes: stumps.flatMap(() => ["BRANCH_LEQ", "LEAF", "LEAF"]),
    nodes_values: { floats: stumps.flatMap(() => [0, 0, 0]) },
    nodes_truenodeids: stumps.flatMap(() => [1, 0, 0]),
    nodes_falsenodeids: stumps.flatMap(() => [2, 0, 0]),
    class_treeids: weighed.map(({ tree }) => tree),
    class_nodeids: weighed.map(({ leaf }) => leaf),
    class_ids: weighed.map(({ of }) => of),
    class_weights: { floats: weighed.map(({ weight }) => weight) },
    classlabels_int64s: Array.from({ length: labels }, (_, label) => label),
    post_transform: transform,
    ...(bases === undefined ? {} : { base_values: { floats: bases } }),
  };
  return buildModel({
    inputs: [{ name: "x", type: "FLOAT", shape: ["N", stumps.length] }],
    outputs: [{ name: "scores", type: "FLOAT", shape: ["N", labels] }],
    nodes: [node("ai.onnx.ml:TreeEnsembleClassifier", { from: ["x"], to: ["label", "scores"] }, attributes)],
    domains: { "ai.onnx.ml": 1 },
  });
}

const told = (model: Uint8Array) => described(inspectModel(model, "trees"));
const described = ({ outputMeanings }: ModelDescription) => outputMeanings[0]!;

/** Returns the rows that ONNX Runtime gives for every way through the stumps. */
async function rowsOf(model: Uint8Array, stumps: number): Promise<number[][]> {
  const description = inspectModel(model, "trees");
  const ways = 2 ** stumps;
  const data = Float32Array.from({ length: ways * stumps }, (_, i) =>
    (Math.floor(i / stumps) >> (i % stumps)) & 1 ? 1 : -1,
  );
  const session = await openNodeSession(model, {
    name: "trees",
    provider: "cpu",
    description,
    binding: { output: description.outputs[0]! },
  });
  try {
    const fed = [{ name: "x", type: "float32", data, dims: [ways, stumps] }];
    const { values, columns } = await session.feed(fed, ways);
    return Array.from({ length: ways }, (_, way) => [...values.slice(way * columns, (way + 1) * columns)]);
  } finally {
    await session.release();
  }
}

describe("leafScores", () => {
  it("are shares where each leaf holds those of its tree", () => {
    const forest = ensemble([
      [
        [0.25, 0.25, undefined],
        [undefined, undefined, 0.5],
      ],
      [
        [0.1, 0.2, 0.2],
        [0.5, 0, 0],
      ],
    ]);
    expect(told(forest)).to.include({ kind: "probabilities", knownBy: "last-operators" });
    // Of one class of two, ONNX Runtime makes 1 − s and s.
    const pair = ensemble(
      [
        [[0.5], [0]],
        [[0.1], [0.4]],
      ],
      { labels: 2 },
    );
    expect(told(pair)).to.include({ kind: "probabilities" });
    const single = ensemble(
      [
        [
          [0.25, 0.75],
          [1, 0],
        ],
      ],
      { labels: 2 },
    );
    expect(told(single)).to.include({ kind: "probabilities" });
    const based = ensemble(
      [
        [
          [0.25, 0.25, 0],
          [0, 0, 0.5],
        ],
      ],
      { bases: [0.25, 0.25, 0] },
    );
    expect(told(based)).to.include({ kind: "probabilities" });
  });

  it("are not known where rows may not add up to 1, or a weight is negative", () => {
    const cases = {
      votes: ensemble([
        [
          [1, 0, 0],
          [0, 1, 0],
        ],
        [
          [0, 0, 1],
          [0, 1, 0],
        ],
      ]),
      "a leaf without weights": ensemble([
        [
          [0.5, 0.5, 0],
          [undefined, undefined, undefined],
        ],
      ]),
      "a negative one": ensemble([
        [
          [1.5, -0.5, 0],
          [0, 0, 1],
        ],
      ]),
      "a margin of one class": ensemble([[[2], [0.5]]], { labels: 2 }),
      "the negative margin of one class": ensemble([[[0.5], [-0.5]]], { labels: 2 }),
      "the second class alone": ensemble(
        [
          [
            [undefined, 0.5],
            [undefined, 1],
          ],
        ],
        { labels: 2 },
      ),
      "base values of two classes": ensemble(
        [
          [
            [0.25, 0.25],
            [0.5, 0],
          ],
        ],
        { labels: 2, bases: [0.25, 0.25] },
      ),
      "base values too many": ensemble(
        [
          [
            [1, 0, 0],
            [0, 0, 1],
          ],
        ],
        { bases: [0.1, 0, 0] },
      ),
      probit: ensemble(
        [
          [
            [0.5, 0.5, 0],
            [0, 0, 1],
          ],
        ],
        { transform: "PROBIT" },
      ),
    };
    for (const [what, model] of Object.entries(cases)) expect(told(model).kind, what).to.equal(null);
    expect(told(cases.votes).remark).to.equal("the leaves of its trees hold votes or scores");
  });

  it("are what ONNX Runtime gives, whatever the weights", async () => {
    const random = Random.of(11, "stumps");
    let shares = 0;
    for (let round = 0; round < 60; round++) {
      const labels = 2 + random.integer(2);
      const isPair = labels === 2 && random.integer(2) === 0;
      const trees = 1 + random.integer(3);
      const leaf = (): number[] => {
        const parts = Array.from({ length: labels }, () => random.integer(5));
        const sum = parts.reduce((all, part) => all + part, 0);
        const scale = random.integer(4) === 0 ? 1 : Math.max(sum, 1) * trees;
        const weights = parts.map((part) => part / scale - (random.integer(30) === 0 ? 0.5 : 0));
        return isPair ? [weights[0]!] : weights;
      };
      const stumps = Array.from({ length: trees }, (): Stump => [leaf(), leaf()]);
      const model = ensemble(stumps, { labels });
      if (told(model).kind === null) continue;
      shares++;
      for (const row of await rowsOf(model, trees)) {
        expect(row, JSON.stringify(stumps)).to.have.length(labels);
        expect(
          row.reduce((sum, value) => sum + value, 0),
          JSON.stringify(stumps),
        ).to.be.closeTo(1, 1e-5);
        for (const value of row) expect(value, JSON.stringify(stumps)).to.be.within(-1e-6, 1 + 1e-6);
      }
    }
    expect(shares).to.be.above(15);
  });
});
