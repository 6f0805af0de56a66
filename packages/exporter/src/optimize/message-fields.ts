import { findBrokenOnnx, ModelError } from "@evenodds/core";
import protobuf from "protobufjs/minimal.js";
import { largestModel, tooLarge } from "../encode-model.js";

/** One field of a protobuf message as it stands in a file. */
export interface MessageField {
  readonly number: number;
  /** Tag, length and content. */
  readonly whole: Uint8Array;
  /** The content alone, of fields that have a length: texts, bytes and nested messages; else empty. */
  readonly content: Uint8Array;
}

const lengthDelimited = 2;

/** Throws {@link ModelError} for bytes that are not laid out as an ONNX file. */
export function checkOnnx(bytes: Uint8Array): void {
  const broken = findBrokenOnnx(bytes);
  if (broken === undefined) return;
  throw new ModelError({
    argument: "model",
    expected: "an ONNX file",
    found: `${bytes.length} bytes that are ${broken}`,
  });
}

/**
 * Takes a protobuf message apart into its fields, in their order, known or not: what is copied field by field keeps
 * what the classes of an older schema would lose. Throws {@link ModelError} for bytes that are not a message.
 */
export function messageFields(bytes: Uint8Array): MessageField[] {
  const reader = protobuf.Reader.create(bytes);
  const fields: MessageField[] = [];
  try {
    while (reader.pos < reader.len) {
      const start = reader.pos;
      const tag = reader.uint32();
      const content = (tag & 7) === lengthDelimited ? reader.bytes() : new Uint8Array();
      if ((tag & 7) !== lengthDelimited) reader.skipType(tag & 7);
      fields.push({ number: tag >>> 3, whole: bytes.subarray(start, reader.pos), content });
    }
  } catch (cause) {
    throw new ModelError({ argument: "model", expected: "an ONNX file", found: "bytes that are cut off" }, { cause });
  }
  return fields;
}

/** Returns a field with a length as it stands in a file. */
export function fieldBytes(number: number, content: Uint8Array): Uint8Array {
  return protobuf.Writer.create()
    .uint32((number << 3) | lengthDelimited)
    .bytes(content)
    .finish();
}

/** Returns the parts one after another. Throws {@link ModelError} where they are more than a model can have. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  if (bytes > largestModel) throw tooLarge(bytes);
  const joined = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
