import { ModelError, type RowFile, type RowSource } from "@evenodds/core";
import { loadRuntime } from "../session/load-runtime.js";

/** An ONNX file of a plan, loaded. */
export interface DensePiece {
  /**
   * Computes the outputs of all nodes from their inputs, in blocks of rows; `onRows` is told how many are done.
   */
  run(values: {
    readonly inputs: readonly RowSource[];
    readonly outputs: readonly RowFile[];
    readonly onRows: (rows: number) => void;
  }): Promise<void>;
  release(): Promise<void>;
}

/**
 * Loads a piece of a plan for blocks of `blockRows` rows, on the CPU with one thread, so that the bits of a row depend
 * on nothing else. Throws {@link ModelError} where ONNX Runtime does not take the file.
 */
export async function openDensePiece(
  bytes: Uint8Array,
  {
    file,
    blockRows,
    inputs: inputNames,
    outputs: outputNames,
  }: {
    readonly file: string;
    readonly blockRows: number;
    readonly inputs: readonly string[];
    readonly outputs: readonly string[];
  },
): Promise<DensePiece> {
  const ort = await loadRuntime();
  const refuse = (cause: unknown) => {
    const [found = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    return new ModelError({ argument: file, expected: "a piece that ONNX Runtime runs", found }, { cause });
  };
  const session = await ort.InferenceSession.create(bytes, {
    executionProviders: ["cpu"],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    logSeverityLevel: 4,
  }).catch((cause: unknown) => {
    throw refuse(cause);
  });
  return {
    async run({ inputs, outputs, onRows }) {
      const { rows } = outputs[0]!;
      const buffers = inputs.map(({ columns }) => new Float32Array(blockRows * columns));
      for (let start = 0; start < rows; start += blockRows) {
        const count = Math.min(blockRows, rows - start);
        const feeds = inputs.map((input, i): [string, InstanceType<typeof ort.Tensor>] => {
          const buffer = buffers[i]!;
          input.read(start, buffer.subarray(0, count * input.columns));
          buffer.fill(0, count * input.columns);
          return [inputNames[i]!, new ort.Tensor("float32", buffer, [blockRows, input.columns])];
        });
        const found = await session.run(Object.fromEntries(feeds), [...outputNames]).catch((cause: unknown) => {
          throw refuse(cause);
        });
        for (const [i, name] of outputNames.entries()) {
          const tensor = Object.entries(found).find(([key]) => key === name)![1];
          const data = tensor.data as Float32Array;
          outputs[i]!.write(start, data.subarray(0, count * outputs[i]!.columns));
          tensor.dispose();
        }
        onRows(start + count);
      }
    },
    release: () => session.release(),
  };
}
