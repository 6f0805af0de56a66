import { totalmem } from "node:os";
import { ModelError, sizeText, type Graph } from "@evenodds/core";
import type { ModelDescription } from "../inspect/model-description.js";
import type { ModelBinding } from "../preflight/bind-model.js";
import { inputBytes } from "../preflight/prepare-inputs.js";

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
export function checkInputMemory(binding: Pick<ModelBinding, "inputs">, graph: Graph, memory: number): void {
  const bytes = inputBytes(binding, graph);
  if (bytes <= memory) return;
  const { nodeCount, source } = graph;
  throw tooLarge(`its inputs for ${nodeCount} nodes and ${source.length} arcs take ${sizeText(bytes)}`, memory);
}

function tooLarge(found: string, memory: number): ModelError {
  return new ModelError({
    argument: "‘memory’",
    expected: `a model that runs in ${sizeText(memory)}`,
    found,
    hint: "take another model, or a machine with more memory",
  });
}
