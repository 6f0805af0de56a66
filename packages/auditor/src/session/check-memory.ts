import { totalmem } from "node:os";
import { ModelError, sizeText } from "@evenodds/core";
import type { ModelDescription } from "../inspect/model-description.js";
import { matchTensors } from "../preflight/match-tensors.js";

/** Returns the bytes that the machine has, or the container that this runs in. */
export function machineMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/**
 * Throws {@link ModelError} with the figure where a model has a tensor of a fixed size that takes more than `memory`
 * bytes: loading it would fail, or take the machine down.
 */
export function checkModelMemory({ largestFixed }: ModelDescription, memory: number): void {
  if (largestFixed === null || largestFixed.bytes <= memory) return;
  const { source, type, shape, bytes } = largestFixed;
  throw tooLarge(`${source} ${type}[${shape.join(", ")}] takes ${sizeText(bytes)}`, memory);
}

/** Throws {@link ModelError} where what a graph feeds to a model takes more than `memory` bytes. */
export function checkInputMemory(
  description: ModelDescription,
  { nodeCount, arcCount, memory }: { readonly nodeCount: number; readonly arcCount: number; readonly memory: number },
): void {
  const { x } = matchTensors(description, { ids: true });
  const columns = x.shape?.[1];
  const bytes = (typeof columns === "number" ? columns : 0) * nodeCount * 4 + arcCount * 16;
  if (bytes <= memory) return;
  throw tooLarge(`its inputs for ${nodeCount} nodes and ${arcCount} arcs take ${sizeText(bytes)}`, memory);
}

function tooLarge(found: string, memory: number): ModelError {
  return new ModelError({
    argument: "‘memory’",
    expected: `a model that runs in ${sizeText(memory)}`,
    found,
    hint: "take another model, or a machine with more memory",
  });
}
