import { layers } from "../../layers/layers.js";

/** The options of every kind of layer that a card may have. */
export const layerSchemas = Object.values(layers).map(({ card }) => card);
