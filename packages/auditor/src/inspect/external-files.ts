import { ModelError } from "@evenodds/core";
import onnxProto, { type onnx as types } from "onnx-proto";

/** A file beside a model that holds some of its tensors. */
export interface ExternalFile {
  /** As the model names it, relative to its own folder. */
  readonly path: string;
  /** How many bytes it has at least, as far as the model says. */
  readonly bytes: number;
}

const { EXTERNAL } = onnxProto.onnx.TensorProto.DataLocation;

/**
 * Collects the files in which tensors are. Throws {@link ModelError}, with `name` as its argument, for a tensor whose
 * file is not within the folder of the model, or whose place in it is not a number: a model must not make others read
 * what it likes.
 */
export function collectExternalFiles(name: string): {
  readonly visit: (tensor: types.ITensorProto) => void;
  /** The files in text order. */
  readonly files: () => ExternalFile[];
} {
  const bytes = new Map<string, number>();
  return {
    visit: (tensor) => {
      if (tensor.dataLocation !== EXTERNAL) return;
      const entries = new Map((tensor.externalData ?? []).map(({ key, value }) => [key, value ?? ""]));
      const wrong = (expected: string, found: string, hint?: string) =>
        new ModelError({ argument: name, expected: `${expected} of tensor "${tensor.name ?? ""}"`, found, hint });
      const path = entries.get("location") ?? "";
      if (!isWithinFolder(path)) {
        const hint = "a model may only name files beside it; do not use it unless you know why it does not";
        throw wrong("a file in the model's folder with the data", JSON.stringify(path), hint);
      }
      const [offset, length] = ["offset", "length"].map((key) => {
        const text = entries.get(key) ?? "0";
        if (/^\d{1,15}$/.test(text)) return Number(text);
        throw wrong(`a whole number as ${key}`, JSON.stringify(text));
      }) as [number, number];
      bytes.set(path, Math.max(bytes.get(path) ?? 0, offset + length));
    },
    files: () => [...bytes].map(([path, least]) => ({ path, bytes: least })).sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** Whether a path stays below the folder that it starts from, on every system. */
function isWithinFolder(path: string): boolean {
  if (path === "" || path.includes("\0") || /^[/\\]|^[A-Za-z]:/.test(path)) return false;
  let depth = 0;
  for (const step of path.split(/[/\\]/)) {
    if (step === "..") depth--;
    else if (step !== "" && step !== ".") depth++;
    if (depth < 0) return false;
  }
  return depth > 0;
}
