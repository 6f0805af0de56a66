import { join } from "node:path";
import {
  defaultSettings,
  renderJson,
  renderText,
  type AuditSettings,
  type OnInconclusive,
  type Provider,
  type RuleKind,
} from "@evenodds/auditor";
import { splitParts, UsageError, type SplitPart } from "@evenodds/core";
import { Option, type Command } from "commander";
import {
  parseCount,
  parseFraction,
  parseNames,
  parsePositive,
  parsePositiveCount,
  parseShare,
} from "../console/parse-number.js";
import { auditExitCode } from "../exit-codes.js";
import { auditModel } from "../workflows/audit-model.js";
import { auditTable } from "../workflows/audit-table.js";
import { checkOutput } from "../workflows/check-output.js";
import { checkCiFiles, writeCiFiles, type CiFiles } from "../workflows/ci-files.js";
import { readInspected } from "../workflows/run-model.js";
import { writeReport } from "../workflows/write-report.js";
import { runRegressionModelAudit } from "./audit-regression-model.js";
import {
  addRegressionOptions,
  refuseRegressionFlags,
  runRegressionAudit,
  type RegressionFlags,
} from "./audit-regression.js";
import { addSourceOptions, parseCombinations, requestedOutcomes, requestedSource } from "./audit-sources.js";
import { describeCommand, type CommandContext } from "./command-context.js";
import { askedTask, oneLogitOption } from "./model-task.js";

interface Flags extends RegressionFlags, CiFiles {
  readonly split: SplitPart | "all";
  readonly maxGap?: number;
  readonly requireGate?: true;
  readonly rule: RuleKind;
  readonly sensitive?: string[];
  readonly positive?: string;
  readonly minSupport: number;
  readonly draws: number;
  readonly alpha: number;
  readonly seed: number;
  readonly nonFinite: "error" | "exclude";
  readonly onInconclusive: OnInconclusive;
  readonly provider: Provider;
  readonly threads?: number;
  readonly cluster?: string;
  readonly resolution?: number;
  readonly json?: true;
  readonly out?: string;
}

/** `evenodds audit`: runs a model on a graph and says whether it holds equalized odds. */
export function auditCommand(context: CommandContext): Command {
  const { terminal, setExitCode } = context;
  const command = describeCommand("audit", {
    summary: "report equalized odds of a model on a graph or of a table, with a verdict",
    examples: [
      "evenodds audit models/nba-eqgnn/model.onnx samples/nba --split test --max-gap 0.25 --out out/nba",
      "evenodds audit --predictions p.csv --label y --prediction yhat --sensitive sex,age_band",
    ],
  })
    .argument("[model]", "ONNX model of the nodes: a classifier, or a regression")
    .argument("[graph]", "folder with a graph.yaml, or a graph card")
    .addOption(
      new Option("--split <part>", "audit this part of the split that the model records")
        .choices([...splitParts, "all"])
        .default("all"),
    )
    .option("--max-gap <limit>", "gate: largest equalized odds difference still allowed, in [0, 1]", parseFraction)
    .option("--require-gate", "end with code 2 where no gate is configured")
    .addOption(
      new Option("--rule <kind>", "judge the gate by the estimate, or by intervals that must clear the limit")
        .choices(["point", "evidence"])
        .default(defaultSettings.rule),
    )
    .option("--sensitive <columns>", "attributes to audit, separated by commas (default: all of the card)", parseNames)
    .option("--cross <combinations>", "audit combinations too: all, or such as sex*age,sex*region", parseCombinations)
    .option("--positive <class>", "class that counts as positive, for equal opportunity")
    .option(
      "--min-support <rows>",
      "fewest rows of a cell to compare",
      parsePositiveCount,
      defaultSettings.minimumSupport,
    )
    .option("--draws <count>", "draws of the permutation test; 0 switches it off", parseCount, defaultSettings.draws)
    .option("--alpha <number>", "error probability of intervals", parseShare, defaultSettings.alpha)
    .option("--seed <number>", "seed of the permutation test", parseCount, 0)
    .addOption(
      new Option("--non-finite <policy>", "what to do with nodes whose logits are NaN or infinite")
        .choices(["error", "exclude"])
        .default("error"),
    )
    .addOption(
      new Option("--on-inconclusive <policy>", "exit code when the data cannot decide: 3, or 0 with a warning, or 0")
        .choices(["fail", "warn", "pass"])
        .default(defaultSettings.onInconclusive),
    )
    .addOption(
      new Option("--provider <name>", "execution provider; never replaced by another")
        .choices(["cpu", "cuda"])
        .default("cpu"),
    )
    .option("--threads <count>", "threads of one operator (default: ONNX Runtime chooses)", parsePositiveCount)
    .addOption(oneLogitOption())
    .option("--cluster <by>", "allow for rows that err together: communities or louvain of the graph, or a column")
    .option("--resolution <number>", "of louvain: above 1 for more and smaller communities (default: 1)", parsePositive)
    .option("--json", "write the report as JSON to standard output, and nothing else")
    .option("--out <folder>", "write report.json, report.md and report.html here")
    .option("--junit <file>", "write the rules as test cases in JUnit's XML here")
    .option("--sarif <file>", "write findings for code scanning (SARIF 2.1.0) here")
    .option("--summary <file>", "add the Markdown report to this file, cut to what a GitHub step may write");
  return addRegressionOptions(addSourceOptions(command)).action(
    async (model: string | undefined, graph: string | undefined, flags: Flags, self: Command) => {
      if (model === undefined && flags.regression) return runRegressionAudit(flags, { command: self, context });
      const source = requestedSource(flags);
      checkSubject({ model, graph, table: source !== null }, self);
      checkGate(flags, { model });
      const task = askedTask(flags);
      const inspected = source === null ? await readInspected(model!) : null;
      if (inspected !== null && (inspected.description.metadata.task ?? task) === "regression") {
        return runRegressionModelAudit(flags, { command: self, model: inspected, graph: graph!, context });
      }
      refuseRegressionFlags(self, { subject: source === null ? "model" : "table" });
      const { maxGap = null } = flags;
      if (flags.out !== undefined) await checkOutput(flags.out, { kind: "folder" });
      await checkCiFiles(flags);
      const settings: Partial<AuditSettings> = {
        minimumSupport: flags.minSupport,
        draws: flags.draws,
        alpha: flags.alpha,
        maxGap,
        rule: flags.rule,
        onInconclusive: flags.onInconclusive,
      };
      const sensitive = flags.sensitive ?? [];
      const report =
        source === null
          ? await auditModel({
              model: inspected!,
              graph: graph!,
              task,
              provider: flags.provider,
              threads: flags.threads,
              split: flags.split,
              sensitive,
              crossed: flags.cross ?? [],
              cluster: flags.cluster ?? null,
              resolution: flags.resolution,
              positiveClass: flags.positive ?? null,
              nonFinite: flags.nonFinite,
              seed: flags.seed,
              settings,
            })
          : await auditTable(
              {
                source,
                outcomes: requestedOutcomes(flags, { sensitive, positive: flags.positive, cluster: flags.cluster }),
                seed: flags.seed,
                settings,
              },
              terminal,
            );
      if (flags.out !== undefined) await writeReport(report, flags.out);
      const audited = model ?? (flags.predictions ?? flags.counts)?.[0] ?? flags.db;
      const written = await writeCiFiles(report, flags, { audited, out: flags.out });
      const { palette, columns: width, out, log } = terminal;
      out(flags.json ? renderJson(report) : renderText(report, { palette, width }));
      // The summary shows them itself.
      if (flags.json) report.warnings.forEach(({ message }) => log(`warning: ${message}`));
      if (report.verdict === "inconclusive" && flags.onInconclusive === "warn") {
        log("warning: the data cannot decide; --on-inconclusive warn makes the exit code 0");
      }
      if (flags.out !== undefined) log(`wrote ${join(flags.out, "report.html")}, report.md and report.json`);
      if (written.length > 0) log(`wrote ${written.join(", ")}`);
      setExitCode(auditExitCode(report));
    },
  );
}

/** Throws {@link UsageError} where a gate is required and none is given. Before a model is read, either kind of gate may be right. */
function checkGate(
  { requireGate, maxGap, maxErrorGap }: Flags,
  { model }: { readonly model: string | undefined },
): void {
  if (!requireGate || maxGap !== undefined || maxErrorGap !== undefined) return;
  const hint = model === undefined ? "add --max-gap" : "add --max-gap, or --max-error-gap for a regression";
  throw new UsageError({ argument: "--require-gate", expected: "a gate", found: "none", hint });
}

/** Flags that say something about a model's run, or about the columns of a table, and nothing about the other. */
const onlyForModels = ["split", "provider", "threads", "oneLogit", "resolution", "nonFinite"];
const onlyForTables = [
  ...["attributes", "labels", "id", "unmatched", "countColumn", "sqlFiles"],
  ...["label", "prediction", "score", "threshold", "negative", "bins", "missing", "given", "weight"],
];

/** Throws {@link UsageError} unless the command names either a model and a graph or one table, and only their flags. */
function checkSubject(
  {
    model,
    graph,
    table,
  }: { readonly model?: string | undefined; readonly graph?: string | undefined; readonly table: boolean },
  command: Command,
): void {
  const given = [model, graph].filter((part) => part !== undefined).length;
  if (given !== (table ? 0 : 2)) {
    throw new UsageError({
      argument: "evenodds audit",
      expected: "a model and a graph, or a table (--predictions, --counts or --sql)",
      found: table ? "a table and a model" : given === 0 ? "neither" : "a model without a graph",
      hint: "see evenodds audit --help",
    });
  }
  const foreign = (table ? onlyForModels : onlyForTables).find((name) => command.getOptionValueSource(name) === "cli");
  if (foreign === undefined) return;
  const flag = command.options.find((option) => option.attributeName() === foreign)?.long ?? foreign;
  throw new UsageError({
    argument: flag,
    expected: table ? "flags of an audit of a table" : "flags of an audit of a model",
    found: `one that is meant for ${table ? "a model on a graph" : "a table"}`,
    hint: "leave it out",
  });
}
