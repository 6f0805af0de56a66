import { openNodeSession, predictClasses, predictNumbers } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";
import { linearModel } from "../../support/onnx-models.js";
import { sixNodes } from "../../support/six-nodes.js";

describe("predictClasses", () => {
  it("takes the largest logit of each row, the first of equals", () => {
    const logits = Float32Array.of(1, 2, 3, /**/ 5, 5, 4, /**/ -3, -2, -2);
    expect(predictClasses({ logits, columns: 3 })).to.deep.equal({
      prediction: Int32Array.of(2, 0, 1),
      nonFinite: 0,
    });
  });

  it("predicts from the logits of a session", async () => {
    const session = await openNodeSession(linearModel({ features: 2, classes: 2 }), { provider: "cpu" });
    const { prediction } = predictClasses(await session.run(sixNodes()));
    await session.release();
    expect(prediction).to.deep.equal(Int32Array.of(0, 0, 1, 1, 0, 1));
  });

  const holes = Float32Array.of(0, 1, /**/ NaN, 1, /**/ 1, 0, /**/ 1, -Infinity, /**/ Infinity, 0);

  it("refuses logits that are not finite, with their number and the first node", () => {
    const nodeIds = ["a", "b", "c", "d", "e"];
    expect(() => predictClasses({ logits: holes, columns: 2 }, { nodeIds })).to.throw(
      ModelError,
      /on 3 of 5 nodes, first on node "b"/,
    );
    expect(() => predictClasses({ logits: holes, columns: 2 })).to.throw(ModelError, /first on node 1/);
  });

  it("leaves no node out by a policy that there is not", () => {
    const options = { nonFinite: "exlude" as "exclude" };
    expect(() => predictClasses({ logits: holes, columns: 2 }, options)).to.throw(ModelError);
    expect(() => predictNumbers(Float32Array.of(1, NaN), options)).to.throw(ModelError);
  });

  it("excludes and counts them on request, wherever in the row they are", () => {
    expect(predictClasses({ logits: holes, columns: 2 }, { nonFinite: "exclude" })).to.deep.equal({
      prediction: Int32Array.of(1, -1, 0, -1, -1),
      nonFinite: 3,
    });
  });

  it("meets NaN that a model computes", async () => {
    // Weights 1e38 overflow to infinity, and infinity minus infinity is NaN.
    const bytes = linearModel({ features: 2, classes: 2 }, { weights: [3e38, 0, -3e38, 1] });
    const session = await openNodeSession(bytes, { provider: "cpu" });
    const run = await session.run(sixNodes());
    await session.release();
    expect(() => predictClasses(run)).to.throw(ModelError, /first on node/);
  });
});
