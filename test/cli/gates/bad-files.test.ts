import { readFile } from "node:fs/promises";
import { gatesSchema } from "@evenodds/cli/internal";
import { expect } from "chai";
import { root } from "../../docs/support/pages.js";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

const fair = await readFile(`${root}/test/fixtures/gates/fair.csv`, "utf8");

const defaults = Object.keys(gatesSchema.shape.defaults.unwrap().shape);
const firstDefaults = defaults.slice(0, 8).map((key) => JSON.stringify(key));

/** One audit of a table of counts; what is wrong takes the place of a piece of it. */
const source = ["    counts: fair.csv", "    count-column: count"].join("\n");
const gate = ["      - metric: equalizedOddsDifference", "        limit: 0.1"].join("\n");
const whole = `version: 1
audits:
  credit:
${source}
    label: y
    prediction: p
    sensitive: sex
    gates:
${gate}
`;
const withGate = (...lines: string[]) =>
  whole.replace(gate, ["      - metric: accuracy", ...lines.map((one) => `        ${one}`)].join("\n"));
const more = (...lines: string[]) => whole + lines.map((one) => `        ${one}\n`).join("");
const option = (line: string) => whole.replace("    label: y", `    ${line}\n    label: y`);

/** What is wrong, the file, and what is said of it behind the name of the file. */
const files: readonly (readonly [title: string, text: string, said: string])[] = [
  [
    "an unknown key",
    whole.replace("audits:", "audit:"),
    ': expected only keys that a file of gates has, found "audit"; did you mean "audits"?',
  ],
  ["no version", whole.replace("version: 1\n", ""), ": version: expected 1, found nothing"],
  ["another version", whole.replace("version: 1", "version: 2"), ": version: expected 1, found 2"],
  ["no audit", "version: 1\naudits: {}\n", ": audits: expected at least one audit, found none"],
  [
    "an unknown option",
    whole.replace("sensitive", "sensitiv"),
    ': audits.credit: expected only keys that a file of gates has, found "sensitiv"; did you mean "sensitive"?',
  ],
  [
    "an unknown key of a gate",
    whole.replace("limit", "limt"),
    ': audits.credit.gates.0: expected only keys that a file of gates has, found "limt"; did you mean "limit"?',
  ],
  [
    "a metric in another spelling",
    whole.replace("equalizedOddsDifference", "equalized-odds-difference"),
    ': audits.credit.gates.0.metric: expected one of 34 names, found "equalized-odds-difference"; did you mean "equalizedOddsDifference" or "equalizedOddsMeanDifference"?',
  ],
  [
    "no gate",
    whole.replace(`    gates:\n${gate}\n`, ""),
    ": audits.credit: gates: expected at least one gate, found none; without one nothing can fail; add gates, such as metric: equalizedOddsDifference with a limit",
  ],
  [
    "a gate without a limit",
    whole.replace("\n        limit: 0.1", ""),
    ": audits.credit.gates.0.limit: expected a limit for equalizedOddsDifference, found none; limit is the largest value allowed",
  ],
  [
    "a floor of a difference",
    whole.replace("limit", "floor"),
    ": audits.credit.gates.0.floor: expected a limit for equalizedOddsDifference, found a floor; limit is the largest value allowed",
  ],
  [
    "a limit and a floor",
    withGate("limit: 0.9", "floor: 0.5"),
    ": audits.credit.gates.0.limit: expected either limit or floor, found both; make two gates of it",
  ],
  [
    "percent",
    whole.replace("0.1", "10"),
    ": audits.credit.gates.0.limit: expected a number from 0 to 1, found 10; write 0.1 for 10 %",
  ],
  ["a limit in quotes", whole.replace("0.1", '"0.1"'), ': audits.credit.gates.0.limit: expected a number, found "0.1"'],
  [
    "evidence for what has no intervals",
    whole.replace(gate, "      - { metric: f1Macro, floor: 0.8, rule: evidence }"),
    ": audits.credit.gates.0.rule: expected point for f1Macro, found evidence; there are no intervals of this metric that hold together",
  ],
  [
    "an unknown rule",
    more("rule: evidense"),
    ': audits.credit.gates.0.rule: expected one of point, evidence, found "evidense"',
  ],
  [
    "a subgroup without a value",
    more("subgroup: sex"),
    ': audits.credit.gates.0.subgroup: expected attributes and their values, such as race=White, sex=Male, found "sex"',
  ],
  [
    "an attribute beside a subgroup",
    more("attribute: sex", "subgroup: sex=F"),
    ": audits.credit.gates.0.attribute: expected either attribute or subgroup, found both; the subgroup names its attributes; leave attribute out",
  ],
  [
    "a waiver without a reason",
    more("waive: { until: 2027-01-31 }"),
    ": audits.credit.gates.0.waive.reason: expected a text, found nothing",
  ],
  [
    "a waiver without the day of today",
    more("waive: { reason: known, until: 2027-01-31 }"),
    ": audits.credit.gates.0.waive: expected the day on which waivers are judged, found none; add --today, such as --today 2027-01-31; no clock is read, so that the same files give the same verdict",
  ],
  [
    "an option of something else",
    option("provider: cuda"),
    ": audits.credit.provider: expected an option of an audit of a table of counts, found one that is meant for a model; leave it out",
  ],
  [
    "an option that changes nothing",
    option("threshold: 0.5"),
    ": audits.credit.threshold: expected score beside it, found no score; without it threshold changes nothing; add score, or leave threshold out",
  ],
  ["two sources", option("sql: select 1"), ": audits.credit.source: expected one table, found counts and sql"],
  [
    "a model without a graph",
    whole.replace(source, "    model: m.onnx"),
    ": audits.credit: evenodds audit: expected a model and a graph or a table, or a table of predictions (predictions, counts or sql), found a model alone; see evenodds audit --help",
  ],
  [
    "a baseline that is no path",
    option("baseline: { path: b.json }"),
    ': audits.credit.baseline: expected the path of a baseline, or a mapping with file, severity and inconclusive, found {"path":"b.json"}',
  ],
  ["a number out of range", option("alpha: 2"), ": audits.credit.alpha: expected less than 1, found 2"],
  [
    "a value that the flag would refuse",
    option("cross: sex"),
    ': audits.credit.cross: expected all, or combinations such as sex*age, found "sex"',
  ],
  [
    "a name with a comma in a list",
    whole.replace("sensitive: sex", 'sensitive: ["sex, gender"]'),
    ': audits.credit.sensitive: expected names without a comma, found "sex, gender"; rename it: options cut their lists at commas',
  ],
  [
    "a password",
    whole.replace(source, "    sql: select 1\n    postgres: postgres://me:secret@host/db"),
    ": audits.credit.postgres: expected a database without its password, found one with it; leave it out of the file, and give it by PGPASSWORD or ~/.pgpass",
  ],
  [
    "a token",
    whole.replace(source, "    sql: select 1\n    spark: sc://host:15002/;use_ssl=true;token=secret"),
    ": audits.credit.spark: expected a database without its token, found one with it; leave it out of the file, and give it by SPARK_CONNECT_AUTHENTICATE_TOKEN",
  ],
  [
    "a password for Trino",
    whole.replace(source, "    sql: select 1\n    trino: https://me:secret@host/catalog"),
    ": audits.credit.trino: expected a database without its password, found one with it; leave it out of the file, and give it by TRINO_PASSWORD",
  ],
  [
    "what is audited among the defaults",
    whole.replace("audits:", "defaults: { counts: fair.csv }\naudits:"),
    `: defaults: expected only keys that a file of gates has, found "counts"; there is ${firstDefaults.join(", ")} and ${defaults.length - 8} more`,
  ],
  [
    "a name that is no folder",
    whole.replace("credit:", "a/b:"),
    ': audits.a/b: expected a name of letters, digits, dots, dashes and underscores, found "a/b"',
  ],
  [
    "names that are one folder",
    whole + whole.slice(whole.indexOf("  credit:")).replace("credit", "CREDIT"),
    ': audits: expected names of their own, whatever their case, found "credit" and "CREDIT"; their reports would stand in one folder; rename one',
  ],
  [
    "an audit twice",
    whole + whole.slice(whole.indexOf("  credit:")),
    ": expected YAML, found Map keys must be unique at line 12, column 3",
  ],
  ["nothing", "# nothing\n", ": expected a file of gates, found a text without keys; evenodds init writes one"],
];

/** What can only be told once there is a report. */
const judged: readonly (readonly [title: string, text: string, said: string])[] = [
  [
    "an attribute that was not audited",
    more("attribute: sx"),
    'gates.0: attribute: expected an audited attribute, found "sx"; did you mean "sex"?',
  ],
  [
    "a group that does not occur",
    more("subgroup: sex=X"),
    'gates.0: subgroup: expected a group of sex, found sex=X; did you mean "F" or "M"?',
  ],
  [
    "a class that does not occur",
    withGate("floor: 0.5").replace("accuracy", "truePositiveRate") + "        class: 7\n",
    'gates.0: class: expected one of the classes, found "7"; did you mean "0" or "1"?',
  ],
  [
    "a metric without a value",
    withGate("floor: 0.5").replace("accuracy", "auc"),
    "gates.0: metric: expected auc in the report, found none; it needs scores behind the predictions: name their column with ‘score’",
  ],
  [
    "a file that is not there",
    whole.replace("fair.csv", "fare.csv"),
    "fare.csv: expected a file, found nothing at this path",
  ],
];

describe("evenodds gate", () => {
  const folder = useTempFolder();

  for (const [title, text, said] of files) {
    it(`refuses ${title}, and says what to change`, async () => {
      await folder.write({ "evenodds.yaml": text, "fair.csv": fair });
      const { code, out, log } = await runCli(["gate", folder.at("evenodds.yaml")]);
      expect(log).to.deep.equal([`evenodds: evenodds.yaml${said}`]);
      expect(out).to.equal("");
      expect(code).to.equal(2);
    });
  }

  for (const [title, text, said] of judged) {
    it(`ends with 2 for ${title}, and says what to change`, async () => {
      await folder.write({ "evenodds.yaml": text, "fair.csv": fair });
      const { code, out } = await runCli(["gate", folder.at("evenodds.yaml"), "--json"]);
      const { audits } = JSON.parse(out) as { readonly audits: readonly { readonly errors: readonly string[] }[] };
      expect(audits[0]!.errors.map((error) => error.replace(/^\S*\/(?=fare)/, ""))).to.deep.equal([said]);
      expect(code).to.equal(2);
    });
  }

  it("takes the file from which these were made", async () => {
    await folder.write({ "evenodds.yaml": whole, "fair.csv": fair });
    expect((await runCli(["gate", folder.at("evenodds.yaml")])).code).to.equal(0);
  });
});
