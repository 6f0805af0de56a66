import type { Random } from "@evenodds/core";

/**
 * One change of a file: a function of its bytes, of random numbers and of files of the same kind from which it may take
 * parts. The same arguments give the same bytes.
 */
export type Edit = (bytes: Uint8Array, random: Random, others: readonly Uint8Array[]) => Uint8Array;

/** One of `values`. */
export function oneOf<T>(values: readonly T[], random: Random): T {
  return values[random.integer(values.length)]!;
}
