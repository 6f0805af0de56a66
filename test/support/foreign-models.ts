import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { OutputKind } from "@evenodds/auditor";

/** A model of `test/foreign-models`, as its `models.json` lists it; its README.md explains the fields. */
export interface ForeignModel {
  readonly name: string;
  readonly made: string;
  readonly irVersion: number;
  /** Graph card or table, relative to the folder. */
  readonly data: string;
  /** Column of the ids of a table. */
  readonly id?: string;
  readonly label: string;
  readonly sensitive: string;
  readonly inputs: readonly ForeignTensor[];
  readonly outputs: readonly ForeignTensor[];
  readonly answer: { readonly output: string | readonly string[]; readonly kind: OutputKind };
  readonly flags: readonly string[];
  readonly tolerance: number;
  readonly runsOnCpu: boolean;
  readonly note?: string;
}

/** As the file declares it; an input also has its meaning. */
export interface ForeignTensor {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly (number | string | null)[] | null;
  readonly meaning?: string;
}

/** What the maker's library computed in Python. */
export interface ForeignPredictions {
  /** In the order of the columns of `probabilities`. */
  readonly classes: readonly string[];
  /** Of the rows with a known label: all, and by group. */
  readonly figures: Readonly<Record<string, ForeignFigures>>;
  readonly ids: readonly string[];
  readonly predicted: readonly string[];
  readonly probabilities: readonly (readonly number[])[] | null;
}

/** Counts by true class, then by predicted class, and Brier scores by class. */
export interface ForeignFigures {
  readonly rows: number;
  readonly confusion: readonly (readonly number[])[];
  readonly brier: Readonly<Record<string, number>> | null;
}

const folder = new URL("../foreign-models/", import.meta.url);

/** All models of other tools, in the order of `models.json`. */
export const foreignModels = read("models.json") as readonly ForeignModel[];

/** Models that `audit` refuses, and words of the refusal. */
export const refusedModels: ReadonlyMap<string, string> = new Map([
  ["pyg-old-float16", "MLFloat16 data type is not supported with ScatterElements"],
]);

/** Whether the data of a model are a graph, not a table. */
export function isOnGraph({ data }: ForeignModel): boolean {
  return data.endsWith(".yaml");
}

/** Returns what the maker of a model predicted. */
export function expectedOf({ name }: ForeignModel): ForeignPredictions {
  return read(`${name}/expected.json`) as ForeignPredictions;
}

/** Returns the path of a file of the folder. */
export function foreignPath(path: string): string {
  return fileURLToPath(new URL(path, folder));
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, folder), "utf8"));
}
