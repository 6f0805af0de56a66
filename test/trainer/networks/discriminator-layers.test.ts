import { parseTrainingOptions, trainingOptionsSchema } from "@evenodds/trainer";
import { makeNetworks, methods } from "@evenodds/trainer/internal";
import { expect } from "chai";

describe("discriminators", () => {
  /** Widths of the discriminator's layers for NBA: C = 3 with None, H = 128, one column of A. */
  const widths = (options: object) => {
    const parsed = parseTrainingOptions({ ...trainingOptionsSchema.parse({}), sensitive: "country", ...options });
    const adversary = methods[parsed.method].adversary(parsed, 2);
    const task = { outputs: 3, predictionWidth: 3, labelWidth: 3 } as Parameters<typeof makeNetworks>[1]["task"];
    const { discriminator } = makeNetworks(parsed, { features: 95, task, attributeWidth: 1, adversary });
    return discriminator!.flatMap((layer) => ("inputs" in layer ? [[layer.kind, layer.inputs, layer.outputs]] : []));
  };

  it("have the sizes of the official code", () => {
    expect(widths({})).to.deep.equal([
      ["gcn", 136, 68],
      ["gcn", 68, 1],
    ]);
    expect(widths({ discriminatorLoss: "permutation/h" })).to.deep.equal([
      ["gcn", 8, 4],
      ["gcn", 4, 1],
    ]);
    for (const discriminatorLoss of ["paired", "unpaired"]) {
      expect(widths({ discriminatorLoss })).to.deep.equal([
        ["gcn", 135, 67],
        ["gcn", 67, 1],
      ]);
    }
    expect(widths({ method: "debias" })).to.deep.equal([
      ["gcn", 6, 3],
      ["gcn", 3, 1],
    ]);
    expect(widths({ method: "fairgnn" })).to.deep.equal([["linear", 128, 1]]);
  });

  it("see nodes one by one as an MLP", () => {
    expect(widths({ discriminator: "mlp" })).to.deep.equal([
      ["linear", 136, 68],
      ["linear", 68, 1],
    ]);
  });
});
