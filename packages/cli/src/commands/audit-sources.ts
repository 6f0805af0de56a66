import { suggest, UsageError } from "@evenodds/core";
import type { OutcomeRequest, RequestedAttribute, SqlFiles, WhenMissing } from "@evenodds/data";
import { whenMissingPolicies } from "@evenodds/data";
import { InvalidArgumentError, Option, type Command } from "commander";
import { parseNames, parseNumber } from "../console/parse-number.js";
import type { TableSource } from "../workflows/table-source.js";

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
  readonly sqlFiles?: SqlFiles;
  readonly postgres?: string;
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
    .option("--sql <query>", "one SELECT whose result is audited; only counts leave the database")
    .option("--db <file>", "DuckDB database of the query, opened for reading")
    .addOption(
      new Option(
        "--sql-files <which>",
        "files that a query in DuckDB may read: below the working directory, any or none (default: cwd)",
      ).choices(["cwd", "any", "none"] satisfies SqlFiles[]),
    )
    .option("--postgres <url>", "PostgreSQL database of the query, only read, such as postgres://user@host/name")
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

/**
 * Returns the source that the flags name; null where they name none. Throws {@link UsageError} for more than one, and for a
 * database without a query.
 */
export function requestedSource(flags: SourceFlags): TableSource | null {
  const { predictions, counts, sql, db, postgres, attributes, labels, id, unmatched, sqlFiles } = flags;
  const named = Object.entries({ "--predictions": predictions, "--counts": counts, "--sql": sql }).filter(
    ([, value]) => value !== undefined,
  );
  if (named.length > 1) {
    const found = named.map(([flag]) => flag).join(" and ");
    throw new UsageError({ argument: "source", expected: "one table", found });
  }
  checkDatabase(flags);
  if (predictions !== undefined) {
    if (attributes === undefined && labels === undefined) return { predictions };
    if (id === undefined) {
      throw new UsageError({ argument: "--id", expected: "the column by which the files are joined", found: "none" });
    }
    return { predictions, attributes, labels, id, unmatched };
  }
  if (counts !== undefined) return { counts, count: flags.countColumn };
  if (sql !== undefined) return postgres === undefined ? { sql, db, sqlFiles } : { sql, postgres };
  return null;
}

function checkDatabase({ sql, db, postgres, sqlFiles }: SourceFlags): void {
  if (sqlFiles !== undefined && (sql === undefined || postgres !== undefined)) {
    throw new UsageError({
      argument: "--sql-files",
      expected: "a query in DuckDB with --sql",
      found: postgres === undefined ? "none" : "--postgres, whose server reads its own files",
      hint: "leave it out",
    });
  }
  if (db !== undefined && postgres !== undefined) {
    throw new UsageError({ argument: "--postgres", expected: "one database", found: "--db and --postgres" });
  }
  const flag = postgres === undefined ? "--db" : "--postgres";
  if ((postgres ?? db) === undefined || sql !== undefined) return;
  const hint = 'such as --sql "select * from scored"';
  throw new UsageError({ argument: flag, expected: "a query of this database with --sql", found: "none", hint });
}

/** Returns what is to be counted. Throws {@link UsageError} where attributes, or prediction and score, are not named. */
export function requestedOutcomes(
  flags: SourceFlags,
  chosen: {
    readonly sensitive: readonly string[];
    readonly positive: string | undefined;
    readonly cluster: string | undefined;
  },
): OutcomeRequest {
  const { label, prediction, score, threshold, negative, given, weight, cross } = flags;
  const { sensitive, positive, cluster } = chosen;
  if ((prediction === undefined) === (score === undefined)) {
    throw new UsageError({
      argument: "--prediction",
      expected: "a column of predicted classes, or --score with a column of scores",
      found: prediction === undefined ? "neither" : "both",
    });
  }
  return {
    sensitive: requestedAttributes(flags, sensitive),
    label,
    prediction,
    score,
    threshold,
    positive,
    negative,
    crossed: cross,
    condition: given,
    cluster,
    weight,
  };
}

/** Returns the sensitive attributes. Throws {@link UsageError} for none, and for bins of what is no attribute. */
export function requestedAttributes(
  { bins = {}, missing }: SourceFlags,
  sensitive: readonly string[],
): RequestedAttribute[] {
  if (sensitive.length === 0) {
    throw new UsageError({ argument: "--sensitive", expected: "the columns of the groups", found: "none" });
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
  return sensitive.map((column) => ({ column, bins: bins[column], whenMissing: missing }));
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
