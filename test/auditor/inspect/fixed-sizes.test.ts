import { inspectModel, openNodeSession } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import {
  buildModel,
  contract,
  floats,
  integers,
  linearModel,
  node,
  type ModelParts,
} from "../../support/onnx-models.js";

const two = { features: 2, classes: 2 };

/** `logits = x + 0 · (one element of something huge)`. */
function huge(parts: Partial<ModelParts>, nodes: ModelParts["nodes"]): Uint8Array {
  const { initializers = [], ...rest } = parts;
  return buildModel({
    ...contract(two),
    ...rest,
    initializers: [integers("zero", [1], [0]), ...initializers],
    nodes: [
      ...nodes,
      node("ReduceMax", { from: ["huge"], to: ["one"] }, { keepdims: 0 }),
      node("Add", { from: ["x", "one"], to: ["logits"] }),
    ],
  });
}

const fill = { tensor: { dims: [1], dataType: 1, floatData: [1] } };
const models: Readonly<Record<string, { readonly bytes: Uint8Array; readonly source: string; readonly size: number }>> =
  {
    "a sparse initializer": {
      bytes: huge(
        {
          sparseInitializers: [
            {
              dims: [4, 2 ** 30],
              values: { name: "huge", dims: [1], dataType: 1, floatData: [1] },
              indices: { name: "huge_indices", dims: [1], dataType: 7, int64Data: [0] },
            },
          ],
        },
        [],
      ),
      source: "sparse initializer huge",
      size: 4 * 2 ** 30 * 4,
    },
    "an Expand": {
      bytes: huge({ initializers: [integers("shape", [1], [2 ** 31]), floats("seed", [1], [1])] }, [
        node("Expand", { from: ["seed", "shape"], to: ["huge"] }),
      ]),
      source: "Expand",
      size: 2 ** 33,
    },
    "a ConstantOfShape": {
      bytes: huge({ initializers: [integers("shape", [1], [2 ** 33])] }, [
        node("ConstantOfShape", { from: ["shape"], to: ["huge"] }, { value: fill }),
      ]),
      source: "ConstantOfShape",
      size: 2 ** 35,
    },
    "a Range": {
      bytes: huge({ initializers: ["from", "to", "by"].map((name, i) => integers(name, [], [[0, 2 ** 32, 2][i]!])) }, [
        node("Range", { from: ["from", "to", "by"], to: ["many"] }),
        node("Cast", { from: ["many"], to: ["huge"] }, { to: 1 }),
      ]),
      source: "Range",
      size: 2 ** 31 * 8,
    },
    "a Tile": {
      bytes: huge({ initializers: [integers("times", [1], [2 ** 31]), floats("seed", [3], [1, 2, 3])] }, [
        node("Tile", { from: ["seed", "times"], to: ["huge"] }),
      ]),
      source: "Tile",
      size: 3 * 2 ** 31 * 4,
    },
    "a dense input": {
      bytes: huge(
        {
          inputs: [...contract(two).inputs, { name: "adjacency", type: "FLOAT", shape: [600_000, 600_000] }],
        },
        [node("Identity", { from: ["adjacency"], to: ["huge"] })],
      ),
      source: "input adjacency",
      size: 600_000 ** 2 * 4,
    },
  };

describe("largestFixed of inspectModel", () => {
  for (const [name, { bytes, source, size }] of Object.entries(models)) {
    it(`is what ${name} takes, in a file of ${bytes.length} bytes`, () => {
      expect(bytes.length).to.be.below(20_000);
      const { largestFixed } = inspectModel(bytes);
      expect({ source: largestFixed?.source, bytes: largestFixed?.bytes }).to.deep.equal({ source, bytes: size });
    });
  }

  it("is the largest constant of an ordinary model", () => {
    expect(inspectModel(linearModel({ features: 3, classes: 2 })).largestFixed).to.deep.equal({
      source: "initializer W",
      type: "float32",
      shape: [3, 2],
      bytes: 24,
    });
  });
});

describe("openNodeSession", () => {
  for (const [name, { bytes, size }] of Object.entries(models)) {
    it(`refuses ${name} that does not fit, with the figure, before it is loaded`, async () => {
      const stages: string[] = [];
      const error = await caught(() =>
        openNodeSession(bytes, { provider: "cpu", memory: size - 1, onStage: (stage) => stages.push(stage) }),
      );
      expect(error).to.be.instanceOf(ModelError);
      expect(error.message).to.match(/‘memory’: expected a model that runs in [\d.]+ GB, found .* takes [\d.]+ GB/);
      expect(stages).to.deep.equal([]);
    });
  }

  it("refuses inputs that take more than it may, before they are made", async () => {
    const session = await openNodeSession(linearModel({ features: 1000, classes: 2 }), {
      provider: "cpu",
      memory: 10_000_000,
    });
    const nodes = 5000;
    const graph = {
      nodeIds: Array.from({ length: nodes }, (_, i) => String(i)),
      nodeCount: nodes,
      featureNames: ["a"],
      features: new Float32Array(nodes),
      source: new Int32Array(0),
      target: new Int32Array(0),
      directed: true,
    };
    const error = await caught(() => session.run(graph));
    await session.release();
    expect(error.message).to.match(/‘memory’: expected a model that runs in 10 MB, found its inputs .* take 20 MB/);
  });
});
