import { ModelError, sizeText } from "@evenodds/core";
import type { DecodedModel } from "../inspect/decode-model.js";
import { largestTensor } from "../inspect/largest-tensor.js";
import type { ModelDescription } from "../inspect/model-description.js";
import { inputBytes } from "../preflight/prepare-inputs.js";

/**
 * Throws {@link ModelError} with the figure where a model has a tensor of a fixed size that takes more than `memory`
 * bytes: loading it would fail, or take the machine down.
 */
export function checkModelMemory({ largestFixed }: ModelDescription, memory: number): void {
  if (largestFixed === null || largestFixed.bytes <= memory) return;
  const { source, type, shape, bytes } = largestFixed;
  throw tooLarge(`${source} ${type}[${shape.join(", ")}] takes ${sizeText(bytes)}`, memory);
}

/** What a model is about to run on. */
export interface RunSizes {
  /** Sizes of every input, by its name. */
  readonly inputs: ReadonlyMap<string, readonly number[]>;
  /** Whether these are what the inputs have, and not only what they have at most. */
  readonly isExact: boolean;
  /** Nodes or rows, and arcs; 0 without arcs. */
  readonly rows: number;
  readonly arcs: number;
  /** Such as `3000 nodes and 5998 arcs`, `200 rows`. */
  readonly what: string;
}

/** Returns the bytes of the inputs. Throws {@link ModelError} where they are more than `memory`. */
export function checkInputMemory({ inputs }: ModelDescription, sizes: RunSizes, memory: number): number {
  const bytes = inputBytes(inputs, sizes.inputs);
  if (bytes > memory) throw tooLarge(`its inputs for ${sizes.what} take ${sizeText(bytes)}`, memory);
  return bytes;
}

/**
 * Returns the bytes of the largest tensor that a model makes in any case of inputs of these sizes, such as one of all
 * pairs of nodes; 0 where a matrix of all pairs of nodes or arcs would fit twice, or the sizes are not known. Throws
 * {@link ModelError} where it takes more than `memory` bytes.
 */
export function checkRunMemory(model: () => DecodedModel, sizes: RunSizes, memory: number): number {
  if (!sizes.isExact || Math.max(sizes.rows, sizes.arcs) ** 2 * widestElement <= memory / 2) return 0;
  // A number that is fed has the sizes that the file states.
  const largest = largestTensor(model(), new Map([...sizes.inputs].filter(([, axes]) => axes.length > 0)));
  if (largest === null) return 0;
  const { source, type, shape, bytes } = largest;
  if (bytes > memory) {
    throw tooLarge(`${source} ${type}[${shape.join(", ")}] takes ${sizeText(bytes)} for ${sizes.what}`, memory);
  }
  return sizes.inputs.has(source.replace(/^input /, "")) ? 0 : bytes;
}

/** Bytes of the largest element. */
const widestElement = 16;

function tooLarge(found: string, memory: number): ModelError {
  return new ModelError({
    argument: "‘memory’",
    expected: `a model that runs in ${sizeText(memory)}`,
    found,
    hint: "take another model, or a machine with more memory",
  });
}
