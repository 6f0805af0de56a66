import { totalmem } from "node:os";
import { ModelError, sizeText, type Graph } from "@evenodds/core";
import type { DecodedModel } from "../inspect/decode-model.js";
import { largestTensor } from "../inspect/largest-tensor.js";
import type { ModelDescription } from "../inspect/model-description.js";
import type { ModelBinding } from "../preflight/bind-model.js";
import { inputBytes, inputSizes, isNormalized } from "../preflight/prepare-inputs.js";

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

/**
 * Throws {@link ModelError} where a model makes a tensor of more than `memory` bytes in any case of this graph, such as
 * one of all pairs of nodes. Looks only where a matrix of all pairs of nodes or arcs would not fit.
 */
export function checkRunMemory(
  model: () => DecodedModel,
  run: { readonly binding: Pick<ModelBinding, "inputs">; readonly graph: Graph; readonly memory: number },
): void {
  const { binding, graph, memory } = run;
  const arcs = graph.source.length;
  if (Math.max(graph.nodeCount, arcs) ** 2 * widestElement <= memory) return;
  // How many arcs normalizing leaves is not known before.
  const sizes = isNormalized(binding.inputs) ? null : inputSizes(binding, graph);
  // A number that is fed has the sizes that the file states.
  const largest = sizes && largestTensor(model(), new Map([...sizes].filter(([, axes]) => axes.length > 0)));
  if (largest === null || largest.bytes <= memory) return;
  const { source, type, shape, bytes } = largest;
  const what = `${source} ${type}[${shape.join(", ")}] takes ${sizeText(bytes)}`;
  throw tooLarge(`${what} for ${graph.nodeCount} nodes and ${arcs} arcs`, memory);
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
