import {
  InputError,
  isStoredType,
  isTorchFile,
  safetensorsHeaderLength,
  safetensorsLayout,
  safetensorsStart,
  type StoredType,
} from "@evenodds/core";
import { numbersOf, unreadable } from "./numbers-of.js";
import { readRange, type OpenFile } from "./read-range.js";
import { torchHint } from "./torch-hint.js";
import type { ArrayContent, TensorFile, TensorHead } from "./tensor-file.js";

/** Reads the header of a safetensors file. Throws {@link InputError} for a file that is none. */
export async function openSafetensors(file: OpenFile): Promise<TensorFile> {
  const { name, size } = file;
  const refuse = (found: string, hint?: string) =>
    new InputError({ argument: name, expected: "a safetensors file", found, hint });
  const first = await readRange(file, { start: 0, end: Math.min(size, safetensorsStart) });
  if (isTorchFile(first)) throw refuse("a file of torch.save", torchHint);
  const length = safetensorsHeaderLength(first, { size, refuse });
  const header = await readRange(file, { start: safetensorsStart, end: safetensorsStart + length });
  const { places, metadata } = safetensorsLayout(header, { size, refuse });
  const heads = new Map<string, TensorHead>();
  for (const [key, { type, shape }] of places) {
    const known = isStoredType(type) ? type : null;
    heads.set(key, { type: known, typeName: known === null ? type : typeNames[known], shape });
  }
  const read = async (key: string): Promise<ArrayContent> => {
    const { type, shape, start, end } = places.get(key)!;
    if (!isStoredType(type)) throw unreadable({ key, file: name, found: type });
    const bytes = await readRange(file, { start, end });
    return { shape, type, values: numbersOf(bytes, { type, key, file: name }) };
  };
  return { name, heads, metadata, read };
}

/** What PyTorch and NumPy call the element types. */
const typeNames: Readonly<Record<StoredType, string>> = {
  BOOL: "bool",
  U8: "uint8",
  I8: "int8",
  U16: "uint16",
  I16: "int16",
  U32: "uint32",
  I32: "int32",
  U64: "uint64",
  I64: "int64",
  F16: "float16",
  BF16: "bfloat16",
  F32: "float32",
  F64: "float64",
};
