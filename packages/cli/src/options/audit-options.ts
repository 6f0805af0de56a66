import {
  ciFormats,
  defaultSettings,
  inconclusivePolicies,
  nonFinitePolicies,
  reportFiles,
  ruleKinds,
  type CiFormat,
} from "@evenodds/auditor";
import { splitParts } from "@evenodds/core";
import { joinPolicies, serverEngines, sqlFilesChoices, whenMissingPolicies, type ServerEngine } from "@evenodds/data";
import {
  parseCount,
  parseDistinctNames,
  parseFraction,
  parseNumber,
  parsePositive,
  parsePositiveCount,
  parseShare,
} from "../console/parse-number.js";
import {
  auditFamilies,
  auditSubjects,
  auditSubjectsOf,
  classSubjects,
  classTables,
  fileSubjects,
  joinedSubjects,
  modelSubjects,
  predictedTables,
  predictionSubjects,
  querySubjects,
  regressionSubjects,
  rowSubjects,
  runSubjects,
  tableSubjects,
  type AuditSubject,
} from "./audit-subjects.js";
import { graphArgument } from "./graph-argument.js";
import { headings } from "../headings.js";
import { queryHash, withoutSecrets } from "./reported-source.js";
import { commentOption, delimiterOption, headerOption } from "./layout-options.js";
import { memoryOption, timeoutOption } from "./limit-options.js";
import {
  allowFallbackOption,
  deviceIdOption,
  mapOption,
  oneLogitOption,
  outputKindOption,
  outputOption,
  providerOption,
  trustScatterOption,
} from "./model-options.js";
import type { Advice, CommandTable, OptionSpec } from "./option-spec.js";
import {
  parseBins,
  parseCombinations,
  parseLabelBins,
  parseLevels,
  parseLimit,
  parseProviders,
  parseReference,
} from "./parse-audit.js";

/** What needs true labels; a model's graph has them. */
const needsLabel = { anyOf: ["--label"], subjects: classTables };
// With weights there is no permutation test: only clusters are drawn.
const needsDraws = { anyOf: ["--cluster"], beside: "--weight" };

const rowsOfTable = "leave it out, and give the table the rows that are to be audited";

const byCard = "the graph card names the label (nodes.label); leave it out";

/** Said of a table that is not joined. */
const joinFirst: readonly Advice<AuditSubject>[] = [
  {
    subjects: ["predictions", "regression-predictions"],
    say: "name a file to join with --attributes or --labels, or leave it out",
  },
];

/** Where else it is said how delimited text is cut: by a key of a graph card, or in a query. */
function layoutElsewhere(key: string, inQuery: string): readonly Advice<AuditSubject>[] {
  return [
    { subjects: modelSubjects, say: `write ${key} under nodes or edges in the graph card` },
    { subjects: duckdbSubjects, say: inQuery },
  ];
}

/** Results of a query in DuckDB, which can read files. */
const duckdbSubjects: readonly AuditSubject[] = ["duckdb", "regression-duckdb"];

/** Flag of a server's database. */
const servers: Readonly<Record<ServerEngine, Pick<OptionSpec, "flags" | "help" | "reported">>> = {
  postgres: {
    flags: "--postgres <url>",
    help: "PostgreSQL database of the query, only read, such as postgres://user@host/name",
    reported: withoutSecrets,
  },
  spark: {
    flags: "--spark <url>",
    help: "Spark Connect server of the query, only read, such as sc://host:15002",
    reported: withoutSecrets,
  },
  trino: {
    flags: "--trino <url>",
    help: "Trino server of the query, only read, such as https://user@host/catalog/schema",
    reported: withoutSecrets,
  },
};

const fullReport = Object.values(reportFiles);

/** What the flag of each format for systems that run checks says and writes. */
const ciFiles: Readonly<Record<CiFormat, Pick<OptionSpec<AuditSubject>, "help" | "writes">>> = {
  junit: { help: "write the gates as test cases in JUnit's XML here", writes: { kind: "file" } },
  sarif: { help: "write findings for code scanning (SARIF 2.1.0) here", writes: { kind: "file" } },
  summary: {
    help: "add the Markdown report to this file, cut to what a GitHub step may write",
    writes: { kind: "text to grow" },
  },
};

const general: readonly OptionSpec<AuditSubject>[] = [
  {
    flags: "--split <part>",
    identifies: true,
    help: "audit this part of the split that the graph gives or the model records",
    choices: [...splitParts, "all"],
    standard: "all",
    subjects: modelSubjects,
    instead: rowsOfTable,
  },
  {
    flags: "--nodes <file>",
    help: "audit these nodes: a .txt file with an id in each line, or a table with --id; the model sees all nodes",
    reads: "file",
    subjects: modelSubjects,
    instead: rowsOfTable,
    conflicts: ["--split"],
  },
  {
    flags: "--max-gap <limit>",
    help: "gate: largest equalized odds difference still allowed, in [0, 1]",
    parse: parseFraction,
    subjects: classSubjects,
    instead: "the gate of a regression is --max-error-gap",
  },
  { flags: "--require-gate", help: "end with code 2 where no gate is configured" },
  {
    flags: "--rule <kind>",
    help: "judge the gate by the estimate, or by intervals that must clear the limit",
    choices: [...ruleKinds],
    standard: defaultSettings.rule,
    subjects: classSubjects,
    needs: [{ anyOf: ["--max-gap"] }],
  },
  {
    flags: "--sensitive <columns>",
    help: "attributes to audit, separated by commas (default: all of the graph)",
    parse: parseDistinctNames,
  },
  {
    flags: "--cross <combinations>",
    help: "audit combinations too: all, or such as sex*age,sex*region",
    parse: parseCombinations,
  },
  {
    flags: "--positive <class>",
    help: "class that counts as positive, for equal opportunity",
    subjects: classSubjects,
  },
  {
    flags: "--reference <group>",
    help: "show differences and ratios to this group, such as male or sex=male; can be repeated",
    parse: parseReference,
    repeats: true,
    subjects: classSubjects,
  },
  {
    flags: "--min-support <rows>",
    help: "fewest rows of a cell to compare",
    parse: parsePositiveCount,
    standard: defaultSettings.minimumSupport,
  },
  {
    flags: "--draws <count>",
    help: "draws of the permutation test; 0 switches it off",
    parse: parseCount,
    standard: defaultSettings.draws,
    needs: [needsLabel, needsDraws],
  },
  {
    flags: "--alpha <number>",
    help: "error probability of intervals",
    parse: parseShare,
    standard: defaultSettings.alpha,
    subjects: classSubjects,
    needs: [{ ...needsLabel, anyOf: ["--label", "--reference"] }],
  },
  {
    flags: "--seed <number>",
    help: "seed of the permutation test",
    parse: parseCount,
    standard: 0,
    needs: [needsLabel, needsDraws],
    // Without draws nothing is random.
    conflicts: ["--draws 0"],
  },
  {
    flags: "--non-finite <policy>",
    help: "what to do with nodes whose logits are NaN or infinite",
    choices: [...nonFinitePolicies],
    standard: "error",
    subjects: runSubjects,
  },
  {
    flags: "--on-inconclusive <policy>",
    help: "exit code when the data cannot decide: 3, or 0 with a warning, or 0",
    choices: [...inconclusivePolicies],
    standard: defaultSettings.onInconclusive,
    needs: [{ anyOf: ["--max-gap", "--max-error-gap"] }],
  },
  { ...providerOption, subjects: runSubjects },
  { ...deviceIdOption, subjects: runSubjects },
  { ...allowFallbackOption, subjects: runSubjects },
  {
    flags: "--threads <count>",
    help: "threads of one operator (default: ONNX Runtime chooses)",
    parse: parsePositiveCount,
    subjects: runSubjects,
  },
  {
    flags: "--stability [providers]",
    help: "run again, with 1 and 2 threads or on providers such as cpu,webgpu: is the verdict the same? (default: where operators race)",
    parse: parseProviders,
    subjects: runSubjects,
    instead: [{ subjects: predictionSubjects, say: "nothing runs there; leave it out" }],
  },
  { ...mapOption, subjects: runSubjects },
  { ...outputOption, identifies: true, subjects: runSubjects },
  { ...outputKindOption, subjects: ["classifier", "tabular"] },
  { ...oneLogitOption, subjects: ["classifier", "tabular"] },
  { ...trustScatterOption, subjects: runSubjects },
  {
    flags: "--cluster <by>",
    help: "allow for errors that are correlated within clusters: communities or louvain of the graph, or a column",
    subjects: classSubjects,
    needs: [needsLabel],
  },
  {
    flags: "--resolution <number>",
    help: "of louvain: above 1 for more and smaller communities (default: 1)",
    parse: parsePositive,
    subjects: ["classifier"],
    needs: [{ anyOf: ["--cluster louvain"] }],
  },
  memoryOption,
  timeoutOption,
  { flags: "--json", help: "write the report as JSON to standard output, and nothing else", reported: null },
  {
    flags: "--annotations",
    help: "say what is found in commands of GitHub Actions too, on standard error, which shows them as annotations",
    reported: null,
  },
  {
    flags: "--out <folder>",
    help: `write ${fullReport.slice(0, -1).join(", ")} and ${fullReport.at(-1)} here`,
    writes: { kind: "files", names: fullReport },
  },
  {
    flags: "--attest <file>",
    help: "write here what the report came of, with the hash of each file, as an in-toto statement",
    writes: { kind: "file" },
  },
  {
    flags: "--attest-key <file>",
    help: "sign the statement with this private key in PEM, Ed25519 or ECDSA on P-256 (DSSE)",
    reads: "file",
    reported: null,
    needs: [{ anyOf: ["--attest"] }],
  },
  ...ciFormats.map((format): OptionSpec<AuditSubject> => ({
    flags: `--${format} <file>`,
    ...ciFiles[format],
  })),
];

const ofTables: readonly OptionSpec<AuditSubject>[] = [
  {
    flags: "--predictions <files>",
    help: "CSV, TSV, Parquet or JSON files with a row per prediction",
    group: "Audit of a table instead of a model:",
    parse: parseDistinctNames,
    reads: "files",
    subjects: tableSubjects.filter((subject) => /predictions|joined/.test(subject)),
  },
  {
    flags: "--attributes <file>",
    help: "file with the sensitive attributes, joined by --id",
    reads: "file",
    subjects: joinedSubjects,
    instead: "files are joined with --predictions only; leave it out",
  },
  {
    flags: "--labels <file>",
    help: "file with the true labels, joined by --id",
    reads: "file",
    subjects: joinedSubjects,
    instead: "files are joined with --predictions only; leave it out",
  },
  {
    flags: "--id <column>",
    help: "column with the ids of the rows, or of the nodes in a table of --nodes; it names the same row in all files",
    subjects: [...modelSubjects, ...rowSubjects, ...joinedSubjects],
    needs: [{ anyOf: ["--nodes"], subjects: modelSubjects }],
    instead: joinFirst,
  },
  {
    flags: "--unmatched <policy>",
    help: "what to do with ids that another file lacks, or the graph",
    choices: joinPolicies,
    subjects: [...modelSubjects, ...joinedSubjects],
    needs: [{ anyOf: ["--nodes"], subjects: modelSubjects }],
    instead: joinFirst,
  },
  {
    flags: "--counts <files>",
    help: "files with a row per combination and how many rows it stands for",
    parse: parseDistinctNames,
    reads: "files",
    subjects: ["counts"],
  },
  {
    flags: "--count-column <column>",
    help: "column of these numbers (default: count)",
    subjects: ["counts"],
    instead: [{ subjects: ["predictions"], say: "name the files with --counts, or leave it out" }],
  },
  {
    flags: "--small-column <column>",
    help: "column that is 1 in the line of small groups, which evenodds sql --min-cell prints",
    subjects: ["counts"],
    instead: "it is a column of --counts; leave it out",
  },
  {
    flags: "--sql <query>",
    identifies: true,
    help: "one SELECT whose result is audited; only counts leave the database",
    reads: "query",
    subjects: querySubjects,
    reported: queryHash,
  },
  {
    flags: "--db <file>",
    help: "DuckDB database of the query, opened for reading",
    reads: "database",
    subjects: duckdbSubjects,
    instead: "a database is asked with --sql, and only one; leave it out",
  },
  {
    flags: "--sql-files <which>",
    help: "files that a query in DuckDB may read: below the working directory, any or none (default: cwd)",
    choices: sqlFilesChoices,
    subjects: duckdbSubjects,
  },
  ...serverEngines.map((engine): OptionSpec<AuditSubject> => ({
    ...servers[engine],
    identifies: true,
    subjects: [engine],
    instead: "a database is asked with --sql; leave it out",
  })),
  {
    flags: "--dry-run",
    help: "print the statements that would run, and what they would read as far as the database tells; run none",
    subjects: querySubjects.filter((subject) => classSubjects.includes(subject)),
    conflicts: ["--json", "--out", "--attest", "--junit", "--sarif", "--summary", "--annotations", "--require-gate"],
    reported: null,
  },
  {
    flags: "--label <column>",
    identifies: true,
    help: "column of the true class",
    subjects: tableSubjects,
    instead: byCard,
  },
  {
    flags: "--prediction <column>",
    identifies: true,
    help: "column of the predicted class",
    subjects: predictionSubjects,
  },
  {
    flags: "--score <column>",
    identifies: true,
    help: "column of a score, predicted as positive from --threshold on",
    subjects: predictedTables,
  },
  {
    flags: "--threshold <number>",
    identifies: true,
    help: "threshold of the score",
    parse: parseNumber,
    subjects: predictedTables,
    needs: [{ anyOf: ["--score"] }],
  },
  {
    flags: "--negative <class>",
    help: "class below the threshold",
    subjects: predictedTables,
    needs: [{ anyOf: ["--score"] }],
  },
  {
    flags: "--bins <attribute=borders>",
    identifies: true,
    help: "cut a numeric attribute, such as age=30,50; can be repeated",
    parse: parseBins,
    repeats: true,
    subjects: tableSubjects,
    instead: "write bins: [30, 50] at the attribute in the graph card",
  },
  {
    flags: "--missing <policy>",
    help: "what to do with rows that lack a sensitive attribute",
    choices: whenMissingPolicies,
    standard: "exclude",
    subjects: predictionSubjects,
  },
  {
    flags: "--missing-values <texts>",
    help: "texts that stand for a missing value in any column, such as ?,unknown",
    parse: parseDistinctNames,
    subjects: tableSubjects,
    instead: "write missing: [?, unknown] at the label or the attribute in the graph card",
  },
  {
    flags: "--classes <names>",
    help: "the classes, in order: any other one is an error (default: those that occur)",
    parse: parseDistinctNames,
    subjects: classTables,
    instead: [{ subjects: modelSubjects, say: "write classes: [low, high] under nodes.label in the graph card" }],
  },
  {
    flags: "--levels <attribute=values>",
    help: "the values of an attribute, in order, such as sex=F,M: any other one is an error; can be repeated",
    parse: parseLevels,
    repeats: true,
    subjects: tableSubjects,
    instead: "write levels: [F, M] at the attribute in the graph card",
  },
  {
    ...headerOption,
    subjects: fileSubjects,
    instead: layoutElsewhere("header: false", "a query names its columns itself; leave it out"),
  },
  {
    ...delimiterOption,
    subjects: fileSubjects,
    instead: layoutElsewhere(
      "delimiter",
      "say delim in the query, as in read_csv('p.csv', delim = '^'), and leave it out",
    ),
  },
  {
    ...commentOption,
    subjects: fileSubjects,
    instead: layoutElsewhere(
      "comment",
      "say comment in the query, as in read_csv('p.csv', comment = '#'), and leave it out",
    ),
  },
  {
    flags: "--given <column>",
    identifies: true,
    help: "compare within each level of this column too",
    subjects: predictedTables,
    needs: [needsLabel],
  },
  { flags: "--weight <column>", identifies: true, help: "weight of each row", subjects: predictedTables },
  {
    flags: "--min-cell <rows>",
    identifies: true,
    help: "fewest rows of a combination of the attributes: smaller ones never leave the database, and are counted as such",
    parse: parsePositiveCount,
    subjects: predictedTables,
    conflicts: ["--score", "--weight", "--cluster"],
  },
];

const ofRegressions: readonly OptionSpec<AuditSubject>[] = [
  {
    flags: "--regression",
    help: "label and prediction are numbers: compare errors within bins of the label",
    group: "Audit of a regression instead of a classifier:",
    subjects: ["classifier", "tabular", ...regressionSubjects],
    instead: "it reads rows: name them with --predictions, or with --sql in DuckDB",
  },
  {
    flags: "--label-bins <bins>",
    help: "number of bins of about equal size, or borders such as 0,10,20 (default: 4)",
    parse: parseLabelBins,
    subjects: regressionSubjects,
    instead: "add --regression if label and prediction are numbers, or leave it out",
  },
  {
    flags: "--max-error-gap <limit>",
    help: "gate: largest gap in mean error, in the unit of the label",
    parse: parseLimit,
    subjects: regressionSubjects,
    instead: "the gate of a classifier is --max-gap; add --regression if label and prediction are numbers",
  },
];

/**
 * `evenodds audit` as data: which options there are, for which subjects, and what they read and write. A classifier may
 * be told that it is a regression, which only its file can refuse.
 */
export const auditOptions: CommandTable<AuditSubject> = {
  ...headings.audit,
  examples: [
    "evenodds audit models/nba-eqgnn/model.onnx samples/nba --split test --max-gap 0.25 --out out/nba",
    "evenodds audit model.onnx people.csv --id id --label y --sensitive sex",
    "evenodds audit --predictions p.csv --label y --prediction yhat --sensitive sex,age_band",
  ],
  arguments: [
    { name: "[model]", help: "ONNX model of nodes or rows: a classifier, or a regression", reads: "model" },
    graphArgument("[graph]", { rows: true }),
  ],
  options: [...general, ...ofTables, ...ofRegressions],
  deed: "an audit of",
  subjects: auditSubjects,
  families: auditFamilies,
  subjectsOf: auditSubjectsOf,
};
