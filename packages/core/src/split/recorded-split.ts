import { sha256 } from "@noble/hashes/sha2.js";
import { InputError } from "../errors.js";
import type { RecordedSplit } from "../model/trained-model.js";
import { idKeys } from "../table/canonical-id.js";
import { splitParts, type Split, type SplitPart } from "./split.js";

const digits = 16;
/**
 * A model file is described by one text, and V8 limits texts to 2^29 characters: so many hashes leave room for the
 * rest.
 */
const mostNodes = 30_000_000;

/** `[2N]`: the hash of each node, the upper and then the lower 32 bits. */
export type NodeHashes = Uint32Array;

/**
 * Returns for each node id the first 64 bits of the SHA-256 of `scope`, a zero byte and the id's key (UTF-8), see
 * {@link idKeys}: an id that one file writes `7` and another `7.0` has one hash. A model carries these instead of ids:
 * enough to tell whether it has seen a node, without publishing who that is. Ids that are easy to guess can still be
 * tested one by one. Two of a million nodes collide with probability 3e-8.
 */
export function hashNodeIds(ids: readonly string[], scope = ""): NodeHashes {
  const encoder = new TextEncoder();
  const prefix = sha256.create().update(encoder.encode(`${scope}\0`));
  // One hash and one digest for all ids: millions of new ones would take most of the time.
  const hash = prefix.clone();
  const digest = new Uint8Array(32);
  const words = new DataView(digest.buffer);
  const hashes = new Uint32Array(2 * ids.length);
  idKeys(ids).forEach((id, node) => {
    prefix._cloneInto(hash).update(encoder.encode(id)).digestInto(digest);
    hashes[2 * node] = words.getUint32(0);
    hashes[2 * node + 1] = words.getUint32(4);
  });
  return hashes;
}

/**
 * Returns `split` in the form in which a model carries it. `hashes` are those of all nodes, see {@link hashNodeIds}.
 * Throws {@link InputError} for more than 30 million nodes, which no model could name.
 */
export function recordSplit(split: Split, hashes: NodeHashes): RecordedSplit {
  const found = splitParts.reduce((sum, part) => sum + split[part].length, 0);
  if (found > mostNodes) {
    throw new InputError({
      argument: "labelled nodes",
      expected: `at most ${mostNodes}, whose hashes the model can carry`,
      found: `${found}`,
      hint: "leave some nodes unlabelled",
    });
  }
  const record = (part: SplitPart) => {
    const sorted = BigUint64Array.from(split[part], (node) => join(hashes[2 * node]!, hashes[2 * node + 1]!)).sort();
    const letters = new Uint8Array(digits * sorted.length);
    sorted.forEach((hash, i) => {
      writeHex(letters, digits * i, Number(hash >> 32n));
      writeHex(letters, digits * i + digits / 2, Number(hash & 0xffff_ffffn));
    });
    return new TextDecoder().decode(letters);
  };
  return { train: record("train"), validation: record("validation"), test: record("test") };
}

function join(upper: number, lower: number): bigint {
  return (BigInt(upper) << 32n) | BigInt(lower);
}

/** Writes a word as eight hex digits. */
function writeHex(letters: Uint8Array, at: number, word: number): void {
  for (let i = digits / 2 - 1, left = word; i >= 0; i--, left >>>= 4) {
    const digit = left & 15;
    letters[at + i] = digit + (digit < 10 ? 48 : 87);
  }
}

/**
 * Returns the split that a model recorded, in terms of the nodes with these hashes. Nodes that the model has not seen
 * are in no part, whatever graph they come from.
 */
export function recallSplit(recorded: RecordedSplit, hashes: NodeHashes): Split {
  const recall = (part: SplitPart) => {
    const knows = membership(recorded[part]);
    return Int32Array.from({ length: hashes.length / 2 }, (_, node) => node).filter((node) =>
      knows(hashes[2 * node]!, hashes[2 * node + 1]!),
    );
  };
  return { train: recall("train"), validation: recall("validation"), test: recall("test") };
}

/**
 * Returns whether a hash is among the recorded ones: a hash table of which the slots are the upper bits, random as they
 * are.
 */
function membership(recorded: string): (upper: number, lower: number) => boolean {
  const count = recorded.length / digits;
  const slots = 2 ** Math.ceil(Math.log2(2 * count + 1));
  const entries = new Int32Array(slots);
  const words = new Uint32Array(2 * count);
  const find = (upper: number, lower: number) => {
    let slot = upper & (slots - 1);
    for (let entry = entries[slot]!; entry > 0; entry = entries[slot]!) {
      if (words[2 * entry - 2] === upper && words[2 * entry - 1] === lower) break;
      slot = (slot + 1) & (slots - 1);
    }
    return slot;
  };
  for (let i = 0; i < count; i++) {
    const at = i * digits;
    words[2 * i] = Number.parseInt(recorded.slice(at, at + digits / 2), 16);
    words[2 * i + 1] = Number.parseInt(recorded.slice(at + digits / 2, at + digits), 16);
    entries[find(words[2 * i]!, words[2 * i + 1]!)] = i + 1;
  }
  return (upper, lower) => entries[find(upper, lower)]! > 0;
}

/** Returns how many nodes each part of a recorded split has. */
export function recordedSizes(recorded: RecordedSplit): Record<SplitPart, number> {
  const [train, validation, test] = splitParts.map((part) => recorded[part].length / digits);
  return { train: train!, validation: validation!, test: test! };
}
