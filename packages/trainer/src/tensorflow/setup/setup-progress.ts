/** How far a set-up is. */
export interface SetupProgress {
  readonly stage: "download" | "unpack" | "compile" | "check";
  /** The package, file or library at work. */
  readonly what: string;
  /** Bytes of the stage that are done, over all its packages; null for a stage that is not counted. */
  readonly done: number | null;
  readonly total: number | null;
}
