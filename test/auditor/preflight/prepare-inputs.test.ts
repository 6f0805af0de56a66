import {
  bindModel,
  inspectModel,
  prepareInputs as prepare,
  type FedInput,
  type InputMap,
  type ModelDescription,
} from "@evenodds/auditor";
import { inputBytes, inputSizes } from "@evenodds/auditor/internal";
import { InputError, ModelError, type Graph } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { buildModel, contract, linearModel, node, type TensorType } from "../../support/onnx-models.js";
import { sixNodes } from "../../support/six-nodes.js";

const plain = inspectModel(linearModel({ features: 2, classes: 2 }));
const naming = (names: readonly string[]) => {
  const metadata = { "evenodds.feature_names": JSON.stringify(names) };
  return inspectModel(linearModel({ features: names.length, classes: 2 }, { metadata }));
};

/** Describes a model with other inputs than the contract has. */
function describing(inputs: readonly TensorType[]): ModelDescription {
  const nodes = [node("Identity", { from: ["x"], to: ["logits"] })];
  return inspectModel(buildModel({ ...contract({ features: 2, classes: 2 }), inputs, nodes }));
}

/** What a model is fed, by the names of its inputs. */
function prepareInputs(description: ModelDescription, graph: Graph, map?: InputMap): Record<string, FedInput> {
  const binding = bindModel(description, { map });
  const fed = prepare(description, binding, graph);
  const bytes = fed.reduce((sum, { data }) => sum + (data as Float32Array).byteLength, 0);
  const values = binding.inputs.filter(({ role }) => role === "value").length;
  const foretold = inputBytes(description.inputs, inputSizes(binding, graph));
  if (values === 0) expect(foretold, "bytes that are foretold").to.be.at.least(bytes);
  return Object.fromEntries(fed.map((input) => [input.name, input]));
}

const x: TensorType = { name: "x", type: "FLOAT", shape: ["N", 2] };
const edges: TensorType = { name: "edge_index", type: "INT64", shape: [2, "E"] };

/** A path 0 – 1 – 2 with both arcs of every edge, and a self loop at 2. */
const path: Graph = {
  nodeCount: 3,
  source: Int32Array.of(1, 0, 2, 1, 2),
  target: Int32Array.of(0, 1, 1, 2, 2),
  features: Float32Array.of(1, 2, 3, 4, 5, 6),
  featureNames: ["a", "b"],
  nodeIds: ["p", "q", "r"],
};

describe("prepareInputs", () => {
  it("feeds features as they are and arcs as sources, then targets", () => {
    const graph = sixNodes();
    const inputs = prepareInputs(plain, graph);
    expect(inputs.x!.data).to.equal(graph.features);
    expect(inputs.x!.dims).to.deep.equal([6, 2]);
    expect(inputs.edge_index!.data).to.deep.equal(BigInt64Array.of(0n, 1n, 2n, 3n, 4n, 5n, 1n, 2n, 3n, 4n, 5n, 0n));
    expect(inputs.edge_index!.dims).to.deep.equal([2, 6]);
  });

  const weight: TensorType = { name: "edge_weight", type: "FLOAT", shape: ["E"] };

  it("feeds weights of arcs to a model that takes them, or ones where told", () => {
    const edgeWeight = Float32Array.of(1, 0, 2, 0.5, 1, 1);
    const weighted = describing([x, edges, weight]);
    expect(prepareInputs(weighted, sixNodes({ edgeWeight })).edge_weight).to.deep.include({
      data: edgeWeight,
      dims: [6],
    });
    const ones = prepareInputs(weighted, sixNodes(), { edge_weight: "ones" });
    expect(ones.edge_weight!.data).to.deep.equal(new Float32Array(6).fill(1));
  });

  it("refuses a graph without the weights that a model takes, and weights that a model would not see", () => {
    expect(() => prepareInputs(describing([x, edges, weight]), sixNodes())).to.throw(
      ModelError,
      /model input edge_weight: expected a graph whose arcs have weights, found one without; .*edge_weight under edges.*‘map’ edge_weight=ones/,
    );
    expect(() => prepareInputs(plain, sixNodes({ edgeWeight: new Float32Array(6) }))).to.throw(
      ModelError,
      /model: expected an input edge_weight float32\[E\], because the arcs of the graph have weights, found none/,
    );
  });

  const attributes: TensorType = { name: "edge_attr", type: "FLOAT", shape: ["E", 2] };
  const edgeAttributes = { names: ["p", "q"], values: Float32Array.of(1, -1, 2, -2, 3, -3, 4, -4, 5, 0.5) };

  it("feeds attributes of arcs in the order of the graph, in the type of the model", () => {
    const attributed = { ...path, edgeAttributes };
    expect(prepareInputs(describing([x, edges, attributes]), attributed).edge_attr).to.deep.include({
      data: edgeAttributes.values,
      dims: [5, 2],
    });
    const double = describing([x, edges, { ...attributes, type: "DOUBLE", shape: ["E", "D"] }]);
    expect(prepareInputs(double, attributed).edge_attr).to.deep.include({
      data: Float64Array.from(edgeAttributes.values),
      dims: [5, 2],
    });
    const one = { ...path, edgeAttributes: { names: ["p"], values: Float32Array.of(1, 2, 3, 4, -5) } };
    for (const [shape, dims] of [
      [["E"], [5]],
      [
        ["E", 1],
        [5, 1],
      ],
    ] as const) {
      const codes = describing([x, edges, { ...attributes, type: "INT64", shape }]);
      expect(prepareInputs(codes, one).edge_attr).to.deep.include({
        data: BigInt64Array.of(1n, 2n, 3n, 4n, -5n),
        dims,
      });
    }
    expect(() => prepareInputs(describing([x, edges, { ...attributes, type: "INT32" }]), attributed)).to.throw(
      ModelError,
      /input edge_attr: expected whole numbers of 32 bits, .*found 0\.5 in attribute "q" of the arc from "r" to "r"/,
    );
  });

  it("refuses a graph without the attributes that a model takes, and another number of them", () => {
    const model = describing([x, edges, attributes]);
    expect(() => prepareInputs(model, path)).to.throw(
      ModelError,
      /input edge_attr: expected a graph whose arcs have attributes, found one without; .*edge_attr under edges \(edge_attr of a graph in one file, edgeAttributes of one in memory\)$/,
    );
    const column = describing([x, edges, { ...attributes, shape: ["E", 1] }]);
    expect(() => prepareInputs(column, path)).to.throw(ModelError, /for weights, say ‘map’ edge_attr=edge_weight$/);
    for (const shape of [["E", 3], ["E"]] as const) {
      const other = describing([x, edges, { ...attributes, shape }]);
      expect(() => prepareInputs(other, { ...path, edgeAttributes })).to.throw(
        ModelError,
        /input edge_attr: expected [31] attributes? of arcs \(edge_attr float32\[E.*\), found 2 in the graph \("p", "q"\)/,
      );
    }
  });

  it("runs a model without that input on a graph with attributes, but not on one with weights too", () => {
    const inputs = prepareInputs(plain, { ...path, edgeAttributes });
    expect(Object.keys(inputs)).to.deep.equal(["x", "edge_index"]);
    const both = { ...path, edgeAttributes, edgeWeight: Float32Array.of(1, 1, 1, 1, 1) };
    expect(() => prepareInputs(describing([x, edges, attributes]), both)).to.throw(
      ModelError,
      /expected an input edge_weight float32\[E\], because the arcs of the graph have weights/,
    );
    expect(prepareInputs(describing([x, edges, attributes, weight]), both)).to.have.all.keys(
      "x",
      "edge_index",
      "edge_attr",
      "edge_weight",
    );
  });

  it("feeds arcs as pairs and as two inputs, and weights as a column", () => {
    const listed = prepareInputs(describing([x, { ...edges, type: "INT32", shape: ["E", 2] }]), path);
    expect(listed.edge_index).to.deep.include({ data: Int32Array.of(1, 0, 0, 1, 2, 1, 1, 2, 2, 2), dims: [5, 2] });
    const column: TensorType = { ...weight, type: "DOUBLE", shape: ["E", 1] };
    const ends: TensorType[] = [
      { name: "src", type: "INT64", shape: ["E"] },
      { name: "dst", type: "INT32", shape: ["E"] },
    ];
    const apart = prepareInputs(describing([x, ...ends, column]), {
      ...path,
      edgeWeight: Float32Array.of(1, 1, 3, 3, 2),
    });
    expect(apart.src!.data).to.deep.equal(BigInt64Array.of(1n, 0n, 2n, 1n, 2n));
    expect(apart.dst!.data).to.deep.equal(Int32Array.of(0, 1, 1, 2, 2));
    expect(apart.edge_weight).to.deep.include({ data: Float64Array.of(1, 1, 3, 3, 2), dims: [5, 1] });
  });

  it("feeds an adjacency matrix, with or without self loops, of an undirected graph only", () => {
    const dense = describing([x, { name: "adj", type: "FLOAT", shape: [1, "N", "N"] }]);
    const plainly = prepareInputs(dense, path, { adj: "adjacency" }).adj!;
    expect(plainly).to.deep.include({ data: Float32Array.of(0, 1, 0, 1, 0, 1, 0, 1, 1), dims: [1, 3, 3] });
    const looped = prepareInputs(dense, path, { adj: "adjacency-self-loops" }).adj!;
    expect(looped.data).to.deep.equal(Float32Array.of(1, 1, 0, 1, 1, 1, 0, 1, 2));
    const oneWay = { ...path, source: Int32Array.of(0), target: Int32Array.of(2) };
    expect(() => prepareInputs(dense, oneWay, { adj: "adjacency" })).to.throw(
      ModelError,
      /input adj: expected an undirected graph, .*found arcs of weight 0 from "r" to "p", and 1 back/,
    );
  });

  // The path with a loop at every node: degrees 2, 3, 2.
  const norm = [1 / 2, 1 / Math.sqrt(6), 1 / 3, 1 / 2];

  it("feeds the weights of a GCN, with a self loop for every node, to all inputs for arcs", () => {
    const inputs = prepareInputs(describing([x, edges, { ...weight, name: "norm" }]), path, { norm: "gcn-norm" });
    expect(inputs.edge_index!.dims).to.deep.equal([2, 7]);
    expect([...(inputs.edge_index!.data as BigInt64Array)].map(Number)).to.deep.equal([
      ...[1, 0, 2, 1, 0, 1, 2],
      ...[0, 1, 1, 2, 0, 1, 2],
    ]);
    const data = [...(inputs.norm!.data as Float32Array)];
    [norm[1]!, norm[1]!, norm[1]!, norm[1]!, norm[0]!, norm[2]!, norm[3]!].forEach((expected, e) => {
      expect(data[e]).to.be.closeTo(expected, 1e-7);
    });
  });

  it("feeds the weights of a GCN without self loops for the arcs as they are", () => {
    const map: InputMap = { norm: "gcn-norm-without-loops" };
    const inputs = prepareInputs(describing([x, edges, { ...weight, name: "norm" }]), path, map);
    expect(inputs.edge_index!.dims).to.deep.equal([2, 5]);
    // In-degrees 1, 2, 2.
    const data = [...(inputs.norm!.data as Float32Array)];
    [Math.SQRT1_2, Math.SQRT1_2, 1 / 2, 1 / 2, 1 / 2].forEach((expected, e) => {
      expect(data[e]).to.be.closeTo(expected, 1e-7);
    });
    const apart = { ...path, edgeWeight: Float32Array.of(0, 0, 1, 1, 1) };
    const none = prepareInputs(describing([x, edges, { ...weight, name: "norm" }]), apart, map);
    expect([...(none.norm!.data as Float32Array)].slice(0, 2), "at a node without weight").to.deep.equal([0, 0]);
  });

  it("feeds the normalized matrix of a GCN", () => {
    const dense = describing([x, { name: "adj", type: "FLOAT", shape: ["N", "N"] }]);
    const data = [...(prepareInputs(dense, path, { adj: "gcn-norm" }).adj!.data as Float32Array)];
    const expected = [norm[0]!, norm[1]!, 0, norm[1]!, norm[2]!, norm[1]!, 0, norm[1]!, norm[3]!];
    expected.forEach((value, i) => {
      expect(data[i]).to.be.closeTo(value, 1e-7);
    });
  });

  it("feeds degrees, one graph for all nodes, masks, numbers of nodes and values", () => {
    const more: TensorType[] = [
      { name: "deg", type: "INT64", shape: ["N", 1] },
      { name: "batch", type: "INT64", shape: ["N"] },
      { name: "keep", type: "BOOL", shape: ["N"] },
      { name: "num_nodes", type: "INT64", shape: [] },
      { name: "p", type: "FLOAT", shape: [1] },
      { name: "steps", type: "INT64", shape: [] },
      { name: "training", type: "BOOL", shape: [] },
    ];
    const map: InputMap = { deg: "degree", keep: "mask", p: 0.5, steps: 2 ** 40, training: false };
    const inputs = prepareInputs(describing([x, edges, ...more]), path, map);
    expect(inputs.deg).to.deep.include({ data: BigInt64Array.of(1n, 2n, 2n), dims: [3, 1] });
    expect(inputs.batch!.data).to.deep.equal(new BigInt64Array(3));
    expect(inputs.keep).to.deep.include({ type: "bool", data: Uint8Array.of(1, 1, 1) });
    expect(inputs.num_nodes).to.deep.include({ data: BigInt64Array.of(3n), dims: [] });
    expect(inputs.p).to.deep.include({ data: Float32Array.of(0.5), dims: [1] });
    expect(inputs.steps!.data).to.deep.equal(BigInt64Array.of(2n ** 40n));
    expect(inputs.training!.data).to.deep.equal(Uint8Array.of(0));
  });

  it("feeds features in the type of the model, and refuses those that it cannot hold", () => {
    const typed = (type: TensorType["type"]) => describing([{ ...x, type, shape: [1, "N", 2] }, edges]);
    expect(prepareInputs(typed("DOUBLE"), path).x).to.deep.include({
      data: Float64Array.of(1, 2, 3, 4, 5, 6),
      dims: [1, 3, 2],
    });
    expect(prepareInputs(typed("INT64"), path).x!.data).to.deep.equal(BigInt64Array.of(1n, 2n, 3n, 4n, 5n, 6n));
    expect(prepareInputs(typed("FLOAT16"), path).x!.data).to.deep.equal(
      Uint16Array.of(0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600),
    );
    const half = { ...path, features: Float32Array.of(1, 2, 3, 4.5, 5, 6) };
    expect(() => prepareInputs(typed("INT32"), half)).to.throw(
      ModelError,
      /input x: expected whole numbers of 32 bits, because the model takes int32, found 4\.5 in feature "b" of node "q"/,
    );
    const large = { ...path, features: Float32Array.of(1, 2, 3, 4, 1e5, 6) };
    expect(() => prepareInputs(typed("FLOAT16"), large)).to.throw(
      ModelError,
      /found 100000 in feature "a" of node "r"/,
    );
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
        expect(prepareInputs(plain, graph).edge_index!.data).to.deep.equal(BigInt64Array.from(slow));
      }),
    );
  });

  it("puts columns into the order of the model and leaves others out", () => {
    expect([
      ...(prepareInputs(naming(["right", "left"]), sixNodes()).x!.data as Float32Array).slice(0, 4),
    ]).to.deep.equal([1, 2, 0, 3]);
    const one = prepareInputs(naming(["right"]), sixNodes());
    expect([...(one.x!.data as Float32Array)]).to.deep.equal([1, 0, 1, 2, 4, 0]);
    expect(one.x!.dims).to.deep.equal([6, 1]);
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

  it("refuses a graph of another size than a model was exported for", () => {
    const fixed: TensorType[] = [{ ...x, shape: [7, 2] }, edges];
    expect(() => prepareInputs(describing(fixed), sixNodes())).to.throw(ModelError, /graph of 7 nodes.*found 6 nodes/);
    const arcs: TensorType[] = [x, { ...edges, shape: [2, 9] }];
    expect(() => prepareInputs(describing(arcs), sixNodes())).to.throw(ModelError, /graph of 9 arcs.*found 6 arcs/);
  });

  it("refuses a graph that is wrong in itself", () => {
    expect(() => prepareInputs(plain, sixNodes({ source: Int32Array.of(0, 1, 2, 3, 4, -1) }))).to.throw(
      InputError,
      /source of arc 5/,
    );
  });
});
