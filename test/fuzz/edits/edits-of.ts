import { extname } from "node:path";
import { editBytes, editField } from "../../support/mutate-onnx.js";
import type { Edit } from "./edit.js";
import { editGraph } from "./edit-model.js";
import { editText } from "./edit-text.js";
import { editJson, editJsonLine, editSafetensors, editYaml } from "./edit-tree.js";

/** The change of a protobuf message; bytes that are none are changed as bytes. */
function orBytes(edit: Edit): Edit {
  return (bytes, random, others) => {
    try {
      return edit(bytes, random, others);
    } catch {
      return editBytes(bytes, random);
    }
  };
}

/** Puts a stretch of another file of the kind, or of this one, in place of one. */
const editStretch: Edit = (bytes, random, others) => {
  const other = others.length === 0 ? bytes : others[random.integer(others.length)]!;
  const stretch = (length: number) => {
    const from = random.integer(length + 1);
    return [from, Math.min(length, from + random.integer(257))] as const;
  };
  const [from, to] = stretch(bytes.length);
  return Buffer.concat([bytes.subarray(0, from), other.subarray(...stretch(other.length)), bytes.subarray(to)]);
};

/** By the extension of a file: changes of what it holds, more often than of its bytes. */
const editsByExtension: ReadonlyMap<string, readonly Edit[]> = new Map([
  [".onnx", [...new Array<Edit>(10).fill(orBytes(editGraph)), orBytes(editField), editBytes, editStretch]],
  [".yaml", [editYaml, editYaml, editText, editBytes]],
  [".json", [editJson, editJson, editText, editBytes]],
  [".ndjson", [editJsonLine, editJsonLine, editText, editBytes]],
  [".jsonl", [editJsonLine, editJsonLine, editText, editBytes]],
  [".csv", [editText, editText, editText, editBytes]],
  [".tsv", [editText, editText, editText, editBytes]],
  [".safetensors", [editSafetensors, editSafetensors, editBytes, editStretch]],
]);

/** The changes that make sense for a file of this name. */
export function editsOf(name: string): readonly Edit[] {
  return editsByExtension.get(extname(name)) ?? [editBytes, editStretch];
}
