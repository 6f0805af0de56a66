import { ModelError } from "@evenodds/core";
import { readModelCard } from "@evenodds/exporter";
import { expect } from "chai";

const read = (text: string) => readModelCard(text, "model.yaml");

/** A card with these layers, one per line. */
const withLayers = (...layers: string[]) =>
  ["label: y", "classes: [no, yes]", "features: [a, b]", "layers:", ...layers.map((layer) => `  - ${layer}`)].join(
    "\n",
  );

function refuses(text: string, message: RegExp): void {
  expect(() => read(text)).to.throw(ModelError, message);
}

describe("readModelCard", () => {
  it("fills in what PyTorch takes where nothing is said", () => {
    const card = read(withLayers("{ kind: gat, key: c }", "leaky-relu", "{ kind: batch-norm, key: n }", "dropout"));
    expect(card.layers).to.deep.equal([
      { kind: "gat", key: "c", negative_slope: 0.2, concat: true, bias: true },
      { kind: "leaky-relu", negative_slope: 0.01 },
      { kind: "batch-norm", key: "n", epsilon: 1e-5, affine: true },
      { kind: "dropout", rate: 0.5 },
    ]);
    expect(card.task).to.equal("classification");
    expect(card.ignore).to.deep.equal([]);
  });

  it("takes classes and features as texts, whatever YAML makes of them, and names features by number", () => {
    const card = read("label: y\nclasses: [0, 1.0, true]\nfeatures: { prefix: w, count: 3 }\nlayers: [relu]");
    expect(card.classes).to.deep.equal(["0", "1", "true"]);
    expect(card.features).to.deep.equal(["w0", "w1", "w2"]);
  });

  it("refuses more features than anybody has memory for", () => {
    for (const count of ["0", "10000001", "1099511627776", "1e300", "0.5"]) {
      refuses(
        `label: y\nclasses: [a, b]\nfeatures: { prefix: f, count: ${count} }\nlayers: [relu]`,
        /features: expected .*prefix and count, at most 10000000/,
      );
    }
  });

  it("is JSON as well", () => {
    const card = read('{"label": "y", "features": ["a"], "task": "regression", "layers": ["relu"]}');
    expect(card).to.deep.include({ task: "regression", features: ["a"], layers: [{ kind: "relu" }] });
  });

  it("takes the license in both spellings, and refuses both at once", () => {
    expect(read(`${withLayers("relu")}\nlicense: 0.10`).license).to.equal("0.10");
    const card = read(`${withLayers("relu")}\nlicence: 0.10`);
    expect(card.license).to.equal("0.10");
    expect(card).not.to.have.property("licence");
    refuses(
      `${withLayers("relu")}\nlicense: MIT\nlicence: MIT`,
      /model\.yaml: license: expected one of .*, found both/,
    );
  });

  it("names an unknown key, with near matches of that kind of layer", () => {
    refuses(`${withLayers("relu")}\nlicens: MIT`, /model\.yaml: expected only task, .* found "licens"; .*"license"/);
    refuses(
      withLayers("{ kind: gat, key: c, slope: 1 }"),
      /layers\.0: expected only kind, key, heads, .*found "slope"/,
    );
    refuses(withLayers("{ kind: gcn, key: c, biass: false }"), /did you mean "bias"/);
    refuses(withLayers("{ kind: gcn, key: c, improved: true }"), /layers\.0: expected only kind, key, bias, as, found/);
    refuses(
      "label: y\nfeatures: { prefix: w, number: 3 }\nlayers: [relu]",
      /features: expected a list of names, or prefix and count, at most 10000000, found \{"prefix"/,
    );
    const scaled = `${withLayers("relu")}\npreprocessing: { method: z-score, mean: [0, 0] }`;
    refuses(scaled, /preprocessing\.scale: expected a value of type array, found nothing/);
    refuses(
      `${scaled}`.replace("mean", "scale: [1, 1], shift: [0, 0], mean"),
      /preprocessing: expected only method, scale, shift, found "mean"/,
    );
  });

  it("names an unknown kind of layer, however it is written", () => {
    refuses(withLayers("relu", "elo"), /layers\.1\.kind: expected one of gcn, .* found "elo"; did you mean "elu"/);
    refuses(withLayers("{ kind: gcnconv, key: c }"), /layers\.0\.kind: .*found "gcnconv"/);
    refuses(withLayers("{ key: c }"), /layers\.0\.kind: .*found nothing/);
    refuses(withLayers("7"), /layers\.0: expected a mapping, found 7/);
  });

  it("names a missing key, a wrong type and a value out of range", () => {
    refuses(withLayers("{ kind: gcn }"), /layers\.0\.key: expected a value of type string, found nothing/);
    refuses(
      withLayers("{ kind: gat, key: c, heads: two }"),
      /layers\.0\.heads: expected a value of type .*found "two"/,
    );
    refuses(withLayers("{ kind: gat, key: c, heads: 0 }"), /layers\.0\.heads: expected at least 1, found 0/);
    refuses(withLayers("{ kind: sage, key: c, aggregation: sum }"), /aggregation: expected mean or max, found "sum"/);
    refuses(withLayers("{ kind: dropout, rate: 1 }"), /layers\.0\.rate: expected less than 1, found 1/);
    refuses(
      withLayers("{ kind: residual, from: [1] }"),
      /layers\.0\.from: expected the name or the number of an earlier layer, found \[1\]/,
    );
    refuses('label: ""\nfeatures: [a]\nlayers: [relu]', /label: expected a text that is not empty, found ""/);
    refuses("label: y\nfeatures: []\nlayers: [relu]", /features: expected at least 1, found \[\]/);
    refuses(
      withLayers("{ kind: batch-norm, key: n, epsilon: -1 }"),
      /layers\.0\.epsilon: expected at least 0, found -1/,
    );
    refuses(`${withLayers("relu")}\nignore: step`, /ignore: expected a value of type array, found "step"/);
    refuses("features: [a]\nlayers: [relu]", /label: expected a value of type string, found nothing/);
    refuses(`label: ${"y".repeat(90)}\nfeatures: [a]\nlayers: [relu]\ntask: ${"x".repeat(90)}`, /found "x{59}…/);
  });

  it("wants to be told which of the two layer normalizations it is", () => {
    refuses(
      withLayers("{ kind: layer-norm, key: n }"),
      /layers\.0\.mode: expected node, found nothing; .*PyG's default, mode='graph'.*cannot be imported/,
    );
    refuses(withLayers("{ kind: jumping-knowledge, mode: lstm, from: [1] }"), /concatenate or max.*lstm cannot/);
  });

  it("says where a text is no YAML, and what is no card", () => {
    refuses("a: [1", /model\.yaml: expected YAML or JSON, found .*line 1/);
    for (const text of ["", "a text", "[1, 2]"]) refuses(text, /expected a model card, found a text without keys/);
  });
});
