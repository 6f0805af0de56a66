import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { RecordedSplit } from "../model/trained-model.js";
import { splitParts, type Split, type SplitPart } from "./split.js";

const digits = 16;

/**
 * Returns for each node id the first 64 bits of the SHA-256 of `scope`, a zero byte and the id (UTF-8), as 16 hex digits.
 * A model carries these instead of ids: enough to tell whether it has seen a node, without publishing who that is. Ids
 * that are easy to guess can still be tested one by one. Two of a million nodes collide with probability 3e-8.
 */
export function hashNodeIds(ids: readonly string[], scope = ""): string[] {
  const encoder = new TextEncoder();
  const prefix = sha256.create().update(encoder.encode(`${scope}\0`));
  return ids.map((id) =>
    bytesToHex(
      prefix
        .clone()
        .update(encoder.encode(id))
        .digest()
        .subarray(0, digits / 2),
    ),
  );
}

/** Returns `split` in the form in which a model carries it. `hashes` are those of all nodes, see {@link hashNodeIds}. */
export function recordSplit(split: Split, hashes: readonly string[]): RecordedSplit {
  const record = (part: SplitPart) =>
    Array.from(split[part], (node) => hashes[node]!)
      .sort()
      .join("");
  return { train: record("train"), validation: record("validation"), test: record("test") };
}

/**
 * Returns the split that a model recorded, in terms of the nodes with these hashes. Nodes that the model has not seen are
 * in no part, whatever graph they come from.
 */
export function recallSplit(recorded: RecordedSplit, hashes: readonly string[]): Split {
  const recall = (part: SplitPart) => {
    const known = new Set(recorded[part].match(new RegExp(`.{${digits}}`, "g")));
    const nodes: number[] = [];
    hashes.forEach((hash, node) => known.has(hash) && nodes.push(node));
    return Int32Array.from(nodes);
  };
  return { train: recall("train"), validation: recall("validation"), test: recall("test") };
}

/** Returns how many nodes each part of a recorded split has. */
export function recordedSizes(recorded: RecordedSplit): Record<SplitPart, number> {
  const [train, validation, test] = splitParts.map((part) => recorded[part].length / digits);
  return { train: train!, validation: validation!, test: test! };
}
