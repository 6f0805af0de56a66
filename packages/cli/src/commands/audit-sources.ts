import { suggest, UsageError } from "@evenodds/core";
import type { OutcomeRequest, OutcomeSource, RequestedAttribute, WhenMissing } from "@evenodds/data";
import { whenMissingPolicies } from "@evenodds/data";
import { InvalidArgumentError, Option, type Command } from "commander";
import { parseNames, parseNumber } from "../console/parse-number.js";

/** Flags of an audit of a table instead of a model on a graph. */
export interface SourceFlags {
  readonly predictions?: string[];
  readonly attributes?: string;
  readonly labels?: string;
  readonly id?: string;
  readonly unmatched?: "fail" | "exclude";
  readonly counts?: string[];
  readonly countColumn?: string;
  readonly sql?: string;
  readonly db?: string;
  readonly label?: string;
  readonly prediction?: string;
  readonly score?: string;
  readonly threshold?: number;
  readonly negative?: string;
  readonly bins?: Readonly<Record<string, number[]>>;
  readonly missing: WhenMissing;
  readonly given?: string;
  readonly weight?: string;
  readonly cross?: "all" | string[][];
}

const group = "Audit of a table instead of a model:";

/** Adds the flags that say where a table of predictions is, and what its columns mean. */
export function addSourceOptions(command: Command): Command {
  return command
    .optionsGroup(group)
    .option("--predictions <files>", "CSV, TSV, Parquet or JSON files with a row per prediction", parseNames)
    .option("--attributes <file>", "file with the sensitive attributes, joined by --id")
    .option("--labels <file>", "file with the true labels, joined by --id")
    .option("--id <column>", "column that names the same row in all files")
    .addOption(
      new Option("--unmatched <policy>", "what to do with ids that another file lacks").choices(["fail", "exclude"]),
    )
    .option("--counts <files>", "files with a row per combination and how many rows it stands for", parseNames)
    .option("--count-column <column>", "column of these numbers (default: count)")
    .option("--sql <query>", "SELECT whose result is audited; only counts leave the database")
    .option("--db <file>", "DuckDB database of the query, opened for reading")
    .option("--label <column>", "column of the true class")
    .option("--prediction <column>", "column of the predicted class")
    .option("--score <column>", "column of a score, predicted as positive from --threshold on")
    .option("--threshold <number>", "threshold of the score", parseNumber)
    .option("--negative <class>", "class below the threshold")
    .option("--bins <attribute=borders>", "cut a numeric attribute, such as age=30,50; can be repeated", collectBins)
    .addOption(
      new Option("--missing <policy>", "what to do with rows that lack a sensitive attribute")
        .choices(whenMissingPolicies)
        .default("exclude"),
    )
    .option("--given <column>", "compare within each level of this column too")
    .option("--weight <column>", "weight of each row");
}

/** Returns the source that the flags name; null where they name none. Throws {@link UsageError} for more than one. */
export function requestedSource(flags: SourceFlags): OutcomeSource | null {
  const { predictions, counts, sql, attributes, labels, id, unmatched } = flags;
  const named = Object.entries({ "--predictions": predictions, "--counts": counts, "--sql": sql }).filter(
    ([, value]) => value !== undefined,
  );
  if (named.length > 1) {
    const found = named.map(([flag]) => flag).join(" and ");
    throw new UsageError({ argument: "source", expected: "one table", found });
  }
  if (predictions !== undefined) {
    if (attributes === undefined && labels === undefined) return { predictions };
    if (id === undefined) {
      throw new UsageError({ argument: "--id", expected: "the column by which the files are joined", found: "none" });
    }
    return { predictions, attributes, labels, id, unmatched };
  }
  if (counts !== undefined) return { counts, count: flags.countColumn };
  return sql === undefined ? null : { sql, db: flags.db };
}

/** Returns what is to be counted. Throws {@link UsageError} where attributes, or prediction and score, are not named. */
export function requestedOutcomes(
  flags: SourceFlags,
  { sensitive, positive }: { readonly sensitive: readonly string[]; readonly positive: string | undefined },
): OutcomeRequest {
  const { label, prediction, score, threshold, negative, bins = {}, missing, given, weight, cross } = flags;
  if (sensitive.length === 0) {
    throw new UsageError({ argument: "--sensitive", expected: "the columns of the groups", found: "none" });
  }
  if ((prediction === undefined) === (score === undefined)) {
    throw new UsageError({
      argument: "--prediction",
      expected: "a column of predicted classes, or --score with a column of scores",
      found: prediction === undefined ? "neither" : "both",
    });
  }
  const strange = Object.keys(bins).find((name) => !sensitive.includes(name));
  if (strange !== undefined) {
    throw new UsageError({
      argument: "--bins",
      expected: "one of the attributes of --sensitive",
      found: JSON.stringify(strange),
      hint: suggest(strange, sensitive),
    });
  }
  return {
    sensitive: sensitive.map((column): RequestedAttribute => ({ column, bins: bins[column], whenMissing: missing })),
    label,
    prediction,
    score,
    threshold,
    positive,
    negative,
    crossed: cross,
    condition: given,
    weight,
  };
}

/** Parses `all`, or combinations such as `sex*age,sex*region`. */
export function parseCombinations(text: string): "all" | string[][] {
  if (text.trim() === "all") return "all";
  const combinations = parseNames(text).map((one) => one.split("*").map((name) => name.trim()));
  if (combinations.every((names) => names.length >= 2 && names.every((name) => name !== ""))) return combinations;
  throw new InvalidArgumentError("It must be all, or combinations such as sex*age.");
}

function collectBins(text: string, before: Readonly<Record<string, number[]>> = {}): Record<string, number[]> {
  const [name, borders] = text.split("=", 2);
  if (!name || !borders) throw new InvalidArgumentError("It must be a column and its borders, such as age=30,50.");
  return { ...before, [name.trim()]: borders.split(",").map(parseNumber) };
}
