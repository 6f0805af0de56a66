import { ProofError } from "@evenodds/core";
import { onnx } from "../builder/proto.js";
import { checkContract } from "./check-contract.js";
import { checkDataflow } from "./check-dataflow.js";
import { checkDisjoint, type DataFileSize, checkExternal, type DataSpan } from "./check-external.js";
import { checkNode } from "./check-node.js";
import { graphsWithin } from "./graphs-within.js";
import { inferGraph } from "./inference/infer-graph.js";
import { elementBytes, elementTypeOf } from "../builder/element-type.js";

/** What an ONNX file that passed {@link checkStructure} holds. Nested graphs are counted with the one around them. */
export interface StructureFindings {
  readonly nodes: number;
  readonly initializers: number;
  /** Number of float32 values among the initializers. */
  readonly parameters: number;
  /** The different operators, sorted. */
  readonly operators: readonly string[];
}

/**
 * Checks that `bytes` are an ONNX file as this package writes it, without running it, and returns what it holds:
 *
 * - decoded and encoded again, the file is the same byte for byte;
 * - IR version, opset, inputs, output and metadata are as promised by the deployed-model contract;
 * - every value is produced before it is read, under a name of its own; no node and no constant is there in vain;
 * - every node is of an operator that the exporter knows, `ScatterND` never among them, with the attributes and inputs
 *   that it takes; types and shapes, as they follow from node to node, fit where they meet and are those of the output;
 * - every constant has as many bytes as its shape and type need, in the file itself or, where `data` says that there is
 *   one and how large it is, aligned in the file beside it and shared with no other.
 *
 * Throws {@link ProofError} naming the first thing that is wrong.
 */
export function checkStructure(
  bytes: Uint8Array,
  { data }: { readonly data?: DataFileSize | undefined } = {},
): StructureFindings {
  const model = decode(bytes);
  checkSameBytes(bytes, model);
  checkContract(model);
  const graphs = graphsWithin(onnx.GraphProto.create(model.graph ?? {}));
  const nodes = graphs.flatMap((graph) => graph.node ?? []);
  const initializers = graphs.flatMap((graph) => graph.initializer ?? []);
  nodes.forEach(checkNode);
  const sizes = initializers.map((tensor) => checkInitializer(tensor, data));
  checkDisjoint(sizes.flatMap(({ span }) => span ?? []));
  checkDataflow(graphs[0]!);
  inferGraph(graphs[0]!);
  return {
    nodes: nodes.length,
    initializers: initializers.length,
    parameters: sizes.reduce((sum, { parameters }) => sum + parameters, 0),
    operators: [...new Set(nodes.map((node) => node.opType ?? ""))].sort(),
  };
}

function decode(bytes: Uint8Array): onnx.ModelProto {
  try {
    return onnx.ModelProto.decode(bytes);
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : "another format";
    throw new ProofError({ argument: "file", expected: "an ONNX model", found }, { cause });
  }
}

function checkSameBytes(bytes: Uint8Array, model: onnx.ModelProto): void {
  const again = onnx.ModelProto.encode(model).finish();
  const at = bytes.findIndex((byte, i) => byte !== again[i]);
  if (at < 0 && again.length === bytes.length) return;
  throw new ProofError({
    argument: "file decoded and encoded again",
    expected: `the same ${bytes.length} bytes`,
    found: at < 0 ? `${again.length} bytes` : `another byte at ${at}`,
    hint: "the file holds fields that ONNX IR version 8 does not know",
  });
}

/**
 * Checks that a constant has a type of the builder and exactly the bytes of its shape, in the ONNX file or in `data`.
 * Returns the number of its float32 values, and where it is in `data`. Throws {@link ProofError}.
 */
function checkInitializer(
  tensor: onnx.ITensorProto,
  data?: DataFileSize,
): { parameters: number; span?: DataSpan | undefined } {
  const { name, dataType, dims, rawData, dataLocation } = tensor;
  const argument = `constant "${name ?? ""}"`;
  const type = elementTypeOf(dataType);
  if (type === undefined) {
    throw new ProofError({ argument, expected: "float32, int64 or bool", found: `data type ${dataType ?? "unset"}` });
  }
  const shape = (dims ?? []).map(Number);
  const elements = shape.reduce((product, size) => product * size, 1);
  const expected = elements * elementBytes[type];
  const parameters = type === "float32" ? elements : 0;
  if (dataLocation === onnx.TensorProto.DataLocation.EXTERNAL) {
    return { parameters, span: checkExternal(tensor, { argument, needed: expected, data }) };
  }
  const found = rawData?.length ?? 0;
  if (found !== expected) {
    throw new ProofError({
      argument,
      expected: `${expected} bytes for ${type} [${shape.join(", ")}]`,
      found: `${found} bytes of raw data`,
    });
  }
  return { parameters };
}
