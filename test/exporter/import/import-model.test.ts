import { ModelError, type StoredTensor } from "@evenodds/core";
import { importModel, readModelCard } from "@evenodds/exporter";
import { expect } from "chai";

type Tensors = Readonly<Record<string, StoredTensor>>;

/** A tensor that counts from 1. */
function counting(...shape: number[]): StoredTensor {
  const size = shape.reduce((product, length) => product * length, 1);
  return { shape, values: Float32Array.from({ length: size }, (_, i) => i + 1) };
}

/** Imports tensors with a card of two features and these lines; layers are given as YAML lists. */
function imported(tensors: Tensors, layers: string, rest = "classes: [no, yes]\nfeatures: [a, b]") {
  const card = readModelCard(`label: y\n${rest}\nlayers: [${layers}]`, "card");
  return importModel(new Map(Object.entries(tensors)), { card, name: "w.safetensors" });
}

const linear: Tensors = { "head.weight": counting(2, 2), "head.bias": counting(2) };
const head = "{ kind: linear, key: head }";

function refuses(tensors: Tensors, layers: string, message: RegExp, rest?: string): void {
  expect(() => imported(tensors, layers, rest)).to.throw(ModelError, message);
}

describe("importModel", () => {
  it("turns PyTorch's [out, in] into [in, out], and knows nothing of the training", () => {
    const model = imported(linear, head);
    expect(model.weights.get("head.weight")).to.deep.equal({ shape: [2, 2], values: Float32Array.of(1, 3, 2, 4) });
    expect(model.weights.get("head.bias")!.values).to.deep.equal(Float32Array.of(1, 2));
    expect(model).to.deep.include({
      layers: [{ kind: "linear", name: "head", inputs: 2, outputs: 2 }],
      featureNames: ["a", "b"],
      classes: ["no", "yes"],
      labelName: "y",
      task: "classification",
    });
    expect(model).not.to.have.any.keys("split", "provenance");
    expect(model.preprocessing.method).to.equal("none");
  });

  it("takes widths from the weights, of matrices that are not square too", () => {
    const model = imported(
      {
        "a.lin.weight": counting(3, 2),
        "a.bias": counting(3),
        "head.weight": counting(2, 3),
        "head.bias": counting(2),
      },
      `{ kind: gcn, key: a }, relu, ${head}`,
    );
    expect(model.layers[0]).to.deep.equal({ kind: "gcn", name: "a", inputs: 2, outputs: 3 });
    expect(model.weights.get("a.weight")).to.deep.equal({ shape: [2, 3], values: Float32Array.of(1, 3, 5, 2, 4, 6) });
  });

  it("fills in what the card says is not there", () => {
    const { weights } = imported(
      { "a.lin_l.weight": counting(2, 2), "head.weight": counting(2, 2) },
      "{ kind: sage, key: a, bias: false, root_weight: false }, { kind: linear, key: head, bias: false }",
    );
    for (const key of ["a.root", "a.bias", "head.bias"]) {
      expect(
        weights.get(key)!.values.every((value) => value === 0),
        key,
      ).to.equal(true);
    }
    expect(weights.get("a.root")!.shape).to.deep.equal([2, 2]);
  });

  it("makes of heads that are averaged heads side by side and a linear layer", () => {
    const { layers, weights } = imported(
      {
        "g.lin.weight": counting(6, 2),
        "g.att_src": counting(1, 3, 2),
        "g.att_dst": counting(1, 3, 2),
        "g.bias": counting(2),
      },
      "{ kind: gat, key: g, concat: false }",
    );
    expect(layers).to.deep.equal([
      { kind: "gat", name: "g", inputs: 2, outputs: 6, heads: 3, negativeSlope: 0.2 },
      { kind: "linear", name: "g.mean", inputs: 6, outputs: 2 },
    ]);
    const third = Math.fround(1 / 3);
    expect([...weights.get("g.mean.weight")!.values]).to.deep.equal([
      third,
      0,
      0,
      third,
      third,
      0,
      0,
      third,
      third,
      0,
      0,
      third,
    ]);
    expect([...weights.get("g.mean.bias")!.values]).to.deep.equal([1, 2]);
    expect([...weights.get("g.bias")!.values]).to.deep.equal([0, 0, 0, 0, 0, 0]);
  });

  it("reads the attention of older versions, where one matrix has two names", () => {
    const attention = { "g.att_src": counting(1, 1, 2), "g.att_dst": counting(1, 1, 2), "g.bias": counting(2) };
    const layers = "{ kind: gat, key: g }";
    const old = { ...attention, "g.lin_src.weight": counting(2, 2) };
    expect(imported(old, layers).weights.get("g.weight")!.values).to.deep.equal(Float32Array.of(1, 3, 2, 4));
    expect(imported({ ...old, "g.lin_dst.weight": counting(2, 2) }, layers).layers).to.have.length(1);
    const other = { ...old, "g.lin_dst.weight": { shape: [2, 2], values: Float32Array.of(1, 2, 3, 5) } };
    refuses(
      other,
      layers,
      /g\.lin_dst\.weight of layer 1, gat "g": expected the values of lin_src\.weight, found others/,
    );
  });

  it("makes a batch normalization within GIN a part of its first layer", () => {
    const one = (value: number): StoredTensor => ({ shape: [1], values: Float32Array.of(value) });
    const row = (...values: number[]): StoredTensor => ({
      shape: [1, values.length],
      values: Float32Array.from(values),
    });
    const { layers, weights } = imported(
      {
        "g.eps": one(0.5),
        ...{ "g.nn.0.weight": row(3, 5), "g.nn.0.bias": one(1) },
        ...{ "g.nn.1.weight": one(4), "g.nn.1.bias": one(10), "g.nn.1.running_mean": one(2) },
        ...{ "g.nn.1.running_var": one(3), "g.nn.1.num_batches_tracked": { shape: [], values: Float64Array.of(9) } },
        ...{ "g.nn.3.weight": { shape: [2, 1], values: Float32Array.of(1, 2) }, "g.nn.3.bias": counting(2) },
      },
      "{ kind: gin, key: g, norm: nn.1, norm_epsilon: 1, second: nn.3 }",
    );
    expect(layers).to.deep.equal([{ kind: "gin", name: "g", inputs: 2, hidden: 1, outputs: 2, epsilon: 0.5 }]);
    // The factor is 4 / √(3 + 1) = 2, so 2 (3 a + 5 b) and 2 (1 − 2) + 10.
    expect([...weights.get("g.first.weight")!.values]).to.deep.equal([6, 10]);
    expect([...weights.get("g.first.bias")!.values]).to.deep.equal([8]);
  });

  it("counts layers as the card does, and names them, where later ones take their outputs", () => {
    const gat = { "g.lin.weight": counting(4, 2), "g.att_src": counting(1, 2, 2), "g.att_dst": counting(1, 2, 2) };
    const layers = (from: string) =>
      `{ kind: gat, key: g, concat: false, bias: false, as: seen }, relu, { kind: residual, from: ${from} }`;
    for (const [from, number] of [
      ["1", 2],
      ["seen", 2],
      ["2", 3],
      ["0", 0],
      ["features", 0],
    ] as const) {
      expect(imported(gat, layers(from)).layers.at(-1)).to.deep.equal({ kind: "residual", from: number });
    }
    refuses(gat, layers("3"), /from of layer 3, residual: expected "features", .*a number up to 2, found 3/);
    refuses(gat, layers("sean"), /from of layer 3, residual: .*found "sean"; did you mean "seen"/);
    refuses(linear, `${head}, { kind: relu, as: a }, { kind: relu, as: a }`, /as of layer 3, relu: .*found "a"/);
    refuses(linear, `${head}, { kind: relu, as: features }`, /as of layer 2, relu: .*found "features"/);
  });

  it("names a missing key with what is near, who wants it and its shape", () => {
    refuses(
      { "head.wieght": counting(2, 2), "head.bias": counting(2) },
      head,
      /head\.weight of layer 1, linear "head": expected a tensor of shape \[any, 2\], found no such key in w\.safetensors; .*"head\.wieght"/,
    );
    refuses({}, "{ kind: gin, key: g }", /g\.eps of layer 1, gin "g": expected a tensor of shape \[1\]/);
  });

  it("names a wrong shape and a wrong type", () => {
    const wrong = { ...linear, "head.weight": counting(2, 3) };
    refuses(wrong, head, /head\.weight of layer 1, linear "head": expected shape \[any, 2\], found \[2, 3\]/);
    const long = { ...linear, "head.bias": counting(3) };
    refuses(long, head, /head\.bias of layer 1, linear "head": expected shape \[2\], found \[3\]/);
    const whole = { ...linear, "head.bias": { shape: [2], values: Int32Array.of(1, 2) } };
    refuses(whole, head, /head\.bias .*expected floating-point numbers, found integers/);
    const attention = {
      "g.lin.weight": counting(2, 2),
      "g.att_src": counting(1, 2, 1),
      "g.att_dst": counting(1, 1, 2),
    };
    refuses(attention, "{ kind: gat, key: g }", /g\.att_dst .*expected shape \[1, 2, 1\], found \[1, 1, 2\]/);
    refuses(
      attention,
      "{ kind: gat, key: g, heads: 4 }",
      /g\.att_src .*expected shape \[1, 4, any\], found \[1, 2, 1\]/,
    );
  });

  it("names tensors that no layer takes, unless they are ignored", () => {
    const more = { ...linear, "adversary.0.weight": counting(1), "adversary.0.bias": counting(1), step: counting(1) };
    refuses(
      more,
      head,
      /adversary\.0\.weight: expected a layer of the card that takes it, found none, and none for adversary\.0\.bias, step; .*ignore/,
    );
    const ignoring = (list: string) => `classes: [no, yes]\nfeatures: [a, b]\nignore: [${list}]`;
    expect(imported(more, head, ignoring("adversary, step")).layers).to.have.length(1);
    refuses(more, head, /step: expected a layer/, ignoring("adversary"));
    refuses(more, head, /ignore: expected keys of the state dict.*found "adversry"/, ignoring("adversry, step"));
    // The letters alone are not a path.
    refuses(more, head, /ignore: .*found "adv"/, ignoring("adv"));
  });

  it("names weights that a layer has although the card says it has none", () => {
    refuses(linear, "{ kind: linear, key: head, bias: false }", /head\.bias: expected a layer of the card/);
  });

  it("scales raw features as the card says", () => {
    const scaled =
      "classes: [no, yes]\nfeatures: [a, b]\npreprocessing: { method: z-score, scale: [2, 3], shift: [-1, 0.5] }";
    expect(imported(linear, head, scaled).preprocessing).to.deep.equal({
      ...{ method: "z-score", scale: Float32Array.of(2, 3), shift: Float32Array.of(-1, 0.5) },
    });
    const short = scaled.replace("[2, 3]", "[2]");
    refuses(linear, head, /preprocessing scale: expected 2, found 1/, short);
  });

  it("refuses a model that is not whole", () => {
    refuses(linear, head, /classes: expected 2, found 3/, "classes: [a, b, c]\nfeatures: [a, b]");
    const infinite = { ...linear, "head.bias": { shape: [2], values: Float64Array.of(1, 1e300) } };
    refuses(infinite, head, /weight "head\.bias": expected finite numbers, found Infinity/);
    refuses({ ...linear }, `${head}, ${head}`, /layer names: expected each once/);
  });
});
