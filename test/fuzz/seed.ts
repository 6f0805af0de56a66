/** What is mutated: one sound command line with its files, or several command lines on the same files. */
export interface Seed {
  readonly target: Target;
  /** Contents by path within the folder in which the command runs. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Paths of the files that are changed; with none, the command line is. */
  readonly changed: readonly string[];
  /** Arguments of `evenodds`. What they write begins with `out`, except in {@link grows}. */
  readonly commands: readonly (readonly string[])[];
  /** Folder that is read and written. */
  readonly grows?: string;
}

/** Kinds of inputs, and how many of a hundred are of each. */
export const shares = {
  model: 24,
  "graph card": 12,
  "graph tables": 8,
  table: 20,
  counts: 8,
  import: 10,
  run: 6,
  flags: 11,
  npz: 1,
} as const;

export type Target = keyof typeof shares;

export const targets = Object.keys(shares) as readonly Target[];

/** Stands in place of a command for files that no command reads without knowing their checksums. */
export const readSparseRowsCall = "readSparseRows";

/** One input: what is in the folder, and the command line. */
export interface FuzzInput {
  readonly target: Target;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly args: readonly string[];
  readonly grows?: string | undefined;
}
