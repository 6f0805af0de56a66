import { findMisfit, type JsonShape, type Misfit } from "../notation/find-misfit.js";
import { ownValue } from "../own-value.js";
import { layerShapes } from "./layer.js";

/**
 * Returns the first place at which a value that was read from JSON is no list of layers, below `path`; null where it is
 * one. A layer of a kind that nobody knows is left to those who look for its kind: they can say what there is.
 */
export function findLayerMisfit(value: unknown, path: string): Misfit | null {
  const misfit = findMisfit(value, { list: { fields: { kind: "text" } } }, path);
  if (misfit !== null) return misfit;
  for (const [i, layer] of (value as readonly { readonly kind: string }[]).entries()) {
    const fields = ownValue<Readonly<Record<string, JsonShape>>>(layerShapes, layer.kind);
    const wrong = fields === undefined ? null : findMisfit(layer, { fields }, path === "" ? `${i}` : `${path}.${i}`);
    if (wrong !== null) return wrong;
  }
  return null;
}
