import { inspectModel } from "@evenodds/auditor";
import { ModelError, Random } from "@evenodds/core";
import { expect } from "chai";
import onnxProto, { type onnx } from "onnx-proto";

const { ModelProto, TensorProto, AttributeProto } = onnxProto.onnx;

/** Every operator of which something is told, and some that nobody knows. */
const operators = (
  "Abs Add And ArgMax ArgMin BatchNormalization Cast CastLike Ceil Clip Compress Concat Constant ConstantOfShape Conv CumSum " +
  "DequantizeLinear Div Dropout Einsum Elu Equal Exp Expand Flatten Floor Gather GatherElements GatherND Gemm Greater " +
  "GroupNormalization HardSigmoid Hardmax Identity If IsNaN LayerNormalization Less Log LogSoftmax Loop LpNormalization MatMul " +
  "MatMulInteger Max Mean Min Mod Mul Neg NonZero Not OneHot Or PRelu Pad Pow QLinearConv QLinearMatMul QuantizeLinear " +
  "RandomNormal RandomUniformLike Range Reciprocal ReduceL1 ReduceL2 ReduceLogSumExp ReduceMax ReduceMean ReduceSum Relu Reshape " +
  "Round Scan Scatter ScatterElements ScatterND Shape Sigmoid Sign Size Slice Softmax Softplus Split Sqrt Squeeze Sub Sum Tanh " +
  "Tile TopK Transpose Trilu Unique Unsqueeze Where Xor Nothing constructor ai.onnx.ml:ArrayFeatureExtractor " +
  "ai.onnx.ml:Binarizer ai.onnx.ml:LabelEncoder ai.onnx.ml:LinearClassifier ai.onnx.ml:Normalizer ai.onnx.ml:SVMClassifier " +
  "ai.onnx.ml:TreeEnsembleClassifier ai.onnx.ml:ZipMap com.microsoft:BiasDropout com.microsoft:BiasSoftmax " +
  "com.microsoft:FusedGemm com.microsoft:FusedMatMul com.microsoft:QLinearSoftmax com.microsoft:QuantizeLinear"
).split(" ");

const attributeNames = (
  "axis axes keepdims perm to reduction allowzero start end batch_dims num_outputs activation transA transB largest value " +
  "value_int value_ints value_floats then_branch else_branch body num_scan_inputs scan_output_axes exclusive starts ends shape " +
  "post_transform class_ids class_nodeids classlabels_int64s norm equation select_last_index min max p"
).split(" ");

/** Sizes, axes and indices as nobody means them, beside some that are meant. */
const numbers = [0, 1, -1, 2, -2, 3, 5, 100, -100, 2 ** 31, -(2 ** 31), 2 ** 40, 2 ** 53, -(2 ** 53)];

/** Draws graphs of nodes whose operators, inputs and attributes have nothing to do with each other. */
class StrangeModels {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = Random.of(seed, "strange models");
  }

  model(): Uint8Array {
    const opset = this.#pick([1, 6, 9, 11, 13, 14, 16, 18, 20]);
    return ModelProto.encode({
      irVersion: 8,
      opsetImport: [
        { domain: "", version: opset },
        { domain: "ai.onnx.ml", version: 3 },
        { domain: "com.microsoft", version: 1 },
      ],
      graph: this.#graph(2),
    }).finish();
  }

  #graph(depth: number): onnx.IGraphProto {
    const known = ["x", "edge_index", "", "nowhere"];
    const initializer = this.#some(5).map((_, i) => ({ ...this.#tensor(), name: `c${i}` }));
    known.push(...initializer.map(({ name }) => name));
    const node = Array.from({ length: this.#below(12) }, (_, i) => {
      const one = this.#node(known, { id: `${depth}n${i}`, depth });
      known.push(...one.output!);
      return one;
    });
    const output = this.#some(2).map(() => ({ name: this.#pick(known.slice(-4)), ...this.#type() }));
    return {
      name: "g",
      node,
      initializer,
      input: [
        { name: "x", ...this.#type() },
        { name: "edge_index", ...this.#type() },
      ],
      output: depth === 2 ? [...output, { name: known.at(-1)!, ...this.#type() }] : output,
      valueInfo: this.#some(2).map(() => ({ name: this.#pick(known), ...this.#type() })),
    };
  }

  #node(known: readonly string[], { id, depth }: { id: string; depth: number }): onnx.INodeProto {
    const [domain, opType] = this.#pick(operators).split(":") as [string, string?];
    // What was made last is read more often, so that operators meet each other.
    const read = () => (this.#below(2) === 0 ? known.at(-1)! : this.#pick(known));
    return {
      opType: opType ?? domain,
      domain: opType === undefined ? "" : domain,
      input: this.#some(4).map(read),
      output: this.#some(3).map((_, i) => `${id}o${i}`),
      attribute: this.#some(3).map(() => this.#attribute(depth)),
    };
  }

  #attribute(depth: number): onnx.IAttributeProto {
    const name = this.#pick(attributeNames);
    switch (this.#below(depth > 0 ? 7 : 6)) {
      case 0:
        return { name, type: AttributeProto.AttributeType.INTS, ints: this.#some(4).map(() => this.#pick(numbers)) };
      case 1:
        return { name, type: AttributeProto.AttributeType.FLOATS, floats: this.#some(3).map(() => this.#below(3) - 1) };
      case 2:
        return {
          name,
          type: AttributeProto.AttributeType.STRING,
          s: new TextEncoder().encode(this.#pick(attributeNames)),
        };
      case 3:
        return { name, type: AttributeProto.AttributeType.TENSOR, t: this.#tensor() };
      case 6:
        return { name, type: AttributeProto.AttributeType.GRAPH, g: this.#graph(depth - 1) };
      default:
        return { name, type: AttributeProto.AttributeType.INT, i: this.#pick(numbers) };
    }
  }

  #tensor(): onnx.ITensorProto {
    const dims = this.#some(3).map(() => this.#pick([0, 1, 2, 3, 2, 1, -1, 2 ** 40]));
    const count =
      this.#below(2) === 0
        ? Math.max(
            0,
            Math.min(
              30,
              dims.reduce((size, dim) => size * dim, 1),
            ),
          )
        : this.#below(4);
    const values = Array.from({ length: count }, () => this.#pick(numbers));
    switch (this.#below(4)) {
      case 0:
        return { dims, dataType: TensorProto.DataType.FLOAT, floatData: values.map((value) => value / 2) };
      case 1:
        return { dims, dataType: this.#below(17), rawData: new Uint8Array(this.#below(40)) };
      default:
        return { dims, dataType: TensorProto.DataType.INT64, int64Data: values };
    }
  }

  #type(): Pick<onnx.IValueInfoProto, "type"> {
    const size = () => (this.#below(2) === 0 ? { dimParam: "N" } : { dimValue: this.#pick([1, 2, 3, 0, -1, 2 ** 40]) });
    const dim = this.#some(3).map(size);
    return this.#below(5) === 0
      ? {}
      : { type: { tensorType: { elemType: this.#pick([1, 1, 7, 11, 99]), shape: { dim } } } };
  }

  #some(most: number): undefined[] {
    return Array.from({ length: this.#below(most + 1) }, () => undefined);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  #below(count: number): number {
    return this.#random.integer(count);
  }
}

describe("traceModel", () => {
  it("tells something, or that the model is wrong, of operators with any inputs and attributes", function () {
    this.timeout(120_000);
    let described = 0;
    for (let seed = 0; seed < 2000; seed++) {
      const model = new StrangeModels(seed).model();
      try {
        inspectModel(model, "model.onnx");
        described++;
      } catch (error) {
        if (!(error instanceof ModelError)) throw new Error(`seed ${seed}`, { cause: error });
      }
    }
    expect(described).to.be.above(500);
  });
});
