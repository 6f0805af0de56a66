import { ModelError } from "@evenodds/core";
import type { Tensor } from "onnxruntime-node";
import { halfToNumber } from "../inspect/trace/constant.js";
import type { PreparedInputs } from "../preflight/prepare-inputs.js";
import type { ModelRun } from "./model-session.js";

/**
 * Returns the numbers or texts of an output for all nodes. Throws {@link ModelError} for another size than `[N, C]`, or
 * `[N]` and `[N, 1]` of class ids, and for numbers that JavaScript cannot hold.
 */
export function readOutput(
  tensor: Tensor | undefined,
  run: Pick<PreparedInputs, "output" | "nodes" | "columns"> & Pick<ModelRun, "placement">,
): ModelRun {
  const { output, nodes, columns, placement } = run;
  const argument = `output ${output}`;
  const [rows, width] = tensor?.dims ?? [];
  const rank = tensor?.dims.length;
  const isScores = /^b?float/.test(tensor?.type ?? "float");
  const fits = rank === 2 && rows === nodes && width !== undefined && (columns === null || width === columns);
  const isFlat = !isScores && rank === 1 && rows === nodes;
  if (tensor === undefined || (!fits && !isFlat)) {
    throw new ModelError({
      argument,
      expected: isScores ? `float32[${nodes}, ${columns ?? "C"}]` : `${tensor!.type}[${nodes}]`,
      found: tensor === undefined ? "nothing" : `${tensor.type}[${tensor.dims.join(", ")}]`,
    });
  }
  const { type, data } = tensor;
  const texts = Array.isArray(data) ? data.map(String) : null;
  const values = Array.isArray(data) ? new Float32Array(0) : numbersOf(data, { type, argument });
  return {
    values,
    get logits() {
      return values instanceof Float32Array ? values : Float32Array.from(values);
    },
    columns: isFlat ? 1 : width!,
    type,
    texts,
    placement,
  };
}

function numbersOf(
  data: Exclude<Tensor["data"], string[]>,
  { type, argument }: { readonly type: string; readonly argument: string },
): Float32Array | Float64Array {
  if (data instanceof Float32Array || data instanceof Float64Array) return data;
  // Where JavaScript has no array of float16, ONNX Runtime gives their bits.
  if (type === "float16") {
    return data instanceof Uint16Array
      ? Float32Array.from(data, halfToNumber)
      : Float32Array.from(data as ArrayLike<number>);
  }
  const numbers = Float64Array.from(data as ArrayLike<number | bigint>, Number);
  const unsafe = data instanceof BigInt64Array || data instanceof BigUint64Array ? numbers.findIndex(isUnsafe) : -1;
  if (unsafe < 0) return numbers;
  throw new ModelError({
    argument,
    expected: "class ids below 2^53",
    found: `${data[unsafe]} in row ${unsafe}`,
  });
}

function isUnsafe(value: number): boolean {
  return !Number.isSafeInteger(value);
}
