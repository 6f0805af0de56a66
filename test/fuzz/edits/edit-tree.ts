import type { Random } from "@evenodds/core";
import { parse, stringify } from "yaml";
import { oneOf, type Edit } from "./edit.js";
import { editText } from "./edit-text.js";
import { oddNumbers, oddTexts } from "./odd-values.js";

/** Changes one field of a JSON text. A text that cannot be read is changed as a text. */
export const editJson: Edit = treeEdit(
  (text) => JSON.parse(text),
  (value) => JSON.stringify(value),
);

/** The same for YAML. */
export const editYaml: Edit = treeEdit(
  (text) => parse(text, { logLevel: "silent" }),
  (value) => stringify(value, { aliasDuplicateObjects: false }),
);

/** The same for one line of a text with a JSON value in every line. */
export const editJsonLine: Edit = (bytes, random, others) => {
  const lines = Buffer.from(bytes).toString("utf8").split("\n");
  const at = random.integer(lines.length);
  lines[at] = Buffer.from(editJson(Buffer.from(lines[at]!), random, others)).toString("utf8");
  return Buffer.from(lines.join("\n"));
};

/** Changes one field of the JSON header of a safetensors file, whose length is written anew. */
export const editSafetensors: Edit = (bytes, random, others) => {
  const buffer = Buffer.from(bytes);
  const length = buffer.length < 8 ? Infinity : Number(buffer.readBigUInt64LE(0));
  if (length > buffer.length - 8) return bytes;
  const header = editJson(buffer.subarray(8, 8 + length), random, others);
  const prefix = Buffer.alloc(8);
  prefix.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([prefix, header, buffer.subarray(8 + length)]);
};

function treeEdit(read: (text: string) => unknown, write: (value: unknown) => string | undefined): Edit {
  return (bytes, random, others) => {
    try {
      const root = { value: read(Buffer.from(bytes).toString("utf8")) };
      editSlot(root, random);
      return Buffer.from(write(root.value) ?? "");
    } catch {
      return editText(bytes, random, others);
    }
  };
}

/** Where a value stands: a field of an object or a place in a list. */
interface Slot {
  readonly owner: object;
  readonly key: string;
}

function editSlot(root: object, random: Random): void {
  const slots = slotsOf(root);
  const { owner, key } = oneOf(slots, random);
  const value: unknown = Reflect.get(owner, key);
  const set = (changed: unknown) => void Reflect.set(owner, key, structuredClone(changed));
  // Metadata of safetensors are texts, and what we write there is JSON.
  if (typeof value === "string" && /^[{[]/.test(value) && random.integer(4) > 0) {
    return set(Buffer.from(editJson(Buffer.from(value), random, [])).toString());
  }
  switch (random.integer(9)) {
    case 0:
      if (Array.isArray(owner)) owner.splice(Number(key), 1);
      else Reflect.deleteProperty(owner, key);
      return;
    case 1: {
      const other = oneOf(slots, random);
      return set(Reflect.get(other.owner, other.key));
    }
    case 2:
      return set([value]);
    case 3:
      return set({ [oneOf(slots, random).key]: value });
    case 4:
      if (Array.isArray(owner))
        owner.splice(Number(key), 0, ...new Array<unknown>(1 + random.integer(200)).fill(value));
      else set(new Array(1 + random.integer(200)).fill(value));
      return;
    case 5: {
      const name = random.integer(2) === 0 ? oneOf(slots, random).key : oneOf(oddTexts, random);
      Reflect.deleteProperty(owner, key);
      Reflect.defineProperty(owner, name, { value, enumerable: true, configurable: true, writable: true });
      return;
    }
    case 6:
      return set(oneOf<unknown>([null, true, false, [], {}, [[]], [null], { x: {} }], random));
    case 7:
      return set(oneOf(oddNumbers, random));
    default:
      return set(oneOf(oddTexts, random));
  }
}

function slotsOf(root: object): Slot[] {
  const slots: Slot[] = [];
  const open: unknown[] = [root];
  while (open.length > 0) {
    const owner = open.pop();
    if (typeof owner !== "object" || owner === null) continue;
    for (const [key, value] of Object.entries(owner)) {
      slots.push({ owner, key });
      open.push(value);
    }
  }
  return slots;
}
