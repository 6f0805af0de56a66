import type { Random } from "@evenodds/core";
import onnxProto from "onnx-proto";

const { onnx } = onnxProto;

/** Returns the bytes of a model with one to four of them changed, taken out, put in or cut off. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let mutated: Uint8Array = bytes;
  for (let times = 1 + random.integer(4); times > 0; times--) mutated = editBytes(mutated, random);
  return mutated;
}

/** Returns bytes of which one is changed, some are taken out or put in, or the rest is cut off. */
export function editBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const edited = Uint8Array.from(bytes);
  // What says where things are stands at the start of most files.
  const reach = random.uniform() < 0.5 ? Math.min(edited.length, 2000) : edited.length;
  const at = random.integer(Math.max(1, reach));
  switch (random.integer(5)) {
    case 0:
      edited[at]! ^= 1 << random.integer(8);
      return edited;
    case 1:
      edited[at] = [0, 1, 0x7f, 0x80, 0xff][random.integer(5)]!;
      return edited;
    case 2:
      return spliced(edited, { at, out: 1 + random.integer(8) });
    case 3:
      return spliced(edited, { at, out: 0, put: Array.from({ length: 4 }, () => random.integer(256)) });
    default:
      return random.integer(8) === 0 ? edited.slice(0, at) : edited;
  }
}

function spliced(
  bytes: Uint8Array,
  { at, out, put = [] }: { readonly at: number; readonly out: number; readonly put?: readonly number[] },
): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), Uint8Array.from(put), bytes.subarray(at + out)]);
}

/** Sizes and numbers that nobody expects. */
const oddNumbers = [0, 1, -1, 2, 3, 7, 255, 2 ** 31, 2 ** 40, 2 ** 53, -(2 ** 40), 2 ** 62];
const oddTexts = ["", "x", "edge_index", "logits", "__proto__", "constructor", "none", "add", "\0", "9".repeat(400)];

/** Returns a model that decodes, in which one to three fields are gone, repeated or hold something else. */
export function mutateFields(bytes: Uint8Array, random: Random): Uint8Array {
  return withFields(bytes, (model) => {
    for (let times = 1 + random.integer(3); times > 0; times--) mutateOne(model, random);
  });
}

/** The same with one field. */
export function editField(bytes: Uint8Array, random: Random): Uint8Array {
  return withFields(bytes, (model) => mutateOne(model, random));
}

/** The model after `change`; as it was where it holds something of another kind than its field can hold. */
function withFields(bytes: Uint8Array, change: (model: object) => void): Uint8Array {
  const model = onnx.ModelProto.decode(bytes);
  change(model);
  try {
    return onnx.ModelProto.encode(model).finish();
  } catch {
    return bytes;
  }
}

function mutateOne(model: object, random: Random): void {
  const { owner, key } = anyField(model, random);
  const value: unknown = Reflect.get(owner, key);
  if (random.integer(4) === 0 || value === null) {
    if (Array.isArray(owner)) owner.splice(Number(key), 1);
    else Reflect.deleteProperty(owner, key);
  } else if (typeof value === "number" || isLong(value)) {
    Reflect.set(owner, key, oddNumbers[random.integer(oddNumbers.length)]);
  } else if (typeof value === "string") {
    // Names of other values are the most likely to be taken for right.
    const other = anyField(model, random);
    const text: unknown = Reflect.get(other.owner, other.key);
    Reflect.set(owner, key, typeof text === "string" ? text : oddTexts[random.integer(oddTexts.length)]);
  } else if (value instanceof Uint8Array) {
    Reflect.set(owner, key, value.slice(0, random.integer(value.length + 1)));
  } else if (Array.isArray(value)) {
    if (random.integer(2) === 0) value.reverse();
    else if (value.length > 0) value.push(value[random.integer(value.length)]);
  }
}

function isLong(value: unknown): boolean {
  return typeof value === "object" && value !== null && "low" in value && "high" in value;
}

/** A field of a message or of one within it, those that hold others less often than the rest. */
function anyField(message: object, random: Random): { readonly owner: object; readonly key: string } {
  for (let owner = message; ;) {
    const keys = Object.keys(owner);
    const key = keys[random.integer(Math.max(1, keys.length))] ?? "name";
    const value: unknown = Reflect.get(owner, key);
    const isPart = typeof value === "object" && value !== null && !isLong(value) && !(value instanceof Uint8Array);
    if (!isPart || Object.keys(value).length === 0 || random.integer(6) === 0) return { owner, key };
    owner = value;
  }
}
