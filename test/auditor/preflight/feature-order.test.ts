import { createHash } from "node:crypto";
import {
  bindModel,
  featureOrder as orderOf,
  featureOrderNote,
  inFeatureOrder,
  inspectModel,
  reportedFeatures,
  type ModelDescription,
} from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";
import { buildModel, contract, linearModel, node } from "../../support/onnx-models.js";
import { graphOf } from "../../support/tiny-graphs.js";

const describeWith = (metadata: Record<string, string>) =>
  inspectModel(linearModel({ features: 3, classes: 3 }, { metadata }));
const featureOrder = (description: ModelDescription, available?: readonly string[]) =>
  orderOf(description, bindModel(description), available);
const hashOf = (names: readonly string[]) => createHash("sha256").update(JSON.stringify(names)).digest("hex");

describe("featureOrder", () => {
  it("is that of evenodds, else that of another tool, else that of the graph", () => {
    const own = { "evenodds.feature_names": '["b","a","c"]' };
    const foreign = { columns: "c,a,b" };
    expect(featureOrder(describeWith({ ...own, ...foreign }))).to.deep.equal({
      names: ["b", "a", "c"],
      by: "evenodds",
      source: null,
    });
    expect(featureOrder(describeWith(foreign))).to.deep.equal({
      names: ["c", "a", "b"],
      by: "name",
      source: "metadata columns",
    });
    expect(featureOrder(describeWith({}))).to.deep.equal({ names: null, by: "position", source: null });
  });

  it("takes names that count columns only where the graph has them", () => {
    const counted = describeWith({ feature_names: "f0,f1,f2" });
    expect(featureOrder(counted, ["age", "income", "city"]).by).to.equal("position");
    expect(featureOrder(counted, ["f2", "f0", "f1"])).to.deep.include({ names: ["f0", "f1", "f2"], by: "name" });
    expect(() => featureOrder(counted, ["f0", "f1", "age"])).to.throw(
      ModelError,
      /features of the graph: expected all 3 that the model's metadata feature_names names, found 1 missing: "f2"/,
    );
  });

  it("refuses more or fewer names than the model has columns, where it fixes them", () => {
    for (const names of ["a,b", "a,b,c,d"]) {
      expect(() => featureOrder(describeWith({ features: names }))).to.throw(
        ModelError,
        /metadata features: expected 3 names of features, as many as x float32\[N, 3\] has columns, found [24]/,
      );
    }
    const { inputs, outputs } = contract({ features: 3, classes: 3 });
    const free = buildModel({
      inputs: [{ ...inputs[0], shape: ["N", "F"] }, inputs[1]],
      outputs,
      nodes: [node("Identity", { from: ["x"], to: ["logits"] })],
      metadata: { features: "a,b,c,d" },
    });
    expect(featureOrder(inspectModel(free)).names).to.have.length(4);
  });
});

describe("inFeatureOrder", () => {
  it("gives a graph the columns of the order, and no others", () => {
    const rows = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    const graph = { ...graphOf([], rows), featureNames: ["a", "b", "c"] };
    const ordered = inFeatureOrder(graph, { names: ["c", "a"], by: "name", source: null });
    expect(ordered.featureNames).to.deep.equal(["c", "a"]);
    expect([...ordered.features]).to.deep.equal([3, 1, 6, 4]);
    expect(inFeatureOrder(graph, { names: null, by: "position", source: null })).to.equal(graph);
  });
});

describe("reportedFeatures", () => {
  it("says how many, the first, a hash that anybody can compute, and how they were matched", () => {
    const names = Array.from({ length: 8 }, (_, f) => `f${f} "é", ,`);
    const features = reportedFeatures({ names: null, by: "position", source: null }, { featureNames: names });
    expect(features).to.deep.equal({
      count: 8,
      first: names.slice(0, 6),
      sha256: hashOf(names),
      matchedBy: "position",
      source: null,
    });
    expect(featureOrderNote(features!)).to.match(
      /^The model was given 8 features in this order: .* and 2 more \(sha256 of the names [0-9a-f]{64}\), matched by position, in the order of the graph's columns: not checked/,
    );
    const named = reportedFeatures(
      { names: ["b", "a"], by: "name", source: "metadata columns" },
      { featureNames: ["b", "a"] },
    )!;
    expect(named.sha256)
      .to.equal(hashOf(["b", "a"]))
      .and.not.equal(hashOf(["a", "b"]));
    expect(featureOrderNote(named)).to.match(
      /^The model takes 2 features .* matched by name, from the model's metadata columns\.$/,
    );
  });

  it("has another hash wherever names could be confused", () => {
    const of = (...names: string[]) =>
      reportedFeatures({ names: null, by: "position", source: null }, { featureNames: names })!.sha256;
    expect(new Set([of("a,b"), of("a", "b"), of('a","b'), of("a\nb"), of("ab")])).to.have.property("size", 5);
  });

  it("says nothing of a model of evenodds, whose names are in the file", () => {
    expect(reportedFeatures({ names: ["a"], by: "evenodds", source: null }, { featureNames: ["a"] })).to.equal(null);
  });
});
