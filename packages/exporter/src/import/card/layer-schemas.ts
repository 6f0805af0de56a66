import { layerKinds } from "@evenodds/core";
import { layers } from "../../layers/layers.js";

/** The options of every kind of layer that a card may have. */
export const layerSchemas = layerKinds.map((kind) => layers[kind].card);
