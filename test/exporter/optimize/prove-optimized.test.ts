import { ProofError, UsageError } from "@evenodds/core";
import { proveOptimized } from "@evenodds/exporter";
import { expect } from "chai";
import { graphOf } from "../support/graphs.js";

describe("proveOptimized", () => {
  const graph = graphOf(2, { arcs: [[0, 1]], width: 1 });
  const graphs = [{ name: "pair", graph }];
  const gives =
    (...logits: number[]) =>
    () =>
      Promise.resolve(Float32Array.from(logits));

  it("returns how far the two are apart on each graph", async () => {
    const proofs = await proveOptimized({ original: gives(1, 8, 3, 4), optimized: gives(1, 8.0004, 3, 4), graphs });
    const [{ maxAbsoluteDifference, ...proof }] = proofs as [(typeof proofs)[0]];
    expect(maxAbsoluteDifference).to.be.closeTo(4e-4, 1e-6);
    expect(proof).to.deep.include({ graph: "pair", nodes: 2, arcs: 1, argmaxTies: 0 });
  });

  it("throws where they differ, and says to keep the model", async () => {
    const error = await proveOptimized({ original: gives(1, 2, 3, 4), optimized: gives(1, 2, 3, 4.1), graphs }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ProofError);
    expect((error as ProofError).message).to.match(/"pair", node 1, class 1: expected 4 .*keep the model as it is/);
  });

  it("needs graphs and a positive tolerance", async () => {
    for (const wrong of [{ graphs: [] }, { graphs, tolerance: 0 }, { graphs, tolerance: NaN }]) {
      const error = await proveOptimized({ original: gives(1, 2), optimized: gives(1, 2), ...wrong }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(UsageError);
    }
  });
});
