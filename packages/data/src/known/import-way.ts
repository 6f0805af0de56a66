/** What becomes of the original files of a data set. */
export const importWays = ["copy", "reference", "parquet"] as const;
export type ImportWay = (typeof importWays)[number];
