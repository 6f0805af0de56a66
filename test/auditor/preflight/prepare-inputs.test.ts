import { inspectModel, prepareInputs, type ModelDescription } from "@evenodds/auditor";
import { InputError, ModelError } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { buildModel, contract, linearModel, node, type TensorType } from "../../support/onnx-models.js";
import { sixNodes } from "../../support/six-nodes.js";

const plain = inspectModel(linearModel({ features: 2, classes: 2 }));
const naming = (names: readonly string[]) => {
  const metadata = { "evenodds.feature_names": JSON.stringify(names) };
  return inspectModel(linearModel({ features: names.length, classes: 2 }, { metadata }));
};

/** Describes a model with other inputs or outputs than the contract has. */
function describing(parts: { inputs?: readonly TensorType[]; outputs?: readonly TensorType[] }): ModelDescription {
  const nodes = [node("Identity", { from: ["x"], to: ["logits"] })];
  return inspectModel(buildModel({ ...contract({ features: 2, classes: 2 }), ...parts, nodes }));
}
const x: TensorType = { name: "x", type: "FLOAT", shape: ["N", 2] };
const edges: TensorType = { name: "edge_index", type: "INT64", shape: [2, "E"] };

describe("prepareInputs", () => {
  it("feeds features as they are and arcs as sources, then targets", () => {
    const graph = sixNodes();
    const inputs = prepareInputs(plain, graph);
    expect(inputs.x.data).to.equal(graph.features);
    expect(inputs.x.dims).to.deep.equal([6, 2]);
    expect(inputs.edgeIndex.data).to.deep.equal(BigInt64Array.of(0n, 1n, 2n, 3n, 4n, 5n, 1n, 2n, 3n, 4n, 5n, 0n));
    expect(inputs.edgeIndex.dims).to.deep.equal([2, 6]);
    expect(inputs).to.deep.include({ output: "logits", nodes: 6, columns: 2 });
  });

  const weight: TensorType = { name: "edge_weight", type: "FLOAT", shape: ["E"] };

  it("feeds weights of arcs to a model that takes them", () => {
    const edgeWeight = Float32Array.of(1, 0, 2, 0.5, 1, 1);
    const inputs = prepareInputs(describing({ inputs: [x, edges, weight] }), sixNodes({ edgeWeight }));
    expect(inputs.edgeWeight).to.deep.equal({ name: "edge_weight", data: edgeWeight, dims: [6] });
    expect(prepareInputs(plain, sixNodes()).edgeWeight).to.equal(undefined);
  });

  it("refuses a graph without the weights that a model takes, and weights that a model would not see", () => {
    expect(() => prepareInputs(describing({ inputs: [x, edges, weight] }), sixNodes())).to.throw(
      ModelError,
      /model input edge_weight: expected a graph whose arcs have weights, found one without; .*edge_weight under edges/,
    );
    expect(() => prepareInputs(plain, sixNodes({ edgeWeight: new Float32Array(6) }))).to.throw(
      ModelError,
      /model: expected an input edge_weight float32\[E\], because the arcs of the graph have weights, found none/,
    );
  });

  it("takes weights by their name, type and rank alone", () => {
    const others: readonly TensorType[] = [
      { ...weight, name: "weights" },
      { ...weight, type: "DOUBLE" },
      { ...weight, shape: ["E", 1] },
    ];
    for (const other of others) {
      const graph = sixNodes({ edgeWeight: new Float32Array(6) });
      expect(() => prepareInputs(describing({ inputs: [x, edges, other] }), graph)).to.throw(
        ModelError,
        /expected inputs x float32\[N, F\], edge_index int64\[2, E\] \(and edge_weight float32\[E\]\), found/,
      );
    }
  });

  it("builds the indices that a loop over BigInt builds", () => {
    const arc = fc.tuple(fc.nat(5), fc.nat(5));
    fc.assert(
      fc.property(fc.array(arc, { maxLength: 20 }), (arcs) => {
        const graph = sixNodes({
          source: Int32Array.from(arcs, ([s]) => s),
          target: Int32Array.from(arcs, ([, t]) => t),
        });
        const slow = [...graph.source, ...graph.target].map(BigInt);
        expect(prepareInputs(plain, graph).edgeIndex.data).to.deep.equal(BigInt64Array.from(slow));
      }),
    );
  });

  it("puts columns into the order of the model and leaves others out", () => {
    expect([...prepareInputs(naming(["right", "left"]), sixNodes()).x.data.slice(0, 4)]).to.deep.equal([1, 2, 0, 3]);
    const one = prepareInputs(naming(["right"]), sixNodes());
    expect([...one.x.data]).to.deep.equal([1, 0, 1, 2, 4, 0]);
    expect(one.x.dims).to.deep.equal([6, 1]);
  });

  it("names missing columns with near matches", () => {
    expect(() => prepareInputs(naming(["left", "rigt", "age"]), sixNodes())).to.throw(
      ModelError,
      /all 3 columns of the model, found 2 missing: "rigt", "age"; for "rigt", did you mean "right"\?/,
    );
  });

  it("prints both sides when the number of unnamed features differs", () => {
    const other = inspectModel(linearModel({ features: 3, classes: 2 }));
    expect(() => prepareInputs(other, sixNodes())).to.throw(
      ModelError,
      /input x: expected 3 features \(x float32\[N, 3\].*found 2 in the graph \("left", "right"\)/,
    );
  });

  it("refuses recorded names that do not fit the model that carries them", () => {
    const metadata = { "evenodds.feature_names": '["left"]' };
    const description = inspectModel(linearModel({ features: 2, classes: 2 }, { metadata }));
    expect(() => prepareInputs(description, sixNodes())).to.throw(
      ModelError,
      /evenodds\.feature_names: expected 2 names/,
    );
  });

  it("takes tensors of other names by type and rank, and int32 indices", () => {
    const description = describing({
      inputs: [
        { name: "links", type: "INT32", shape: ["two", "E"] },
        { name: "features", type: "FLOAT", shape: ["N", "F"] },
      ],
      outputs: [{ name: "scores", type: "FLOAT", shape: ["N", "C"] }],
    });
    const inputs = prepareInputs(description, sixNodes({ source: Int32Array.of(3), target: Int32Array.of(4) }));
    expect(inputs.x.name).to.equal("features");
    expect(inputs.edgeIndex).to.deep.equal({ name: "links", data: Int32Array.of(3, 4), dims: [2, 1] });
    expect(inputs).to.deep.include({ output: "scores", columns: null });
  });

  it("prefers the output called logits to another one of the same form", () => {
    const outputs: TensorType[] = [
      { name: "hidden", type: "FLOAT", shape: ["N", 8] },
      { name: "logits", type: "FLOAT", shape: ["N", 2] },
    ];
    expect(prepareInputs(describing({ outputs }), sixNodes()).output).to.equal("logits");
  });

  const wrong: readonly (readonly [string, { inputs?: TensorType[]; outputs?: TensorType[] }, RegExp])[] = [
    [
      "features in double precision",
      { inputs: [{ ...x, type: "DOUBLE" }, edges] },
      /inputs x float32\[N, F\], edge_index int64\[2, E\], found x float64\[N, 2\], edge_index int64\[2, E\]/,
    ],
    ["indices as float32", { inputs: [x, { ...edges, type: "FLOAT" }] }, /found .*edge_index float32\[2, E\]/],
    ["features of rank 3", { inputs: [{ ...x, shape: ["B", "N", 2] }, edges] }, /found x float32\[B, N, 2\]/],
    ["transposed arcs", { inputs: [x, { ...edges, shape: ["E", 2] }] }, /found .*edge_index int64\[E, 2\]/],
    ["three rows of arcs", { inputs: [x, { ...edges, shape: [3, "E"] }] }, /found .*edge_index int64\[3, E\]/],
    ["features alone", { inputs: [x] }, /found x float32\[N, 2\]; export the model/],
    ["edge weights", { inputs: [x, edges, { name: "w", type: "FLOAT", shape: ["E"] }] }, /w float32\[E\]/],
    ["no inputs", { inputs: [] }, /found nothing/],
    [
      "class ids",
      { outputs: [{ name: "y", type: "INT64", shape: ["N"] }] },
      /output logits float32\[N, C\], found y int64/,
    ],
    ["one score", { outputs: [{ name: "logits", type: "FLOAT", shape: ["N"] }] }, /found logits float32\[N\]/],
    [
      "two outputs without the usual name",
      {
        outputs: [
          { ...x, name: "a" },
          { ...x, name: "b" },
        ],
      },
      /found a float32\[N, 2\], b float32\[N, 2\]/,
    ],
  ];
  for (const [what, parts, message] of wrong) {
    it(`refuses a model with ${what} and prints both sides`, () => {
      expect(() => prepareInputs(describing(parts), sixNodes())).to.throw(ModelError, message);
    });
  }

  it("refuses a graph of another size than a model was exported for", () => {
    const fixed = { inputs: [{ ...x, shape: [7, 2] }, edges] };
    expect(() => prepareInputs(describing(fixed), sixNodes())).to.throw(ModelError, /graph of 7 nodes.*found 6 nodes/);
    const arcs = { inputs: [x, { ...edges, shape: [2, 9] }] };
    expect(() => prepareInputs(describing(arcs), sixNodes())).to.throw(ModelError, /graph of 9 arcs.*found 6 arcs/);
  });

  it("refuses a graph that is wrong in itself", () => {
    expect(() => prepareInputs(plain, sixNodes({ source: Int32Array.of(0, 1, 2, 3, 4, -1) }))).to.throw(
      InputError,
      /source of arc 5/,
    );
  });
});
