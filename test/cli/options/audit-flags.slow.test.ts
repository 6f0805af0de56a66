import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { auditSubjects, auditOptions, specOf, type AuditSubject } from "@evenodds/cli/internal";
import { hashNodeIds, recordSplit } from "@evenodds/core";
import { serverEngines } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";
import { runCli } from "../../support/fake-terminal.js";
import { buildModel, floats, linearModel, node } from "../../support/onnx-models.js";
import { useTempFolder } from "../support/temp-folder.js";

/** Subjects that need no server; tests of their own, such as `audit-postgres.slow.test.ts`, have the others. */
const subjects = (Object.keys(auditSubjects) as AuditSubject[]).filter(
  (subject) => !serverEngines.some((engine) => engine === subject),
);

const rowCount = 72;
const rows = Array.from({ length: rowCount }, (_, i) => {
  const sex = i % 12 === 0 ? "" : i % 12 === 1 ? "?" : i % 2 === 0 ? "F" : "M";
  const y = Math.floor(i / 2) % 2;
  const p = i % 5 === 0 ? 1 - y : y;
  const target = 10 + ((i * 7) % 30);
  return {
    id: `r${i}`,
    sex,
    age: 20 + (i % 4) * 10,
    y,
    p,
    s: (p * 5 + (i % 5)) / 10,
    part: i % 3,
    w: 1 + (i % 4),
    home: i % 9,
    target,
    guess: target + (i % 7) - 2,
  };
});
type Row = (typeof rows)[number];

function csv(columns: readonly (keyof Row)[], chosen: readonly Row[] = rows): string {
  return [columns.join(","), ...chosen.map((row) => columns.map((column) => row[column]).join(",")), ""].join("\n");
}

const hashes = hashNodeIds(rows.map(({ id }) => id));
const split = {
  train: Int32Array.from({ length: 30 }, (_, i) => i),
  validation: new Int32Array(0),
  test: Int32Array.from({ length: rowCount - 30 }, (_, i) => 30 + i),
};
const recorded = { "evenodds.split": JSON.stringify(recordSplit(split, hashes)) };
const classesOf = { "evenodds.feature_names": '["left","right"]', "evenodds.classes": '["0","1"]' };
const numberOf = { "evenodds.feature_names": '["guess"]', "evenodds.classes": "[]" };
const regression = { ...numberOf, ...recorded, "evenodds.task": "regression" };
const ofNumbers = { "evenodds.classes": "[]", "evenodds.task": "regression" };
const nodeLines = rows.map(({ id, sex, age, y, p, home, target, guess }) =>
  [id, sex, age, y, home, 1 - p, p, target, guess].join(","),
);
const card = (label: string, features: string) =>
  [
    "nodes:",
    "  files: nodes.csv",
    "  id: id",
    `  label: ${label}`,
    "  sensitive: { sex: { missing: '?' }, age: {} }",
    `  features: { include: [${features}] }`,
    "edges: edges.csv",
    "",
  ].join("\n");
const graph = {
  "nodes.csv": ["id,sex,age,y,home,left,right,target,guess", ...nodeLines, ""].join("\n"),
  "edges.csv": [...rows.slice(6).map(({ id }, i) => `${rows[i]!.id},${id}`), ""].join("\n"),
};

/** A model of two columns of `p.csv`. */
function tabularModel(
  weights: readonly number[],
  { columns = 2, metadata = {} }: { columns?: number; metadata?: Readonly<Record<string, string>> } = {},
): Uint8Array {
  return buildModel({
    inputs: [{ name: "X", type: "FLOAT", shape: ["N", 2] }],
    outputs: [{ name: "logits", type: "FLOAT", shape: ["N", columns] }],
    nodes: [node("MatMul", { from: ["X", "W"], to: ["logits"] })],
    initializers: [floats("W", [2, columns], weights)],
    metadata: { feature_names: "s,w", ...metadata },
  });
}

const files = {
  "g/graph.yaml": card("{ column: y, classes: { 0: 0, 1: 1 } }", "left, right"),
  "g/nodes.csv": graph["nodes.csv"],
  "g/edges.csv": graph["edges.csv"],
  "r/graph.yaml": card("{ column: target, numeric: true }", "guess"),
  "r/nodes.csv": graph["nodes.csv"],
  "r/edges.csv": graph["edges.csv"],
  "m.onnx": linearModel({ features: 2, classes: 2 }, { metadata: { ...classesOf, ...recorded } }),
  "r.onnx": linearModel({ features: 1, classes: 1 }, { metadata: regression }),
  "huge.onnx": linearModel(
    { features: 1, classes: 2 },
    { weights: [3e38, 1], metadata: { ...classesOf, "evenodds.feature_names": '["guess"]' } },
  ),
  "huge-r.onnx": linearModel({ features: 1, classes: 1 }, { weights: [2e37], metadata: { ...regression } }),
  "logit.onnx": linearModel(
    { features: 2, classes: 1 },
    { weights: [-1, 1], metadata: { "evenodds.feature_names": '["left","right"]' } },
  ),
  "t.onnx": tabularModel([1, -1, -1, 1]),
  "logit-t.onnx": tabularModel([1, -1], { columns: 1 }),
  "r-t.onnx": tabularModel([9, 3], { columns: 1, metadata: ofNumbers }),
  "huge-r-t.onnx": tabularModel([3e38, 3e38], { columns: 1, metadata: ofNumbers }),
  "huge-t.onnx": tabularModel([3e38, 3e38, 3e38, 1]),
  "number.onnx": linearModel({ features: 1, classes: 1 }, { metadata: { "evenodds.feature_names": '["guess"]' } }),
  "p.csv": csv(["home", "id", "sex", "age", "y", "p", "s", "part", "w", "target", "guess"]),
  "q.csv": csv(["home", "id", "y", "p", "s", "part", "w", "target", "guess"], rows.slice(0, 60)),
  "a.csv": csv(["id", "sex", "age"]),
  "l.csv": csv(["id", "y", "target"]),
  // The last one is in no graph.
  "n.csv": `${csv(["id"], rows.slice(10, 50))}r1000\n`,
  "c.csv": `${csv(["home", "sex", "age", "y", "p", "s", "part", "w"])
    .replace("\n", ",count\n")
    .replaceAll(/(\d)(?=\n)/g, "$1,2")}`,
};

const classColumns = ["--label", "y", "--prediction", "p", "--sensitive", "sex,age", "--draws", "20"];
const numberColumns = [
  "--regression",
  "--label",
  "target",
  "--prediction",
  "guess",
  "--sensitive",
  "sex,age",
  "--draws",
  "20",
];

/** A sound command line for every subject, with flags and values in turns behind the arguments. */
const lines: Readonly<
  Record<AuditSubject, { readonly positional: readonly string[]; readonly flags: readonly string[] }>
> = {
  classifier: { positional: ["m.onnx", "g"], flags: ["--draws", "20"] },
  regression: { positional: ["r.onnx", "r"], flags: ["--draws", "20"] },
  tabular: {
    positional: ["t.onnx", "p.csv"],
    flags: ["--id", "id", "--label", "y", "--sensitive", "sex", "--draws", "20"],
  },
  "regression-tabular": {
    positional: ["r-t.onnx", "p.csv"],
    flags: ["--id", "id", "--label", "target", "--sensitive", "sex", "--draws", "20"],
  },
  predictions: { positional: [], flags: ["--predictions", "p.csv", ...classColumns] },
  joined: {
    positional: [],
    flags: ["--predictions", "q.csv", "--attributes", "a.csv", "--id", "id", "--unmatched", "exclude", ...classColumns],
  },
  counts: { positional: [], flags: ["--counts", "c.csv", ...classColumns] },
  duckdb: { positional: [], flags: ["--sql", "select * from 'p.csv'", ...classColumns] },
  postgres: { positional: [], flags: [] },
  spark: { positional: [], flags: [] },
  trino: { positional: [], flags: [] },
  "regression-predictions": { positional: [], flags: ["--predictions", "p.csv", ...numberColumns] },
  "regression-joined": {
    positional: [],
    flags: [
      "--predictions",
      "q.csv",
      "--attributes",
      "a.csv",
      "--id",
      "id",
      "--unmatched",
      "exclude",
      ...numberColumns,
    ],
  },
  "regression-duckdb": { positional: [], flags: ["--sql", "select * from 'p.csv'", ...numberColumns] },
};

/** Values of each option, some of them wrong: at least one of them must end otherwise than another, or than none. */
const pools: Readonly<Record<string, readonly string[]>> = {
  "--split": ["all", "test"],
  "--nodes": ["n.csv"],
  "--max-gap": ["0.1", "0.9"],
  "--rule": ["evidence", "point"],
  "--sensitive": ["sex", "age"],
  "--cross": ["all", "sex*age"],
  "--positive": ["0", "nosuchclass"],
  "--reference": ["F", "sex=M", "nosuchgroup"],
  "--min-support": ["1", "9", "70"],
  "--draws": ["10", "57", "0"],
  "--alpha": ["0.1", "0.4"],
  "--seed": ["4", "0", "1", "2", "3", "5"],
  "--non-finite": ["exclude", "error"],
  "--on-inconclusive": ["warn", "fail"],
  "--map": ["deg=degree", "p=0.5"],
  "--output": ["logits", "nosuchoutput"],
  "--output-kind": ["one-logit", "probabilities", "class-ids"],
  "--cluster": ["home", "nosuchcolumn"],
  "--resolution": ["2", "0.5"],
  "--out": ["out"],
  "--attest": ["evidence.json"],
  "--attest-key": ["nofile.pem"],
  "--junit": ["junit.xml"],
  "--sarif": ["audit.sarif"],
  "--summary": ["summary.md"],
  "--predictions": ["p.csv", "nofile.csv"],
  "--attributes": ["a.csv", "nofile.csv"],
  "--labels": ["l.csv", "nofile.csv"],
  "--id": ["id", "nosuchcolumn"],
  "--unmatched": ["exclude", "fail"],
  "--counts": ["c.csv", "nofile.csv"],
  "--count-column": ["w", "nosuchcolumn"],
  "--small-column": ["y", "nosuchcolumn"],
  "--sql": ["select * from 'p.csv'", "select * from 'p.csv' limit 30"],
  "--db": ["nofile.duckdb"],
  "--sql-files": ["none", "cwd"],
  "--postgres": ["postgres://me@127.0.0.1:1/none"],
  "--spark": ["sc://127.0.0.1:1"],
  "--trino": ["http://me@127.0.0.1:1/none"],
  "--label": ["y", "target", "nosuchcolumn"],
  "--prediction": ["p", "guess", "nosuchcolumn"],
  "--score": ["s", "nosuchcolumn"],
  "--threshold": ["0.5", "0.2"],
  "--negative": ["0", "nosuchclass"],
  "--bins": ["age=30,45", "age=25"],
  "--missing": ["own-group", "exclude"],
  "--missing-values": ["?", "F"],
  "--classes": ["1,0", "0,1"],
  "--levels": ["sex=M,F,?", "sex=F,M"],
  "--delimiter": [",", ";"],
  "--comment": ["#", "h"],
  "--given": ["part", "nosuchcolumn"],
  "--weight": ["w", "nosuchcolumn"],
  "--min-cell": ["25", "9999"],
  "--label-bins": ["2", "3", "0,100"],
  "--max-error-gap": ["1", "99"],
};

/** Where an option has an effect only on other files, or in place of another option. */
function contextOf(
  flag: string,
  subject: AuditSubject,
): { readonly positional: readonly string[]; readonly flags: readonly string[] } {
  const { positional, flags } = lines[subject];
  const isTable = positional.length === 0;
  if (flag === "--non-finite") {
    if (subject === "tabular") return { positional: ["huge-t.onnx", "p.csv"], flags };
    if (subject === "regression-tabular") return { positional: ["huge-r-t.onnx", "p.csv"], flags };
    return { positional: subject === "regression" ? ["huge-r.onnx", "r"] : ["huge.onnx", "g"], flags };
  }
  // There has to be something to say.
  if (flag === "--annotations") return { positional, flags: [...flags, "--min-support", "1000"] };
  // No group has enough rows, so that nothing can be decided.
  if (flag === "--on-inconclusive") return { positional, flags: [...flags, "--min-support", "1000"] };
  if (flag === "--one-logit")
    return { positional: subject === "tabular" ? ["logit-t.onnx", "p.csv"] : ["logit.onnx", "g"], flags };
  if (flag === "--regression" && subject.includes("tabular")) return { positional: ["logit-t.onnx", "p.csv"], flags };
  if (flag === "--regression" && !isTable) return { positional: ["number.onnx", "r"], flags };
  if (["--score", "--threshold", "--negative"].includes(flag)) {
    return { positional, flags: [...without("--prediction", flags), "--score", "s", "--threshold", "0.5"] };
  }
  return { positional, flags };
}

function without(flag: string, flags: readonly string[]): string[] {
  const at = flags.indexOf(flag);
  if (at < 0) return [...flags];
  const isSwitch = !specOf(auditOptions, flag).flags.includes("<");
  return flags.filter((_, i) => i !== at && (isSwitch || i !== at + 1));
}

/** What the options of `pools` write. */
const written = ["out", "evidence.json", "junit.xml", "audit.sarif", "summary.md"];

/** Options that say what is audited. */
const naming = ["--predictions", "--attributes", "--counts", "--sql", "--regression", "--id"];

/**
 * What a report repeats of its flags: an option that changes only this has no effect. P-values of two seeds may agree.
 */
const echoed = ["options", "settings"];

/** Options that change nothing that can be seen here, and why. */
const unseen: Readonly<Record<string, string>> = {
  "--threads": "the report is the same with any number of them; node-session.test.ts looks at the session",
  "--trust-scatter": "these models have no scatter; trust-scatter.test.ts has some that it lets pass",
  "--memory": "the process that watches over the command keeps it; supervise.slow.test.ts looks at that",
  "--timeout": "as --memory",
  "--provider": "another one than cpu is an error on this machine, or not; audit.test.ts has the cases",
  "--device-id": "as --provider",
  "--allow-fallback": "as --provider; models-on-webgpu.slow.test.ts lets nodes pass",
};

describe("an option of evenodds audit", () => {
  const folder = useTempFolder();
  const cwd = process.cwd();
  beforeEach(async () => {
    await folder.write(files);
    process.chdir(folder.at());
  });
  afterEach(() => process.chdir(cwd));

  /** What came of every command line so far: the files are the same for all, and most lines come more than once. */
  const known = new Map<string, Promise<string>>();

  /** Everything that a command line does, as a text. */
  function outcome(args: readonly string[]): Promise<string> {
    const line = JSON.stringify(args);
    const before = known.get(line);
    if (before !== undefined) return before;
    const now = runToEnd(args);
    known.set(line, now);
    return now;
  }

  async function runToEnd(args: readonly string[]): Promise<string> {
    const { code, out, log } = await runCli(["audit", ...args, ...(args.includes("--json") ? [] : ["--json"])]);
    const made = written.filter((name) => existsSync(name));
    for (const name of made) await rm(name, { recursive: true });
    const text = code === 2 || out === "" ? out : withoutEcho(out);
    // Where the test lies says nothing.
    return JSON.stringify([code, text, made, log]).replaceAll(folder.at(), "");
  }

  for (const subject of subjects) {
    it(`has an effect, if it is meant for ${auditSubjects[subject]}`, async () => {
      const { positional, flags: base } = lines[subject];
      expect(await outcome([...positional, ...base]), subject).to.match(/^\[0,/);
      for (const { flags, subjects: legal, needs = [] } of auditOptions.options) {
        const flag = flags.split(" ")[0]!;
        if ((legal !== undefined && !legal.includes(subject)) || unseen[flag] !== undefined) continue;
        if (flag === "--json" || (flag === "--regression" && base.includes(flag))) continue;
        const context = contextOf(flag, subject);
        const needed = needs
          .filter(({ subjects: asking, beside }) => beside === undefined && (asking?.includes(subject) ?? true))
          .map(({ anyOf }) => anyOf.find((one) => legalFor(one.split(" ")[0]!, subject))!.split(" "))
          .filter(([one]) => !context.flags.includes(one!))
          .flatMap(([one, value]) => [one!, value ?? pools[one!]![0]!]);
        const rest = [...context.positional, ...without(flag, context.flags), ...needed];
        const isSwitch = !flags.includes("<");
        const ends = new Set([await outcome(rest)]);
        for (const value of isSwitch ? [""] : pools[flag]!)
          if (ends.size === 1) ends.add(await outcome([...rest, flag, ...(isSwitch ? [] : [value])]));
        expect(ends.size, `${flag} beside ${rest.join(" ")}: ${[...ends][0]!.slice(0, 300)}`).to.be.above(1);
      }
    });
  }

  it("is used or refused, whatever stands beside it", async function () {
    this.timeout(600_000);
    const names = auditOptions.options
      .map(({ flags }) => flags.split(" ")[0]!)
      .filter((flag) => unseen[flag] === undefined);
    const some = (flags: readonly string[]) =>
      fc.uniqueArray(
        fc
          .constantFrom(...flags)
          .chain((flag) =>
            specOf(auditOptions, flag).flags.includes("<")
              ? fc.constantFrom(...(pools[flag] ?? [])).map((value): string[] => [flag, value])
              : fc.constant<string[]>([flag]),
          ),
        { selector: ([flag]) => flag, minLength: 1, maxLength: 4 },
      );
    // One flag of another subject is enough to be refused, so that most draws have flags of the subject alone.
    const line = fc.constantFrom(...subjects).chain((subject) => {
      const own = some(names.filter((flag) => legalFor(flag, subject)));
      const left = fc.subarray(["--label", "--draws"], { maxLength: 1 });
      return fc.tuple(fc.constant(subject), fc.oneof({ arbitrary: own, weight: 3 }, some(names)), left);
    });
    let used = 0;
    await fc.assert(
      fc.asyncProperty(line, async ([subject, drawn, left]) => {
        const { positional, flags: sound } = lines[subject];
        // What names the subject stays; of the rest, what is drawn stands in place of what is there.
        const chosen = drawn.filter(([flag]) => !naming.includes(flag!) || !sound.includes(flag!));
        const flags = [...left, ...chosen.map(([flag]) => flag!)].reduce<readonly string[]>(
          (kept, flag) => without(flag, kept),
          sound,
        );
        const args = [...positional, ...flags, ...chosen.flat()];
        const whole = await outcome(args);
        if (whole.startsWith("[2,")) return;
        used++;
        for (const one of chosen) {
          const [flag] = one;
          // What is there anyway: a gate that is required, what a model records and the flag affirms, what `outcome`
          // adds.
          if (["--require-gate", "--regression", "--one-logit", "--json"].includes(flag!)) continue;
          const others = [...positional, ...flags, ...chosen.filter((other) => other !== one).flat()];
          const variants = [others, ...(pools[flag!] ?? []).map((value) => [...others, flag!, value])];
          const ends = new Set<string>([whole]);
          for (const variant of variants) if (ends.size === 1) ends.add(await outcome(variant));
          // A node without finite logits is what this policy is about; the graph has none.
          if (flag === "--non-finite") continue;
          // Nobody's age is missing.
          if (flag!.startsWith("--missing") && chosen.some((other) => other.join(" ") === "--sensitive age")) continue;
          expect(ends.size, `${flag} of ${args.join(" ")}`).to.equal(2);
        }
      }),
      { numRuns: Number(process.env.EVENODDS_FLAG_RUNS ?? 100), seed: Number(process.env.EVENODDS_FLAG_SEED ?? 13) },
    );
    expect(used, "command lines that were not refused").to.be.above(10);
  });
});

function withoutEcho(json: string): string {
  const report = JSON.parse(json) as Record<string, unknown>;
  return JSON.stringify(Object.entries(report).filter(([key]) => !echoed.includes(key)));
}

function legalFor(flag: string, subject: AuditSubject): boolean {
  return specOf(auditOptions, flag).subjects?.includes(subject) ?? true;
}
