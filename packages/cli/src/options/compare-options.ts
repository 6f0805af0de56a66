import { comparisonFiles } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import { isRowFile } from "@evenodds/data";
import { headings } from "../headings.js";
import { auditOptions } from "./audit-options.js";
import { specOf } from "./check-options.js";
import { graphArgument } from "./graph-argument.js";
import type { CommandTable, GivenValues, OptionSpec } from "./option-spec.js";

/** Everything that a comparison can be of, with what it is called. */
export const compareSubjects = {
  reports: "the reports of two audits",
  classifier: "two models on a graph",
  tabular: "two models on a table",
  predictions: "two tables of predictions",
} as const;

export type CompareSubject = keyof typeof compareSubjects;

const models: readonly CompareSubject[] = ["classifier", "tabular"];
const tables: readonly CompareSubject[] = ["predictions"];
const rows: readonly CompareSubject[] = ["tabular", "predictions"];
const paired: readonly CompareSubject[] = ["classifier", "tabular", "predictions"];

/** What else an option of an audit says in a comparison. */
type Own = Partial<Omit<OptionSpec<CompareSubject>, "flags" | "subjects">>;

/** Returns an option of an audit, for these subjects. Its conditions are those of a comparison. */
function ofAudit(flag: string, subjects?: readonly CompareSubject[], own: Own = {}): OptionSpec<CompareSubject> {
  const { flags, help, parse, choices, standard, repeats, reads, conflicts } = specOf(auditOptions, flag);
  const taken = { flags, help, parse, choices, standard, repeats, reads, conflicts, subjects, ...own };
  return Object.fromEntries(
    Object.entries(taken).filter(([, value]) => value !== undefined),
  ) as unknown as OptionSpec<CompareSubject>;
}

const files = Object.values(comparisonFiles);
const needsDraws = [{ anyOf: ["--unpaired"], subjects: ["reports"] }] as const satisfies Own["needs"];

const options: readonly OptionSpec<CompareSubject>[] = [
  ofAudit("--split", ["classifier"], {
    help: "compare on this part of the split that the graph gives or both models record",
  }),
  ofAudit("--nodes", ["classifier"], {
    help: "compare on these nodes: a .txt file with an id in each line, or a table with --id",
  }),
  {
    flags: "--unpaired",
    help: "the reports are of other rows, drawn alike: compare them all the same",
    subjects: ["reports"],
    instead: "both have the same rows; leave it out",
  },
  ofAudit("--sensitive", undefined, {
    help: "attributes to compare, separated by commas (default: all of the graph or the reports)",
  }),
  ofAudit("--cross", paired, { help: "compare combinations too: all, or such as sex*age,sex*region" }),
  ofAudit("--min-support", undefined, {
    standard: undefined,
    help: "fewest rows of a cell to compare (default: 5, or that of the reports)",
  }),
  ofAudit("--draws", undefined, { needs: needsDraws }),
  ofAudit("--alpha"),
  ofAudit("--seed", undefined, { needs: needsDraws }),
  ofAudit("--cluster", paired, {
    help: "allow for correlation within clusters: communities or louvain of the graph, or a column",
  }),
  ofAudit("--resolution", ["classifier"], { needs: [{ anyOf: ["--cluster louvain"] }] }),
  ...["--non-finite", "--provider", "--device-id", "--allow-fallback", "--threads", "--map", "--output"].map((flag) =>
    ofAudit(flag, models, flag === "--device-id" ? { needs: [{ anyOf: ["--provider cuda"] }] } : {}),
  ),
  ...["--output-kind", "--one-logit", "--trust-scatter"].map((flag) => ofAudit(flag, models)),
  ofAudit("--memory"),
  ofAudit("--timeout"),
  { flags: "--json", help: "write the comparison as JSON to standard output, and nothing else" },
  {
    flags: "--out <folder>",
    help: `write ${files.slice(0, -1).join(", ")} and ${files.at(-1)} here`,
    writes: { kind: "files", names: files },
  },
  ofAudit("--id", paired, {
    group: "Rows of tables:",
    needs: [{ anyOf: ["--nodes"], subjects: ["classifier"] }],
    help: "column with the ids of the rows, which are the same in both tables",
  }),
  ofAudit("--unmatched", ["classifier", "predictions"], {
    needs: [{ anyOf: ["--nodes"], subjects: ["classifier"] }],
    help: "what to do with ids that the other table lacks, or the graph",
  }),
  ofAudit("--labels", tables, {
    help: "file with the true labels, and attributes that the tables lack, joined by --id",
  }),
  ofAudit("--label", rows),
  ofAudit("--prediction", tables),
  ofAudit("--score", tables),
  ofAudit("--positive", tables, { help: "class from the threshold on", needs: [{ anyOf: ["--score"] }] }),
  ...["--threshold", "--negative"].map((flag) => ofAudit(flag, tables, { needs: [{ anyOf: ["--score"] }] })),
  ...["--bins", "--levels", "--missing-values", "--classes"].map((flag) => ofAudit(flag, rows)),
  ofAudit("--missing", tables),
  ...["--no-header", "--delimiter", "--comment"].map((flag) => ofAudit(flag, rows)),
];

/** `evenodds compare` as data. What an option of an audit means is said there alone. */
export const compareOptions: CommandTable<CompareSubject> = {
  ...headings.compare,
  examples: [
    "evenodds compare old.onnx new.onnx samples/nba --sensitive country",
    "evenodds compare old.csv new.csv --id id --label y --prediction yhat --sensitive sex",
    "evenodds compare old/report.json new/report.json",
  ],
  arguments: [
    {
      name: "<a>",
      help: "before: an ONNX model, a table of predictions, or the report.json of an audit",
      reads: "file",
    },
    { name: "<b>", help: "after: the same kind of file", reads: "file" },
    { ...graphArgument("[graph]", { rows: true }) },
  ],
  options,
  deed: "a comparison of",
  subjects: compareSubjects,
  families: [
    { title: "two models", subjects: models },
    { title: "tables", subjects: rows },
  ],
  subjectsOf: compareSubjectsOf,
};

/**
 * Returns what a comparison is of, given its flags and arguments. Throws {@link UsageError} where they name nothing
 * that can be compared.
 */
function compareSubjectsOf({ values, arguments: [a, b, graph] }: GivenValues): readonly CompareSubject[] {
  if (typeof graph === "string") return [isRowFile(graph) ? "tabular" : "classifier"];
  if (values.prediction !== undefined || values.score !== undefined) return ["predictions"];
  const both = [String(a), String(b)];
  if (both.every((path) => path.endsWith(".json"))) return ["reports"];
  const hint = both.every((path) => path.endsWith(".onnx"))
    ? "name the graph or the table on which the models run, as the third argument"
    : "for tables, name the column of the predictions with --prediction; see evenodds compare --help";
  throw new UsageError({
    argument: "evenodds compare",
    expected: "two models and a graph, two tables of predictions, or two reports",
    found: both.join(" and "),
    hint,
  });
}
