import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { splitParts, type Split } from "./split.js";

/**
 * Returns the SHA-256 (64 hex digits) of a split of the nodes of one graph: of each part the number of its nodes and
 * their indices, as little-endian integers of 32 bits.
 */
export function hashSplit(split: Split): string {
  const hash = sha256.create();
  for (const part of splitParts) {
    const numbers = Int32Array.of(split[part].length);
    hash.update(new Uint8Array(numbers.buffer));
    hash.update(new Uint8Array(split[part].buffer, split[part].byteOffset, split[part].byteLength));
  }
  return bytesToHex(hash.digest());
}
