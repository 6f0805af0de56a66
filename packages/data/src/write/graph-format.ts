/** Formats in which the node and edge files of a graph are written. */
export const graphFormats = ["csv", "parquet"] as const;
export type GraphFormat = (typeof graphFormats)[number];
