import { UsageError } from "@evenodds/core";
import { onnx } from "./builder/proto.js";

/** A file beside an ONNX file, with the contents of its large tensors. */
export interface DataFile {
  /** Its name, which is recorded in the ONNX file: both have to lie in one folder. */
  readonly path: string;
  readonly bytes: number;
  /** The contents, in order. Tensors are views of what the model holds, not copies: write them before it is changed. */
  readonly chunks: readonly Uint8Array[];
}

/** A model as files: an ONNX file, and one beside it where its tensors are too large for one. */
export interface ModelFiles {
  readonly model: Uint8Array;
  readonly data?: DataFile | undefined;
}

/** Where a model's tensors go to a file of their own, and what it is called. */
export interface ModelFilesOptions {
  /** Name of the ONNX file, without folders; that of the data file is the same with `.data` behind it. */
  readonly name: string;
  /** Most bytes that all constants of a model may have together to be kept in the ONNX file itself. Default: 1.5e9. */
  readonly externalFrom?: number | undefined;
}

/** Some way below the 2 GiB of a protobuf message, at which readers give up. */
export const defaultExternalFrom = 1.5e9;

/**
 * What offsets in a data file are multiples of, so that every system can map tensors into memory: the allocation
 * granularity of Windows, a multiple of the usual page size. Source: ONNX, `TensorProto.external_data` in onnx.proto.
 */
export const dataAlignment = 65_536;

const { INT64, BOOL } = onnx.TensorProto.DataType;
const smallest = 1024;

/**
 * Whether a tensor belongs in the ONNX file in any case: small ones and whole numbers, from which shapes are
 * inferred.
 */
export function staysInside({ dataType, bytes }: { dataType: number | null | undefined; bytes: number }): boolean {
  return bytes < smallest || dataType === INT64 || dataType === BOOL;
}

/** Returns the name of the data file. Throws {@link UsageError} for a name that is not that of a file alone. */
export function dataFileName(name: string): string {
  if (/^[^/\\\0]+$/.test(name) && name !== "." && name !== "..") return `${name}.data`;
  const expected = "the name of the ONNX file, without folders";
  throw new UsageError({ argument: "name", expected, found: JSON.stringify(name) });
}

/** Collects the contents of a data file. */
export function startDataFile(path: string): {
  /**
   * Puts a tensor's content behind those that are there, and returns the entries of `external_data` that lead to it.
   */
  readonly add: (content: Uint8Array) => onnx.IStringStringEntryProto[];
  /** Returns the file; undefined where nothing was added. */
  readonly finish: () => DataFile | undefined;
} {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  return {
    add: (content) => {
      const offset = Math.ceil(bytes / dataAlignment) * dataAlignment;
      if (offset > bytes) chunks.push(new Uint8Array(offset - bytes));
      chunks.push(content);
      bytes = offset + content.length;
      return [
        { key: "location", value: path },
        { key: "offset", value: `${offset}` },
        { key: "length", value: `${content.length}` },
      ];
    },
    finish: () => (chunks.length === 0 ? undefined : { path, bytes, chunks }),
  };
}
