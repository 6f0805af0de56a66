import { printedDialectNames } from "@evenodds/data";
import { headings } from "../headings.js";
import { auditOptions } from "./audit-options.js";
import type { CommandTable, OptionSpec } from "./option-spec.js";

/** Options of an audit that say what is counted; they mean the same here. */
const counted = [
  "--label",
  "--prediction",
  "--score",
  "--threshold",
  "--positive",
  "--negative",
  "--sensitive",
  "--cross",
  "--bins",
  "--missing",
  "--missing-values",
  "--classes",
  "--levels",
  "--given",
  "--weight",
  "--cluster",
  "--min-cell",
] as const;

/** Options of which something is said otherwise. */
const other: Readonly<Partial<Record<(typeof counted)[number], Partial<OptionSpec>>>> = {
  "--sensitive": { help: "columns of the sensitive attributes, separated by commas", mandatory: true },
  "--min-cell": { conflicts: ["--score", "--weight", "--cluster"] },
  "--cluster": { help: "column of clusters, within which errors are correlated" },
};

/** Options of an audit without what they are in an audit of something else. */
function ofAudit(flag: (typeof counted)[number]): OptionSpec {
  const { flags, help, parse, choices, standard, repeats } = auditOptions.options.find(
    (spec) => spec.flags.split(" ")[0] === flag,
  )!;
  return { flags, help, parse, choices, standard, repeats, ...other[flag] };
}

/** `evenodds sql` as data. */
export const sqlOptions: CommandTable = {
  ...headings.sql,
  examples: [
    "evenodds sql --dialect snowflake --from scored --label y --prediction yhat --sensitive sex,age_band",
    "evenodds sql --dialect bigquery --from d.scored --label y --score s --threshold 0.5 --sensitive sex --out count.sql",
  ],
  arguments: [],
  options: [
    {
      flags: "--dialect <engine>",
      help: "engine in whose console the statement will run",
      choices: printedDialectNames,
      mandatory: true,
    },
    { flags: "--sql <query>", help: "one SELECT whose rows are counted", conflicts: ["--from"] },
    { flags: "--from <table>", help: "table whose rows are counted, as the engine writes its name" },
    { flags: "--out <file>", help: "write the statement here", writes: { kind: "file" } },
    ...counted.map(ofAudit),
  ],
};
