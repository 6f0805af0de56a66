import { ModelError, suggest, type Layer } from "@evenodds/core";

/** Every kind of layer that can be exported; each has a file `translate-<kind>.ts` beside this one. */
export const layerKinds = [
  "gcn",
  "sage",
  "gat",
  "gin",
  "linear",
  "batch-norm",
  "layer-norm",
  "relu",
  "leaky-relu",
  "elu",
  "dropout",
  "residual",
  "jumping-knowledge",
] as const satisfies readonly Layer["kind"][];

/** Returns the error for a layer of another kind, with the way to add it. */
export function unknownLayer(kind: string): ModelError {
  return new ModelError({
    argument: "layer",
    expected: `one of the kinds that can be exported: ${layerKinds.join(", ")}`,
    found: `"${kind}"`,
    hint: `${suggest(kind, layerKinds)} To add it, write packages/exporter/src/layers/translate-${kind}.ts, see "Adding a layer" in docs/model-format.md`,
  });
}
