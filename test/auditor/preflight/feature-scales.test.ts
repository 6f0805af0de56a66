import { featureScales } from "@evenodds/auditor";
import { expect } from "chai";

/** Twenty nodes: age 31, 32 … 50 (mean 40.5, deviation 5.77), and income a thousand times that. */
const nodeCount = 20;
const rows = Array.from({ length: nodeCount }, (_, n) => [31 + n, 1000 * (31 + n)]);
const graphOf = (features: readonly (readonly number[])[], featureNames = ["age", "income"]) => ({
  nodeCount: features.length,
  featureNames,
  features: Float32Array.from(features.flat()),
});
const graph = graphOf(rows);
const scaled = graphOf(rows.map(([age, income]) => [(age! - 40.5) / 5.766, (income! - 40500) / 5766]));

const good = { feature_mean: "[40, 41000]", feature_std: "[6, 5500]" };
const messageOf = (of: typeof graph, foreign: Record<string, string>) =>
  featureScales(of, foreign).warnings.map(({ message }) => message);

describe("featureScales", () => {
  it("says nothing where figures are alike, and gives the range where there are none", () => {
    expect(featureScales(graph, good)).to.deep.equal({ warnings: [], note: null });
    expect(featureScales(graph, {})).to.deep.equal({
      warnings: [],
      note:
        "The model records no figures of its features, so nobody can tell here whether they are scaled as in its training; " +
        "their values run from 31 to 50000.",
    });
    expect(featureScales(graph, { mean: "[0, 0]", description: "scaled" }).note).to.match(/records no figures/);
  });

  it("warns of features that were scaled before they go into a model of unscaled ones", () => {
    expect(featureScales(scaled, good).warnings).to.deep.equal([
      {
        code: "feature-scale",
        message:
          "2 of 2 features are far from what the model's metadata says of them: " +
          '"age" has mean 0 and standard deviation 1, where the model records 40 and 6; ' +
          '"income" has mean 0 and standard deviation 1, where the model records 41000 and 5500: ' +
          "the graph's look scaled already, and those of the model were not",
      },
    ]);
  });

  it("warns of raw features before a model of scaled ones", () => {
    const [message] = messageOf(graph, { feature_mean: "[0, 0]", feature_std: "1, 1" });
    expect(message).to.match(
      /^2 of 2 features .*: those of the model were scaled, and the graph's look as if they were not$/,
    );
    const [ranges] = messageOf(graph, { feature_range: "[[-1, 1], [-1, 1]]" });
    expect(ranges).to.match(/"age" runs from 31 to 50, where the model records -1 to 1; .*were scaled/);
  });

  it("reads figures by position, by name, as one for all, and as statistics by figure or by feature", () => {
    for (const foreign of [
      { feature_mean: "0", feature_std: "1" },
      { feature_means: '{"income": 0, "age": 0}', feature_stds: "{'age': 1, 'income': 1}" },
      { featureMean: "0, 0", feature_standard_deviation: "1\n1" },
      { x_mean: "[0,0]", x_std: "[1,1]" },
      { feature_statistics: '{"mean": [0, 0], "std": [1, 1]}' },
      { feature_stats: '{"age": {"mean": 0, "std": 1}, "income": {"mean": 0, "std": 1}}' },
      { "my.feature_mean": "[0,0]", "my.feature_std": "[1,1]" },
      { config: '{"feature_mean": [0, 0], "feature_std": [1, 1]}' },
      { feature_min: "[-1,-1]", feature_max: "[1,1]" },
      { feature_range: "[-1, 1]" },
      { feature_range: '{"age": [-1, 1], "income": [-1, 1]}' },
    ] as unknown as Record<string, string>[]) {
      expect(messageOf(graph, foreign), JSON.stringify(foreign)).to.have.length(1);
      expect(messageOf(graph, foreign)[0]).to.match(/^2 of 2 features/);
      expect(
        messageOf(scaled, foreign).filter((text) => text.includes("were not")),
        JSON.stringify(foreign),
      ).to.deep.equal([]);
    }
    expect(messageOf(graph, { feature_mean: '{"age": 0}', feature_std: '{"age": 1}' })[0]).to.match(
      /^1 of 2 features .*"age"/,
    );
  });

  it("warns of a deviation three times off, and not of a mean within one", () => {
    // Three standard errors of 20 rows are 0.67 of a deviation.
    expect(messageOf(graph, { feature_mean: "[33, 33000]", feature_std: "[6, 6000]" })).to.deep.equal([]);
    expect(messageOf(graph, { feature_mean: "[30, 40500]", feature_std: "[6, 6000]" })[0]).to.match(/^1 of 2/);
    expect(messageOf(graph, { feature_mean: "[40, 40500]", feature_std: "[18, 17000]" })[0]).to.match(
      /^1 of 2 .*"age"/,
    );
  });

  it("warns of values outside of a recorded range: of a tenth of the nodes, or far outside", () => {
    expect(messageOf(graph, { feature_range: "[[31, 50], [31000, 50000]]" })).to.deep.equal([]);
    // 49 and 50 are a tenth of the nodes; 48 is one more.
    expect(messageOf(graph, { feature_max: "[48, 1e6]" })).to.deep.equal([]);
    expect(messageOf(graph, { feature_max: "[47, 1e6]" })[0]).to.match(
      /"age" runs from 31 to 50, where the model records at most 47/,
    );
    const far = graphOf([...rows.slice(0, 19), [71, 40000]]);
    expect(messageOf(far, { feature_range: "[[31, 50], [0, 100000]]" })[0]).to.match(/"age" runs from 31 to 71/);
    const near = graphOf([...rows.slice(0, 19), [68, 40000]]);
    expect(messageOf(near, { feature_range: "[[31, 50], [0, 100000]]" })).to.deep.equal([]);
    // Scaled into [0, 1], all incomes lie within [0, 100000].
    const narrow = graphOf(rows.map(([age, income]) => [age!, (income! - 31000) / 19000]));
    expect(messageOf(narrow, { feature_range: "[[31, 50], [0, 100000]]" })[0]).to.match(
      /"income" runs from 0 to 1, .*scaled already/,
    );
  });

  it("does not take a constant column, or a bound that float32 cannot hold, for another scale", () => {
    const constant = graphOf(rows.map(([age]) => [age!, 7]));
    expect(messageOf(constant, { feature_range: "[[31, 50], [0, 100000]]" })).to.deep.equal([]);
    const tenth = graphOf(Array.from({ length: 20 }, () => [0.1, 0.1]));
    expect(messageOf(tenth, { feature_min: "0.1", feature_max: "0.1" })).to.deep.equal([]);
  });

  it("names entries that it cannot use, and compares nothing with them", () => {
    for (const foreign of [
      { feature_mean: "[1, 2, 3]" },
      { feature_mean: "[1, null]" },
      { feature_std: "yes" },
      { feature_range: "[[0, 1]]" },
      { feature_min: '{"sex": 0}' },
      { feature_statistics: "[1]" },
    ] as unknown as Record<string, string>[]) {
      const found = featureScales(graph, foreign);
      expect(found.warnings.map(({ code }) => code)).to.deep.equal(["feature-scale"]);
      expect(found.warnings[0]!.message).to.match(
        /^the model's metadata feature_\w+ has no number for each of 2 features, and is not used$/,
      );
    }
  });

  it("names three features and counts the rest", () => {
    const wide = graphOf(
      rows.map(([age]) => Array.from({ length: 5 }, () => age!)),
      ["a", "b", "c", "d", "e"],
    );
    expect(messageOf(wide, { feature_mean: "0", feature_std: "1" })[0]).to.match(/^5 of 5 .*"a" .*"c" .* and 2 more:/);
  });
});
