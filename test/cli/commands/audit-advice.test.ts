import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

const row = (i: number) => ({
  id: `r${i}`,
  sex: i % 2 === 0 ? "F" : "M",
  age: `${20 + i}`,
  y: `${Math.floor(i / 2) % 2}`,
  p: `${Math.floor(i / 4) % 2}`,
  s: `${i / 64}`,
});
const rows = Array.from({ length: 64 }, (_, i) => row(i));
type Column = keyof (typeof rows)[number];

function csv(
  columns: readonly Column[],
  change: (column: Column, i: number, text: string) => string = (_, __, text) => text,
) {
  const lines = rows.map((one, i) => columns.map((column) => change(column, i, one[column])).join(","));
  return [columns.join(","), ...lines, ""].join("\n");
}

const all: readonly Column[] = ["id", "sex", "age", "y", "p", "s"];
const label = ["--label", "y"];
const predicted = ["--prediction", "p"];
const bySex = ["--sensitive", "sex"];

/** What only a graph card or a program can say. */
const otherWords =
  /whenMissing|bins: |levels: |missing: |classes: |header: |unmatched: |duplicates: |in the card|nodes\./;

/** A table that is refused, what the message advises, and the same command with that advice followed. */
const cases: readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  flags: readonly string[],
  advice: RegExp,
  followed: (advice: RegExpExecArray) => readonly string[],
][] = [
  [
    "numbers as groups",
    { "p.csv": csv(all) },
    [...label, ...predicted, "--sensitive", "age"],
    /cut it with (--bins) (age=[\d.,]+), or list its values with --levels/,
    ([, flag, value]) => [...label, ...predicted, "--sensitive", "age", flag!, value!],
  ],
  [
    "a text among numbers",
    { "p.csv": csv(all, (column, i, text) => (column === "age" && i === 3 ? "unknown" : text)) },
    [...label, ...predicted, "--sensitive", "age", "--bins", "age=40"],
    /say (--missing-values) (unknown)/,
    ([, flag, value]) => [...label, ...predicted, "--sensitive", "age", "--bins", "age=40", flag!, value!],
  ],
  [
    "a value that is not listed",
    { "p.csv": csv(all, (column, i, text) => (column === "sex" && i === 3 ? "X" : text)) },
    [...label, ...predicted, ...bySex, "--levels", "sex=F,M"],
    /add it to --levels, or to (--missing-values)/,
    ([, flag]) => [...label, ...predicted, ...bySex, "--levels", "sex=F,M", flag!, "X"],
  ],
  [
    "a class that is not listed",
    { "p.csv": csv(all, (column, i, text) => (column === "y" && i === 3 ? "2" : text)) },
    [...label, ...predicted, ...bySex, "--classes", "0,1"],
    /add it to (--classes), or to --missing-values/,
    ([, flag]) => [...label, ...predicted, ...bySex, flag!, "0,1,2"],
  ],
  [
    "a missing group that is not allowed",
    { "p.csv": csv(all, (column, i, text) => (column === "sex" && i === 3 ? "" : text)) },
    [...label, ...predicted, ...bySex, "--missing", "fail"],
    /(--missing) (exclude) leaves such rows out/,
    ([, flag, value]) => [...label, ...predicted, ...bySex, flag!, value!],
  ],
  [
    "scores as predictions",
    { "p.csv": csv(all) },
    [...label, "--prediction", "s", ...bySex],
    /(--score) in place of --prediction, and a (--threshold)/,
    ([, score, threshold]) => [...label, score!, "s", threshold!, "0.5", ...bySex],
  ],
  [
    "ids that another file lacks",
    { "p.csv": csv(["id", "y", "p"]), "a.csv": csv(["id", "sex"]).replace("r3,", "r99,") },
    ["--attributes", "a.csv", "--id", "id", ...label, ...predicted, ...bySex],
    /(--unmatched) (exclude) leaves such rows out/,
    ([, flag, value]) => ["--attributes", "a.csv", "--id", "id", ...label, ...predicted, ...bySex, flag!, value!],
  ],
];

describe("advice on a table", () => {
  const folder = useTempFolder();
  const cwd = process.cwd();
  beforeEach(() => process.chdir(folder.at()));
  afterEach(() => process.chdir(cwd));
  const audit = (flags: readonly string[]) => runCli(["audit", "--predictions", "p.csv", "--draws", "20", ...flags]);

  for (const [what, files, flags, advice, followed] of cases) {
    it(`names flags, which help: ${what}`, async () => {
      await folder.write(files);
      const { code, log } = await audit(flags);
      expect(code, log.join("\n")).to.equal(2);
      expect(log).to.have.length(1);
      expect(log[0]).to.match(advice).and.not.to.match(otherWords);
      const again = await audit(followed(advice.exec(log[0]!)!));
      expect(again.code, again.log.join("\n")).to.equal(0);
    });
  }

  it("names flags where a request is wrong", async () => {
    await folder.write({ "p.csv": csv(all) });
    for (const [given, message] of [
      [[...label, ...predicted, ...bySex, "--positive", "yes"], /^evenodds: --positive: expected one of the classes/],
      [
        [...label, "--score", "s", "--threshold", "0.5", ...bySex, "--negative", "no"],
        /^evenodds: --(positive|negative): /,
      ],
      [[...label, "--score", "s", ...bySex], /^evenodds: --threshold: expected a number with --score/],
      [[...label, ...predicted, ...bySex, "--cross", "sex*aeg"], /^evenodds: --cross: expected sensitive attributes/],
      [[...label, ...predicted, ...bySex, "--cross", "all"], /^evenodds: --cross all: expected two or more attributes/],
      [
        [...label, ...predicted, ...bySex, "--missing-values", "F", "--levels", "sex=F,M"],
        /--missing-values: .*which --levels lists/,
      ],
      [
        [...label, ...predicted, ...bySex, "--bins", "sex=1", "--levels", "sex=F,M"],
        /--levels: expected an attribute without --bins/,
      ],
      [
        [...label, ...predicted, ...bySex, "--levels", "sxe=F,M"],
        /--levels: expected one of the attributes of --sensitive, found "sxe"/,
      ],
      [[...label, ...predicted, ...bySex, "--levels", "sex=F,M", "--levels", "sex=M"], /each column once/],
      [[...label, ...predicted, ...bySex, "--comment", "##"], /It must be one character such as #/],
      [[...label, ...predicted, ...bySex, "--delimiter", ",,"], /It must be one character other than a quote/],
    ] as const) {
      const { code, log } = await audit(given);
      expect(code, given.join(" ")).to.equal(2);
      expect(log[0], given.join(" ")).to.match(message);
    }
  });

  it("says nothing of a graph card where a file cannot be read", async () => {
    const ragged = "sex,y,p\nF,1,1\nM,0\n";
    await folder.write({ "p.csv": ragged, "p.dat": csv(all), p: csv(all), "c.csv": "sex,y,p,n\nF,1,1,9\n" });
    for (const [source, advice] of [
      [["--predictions", "p.csv"], /every row has all columns$/],
      [["--predictions", "p.dat"], /found \.dat; rename the file by what it holds$/],
      [["--predictions", "p"], /found no extension; rename the file by what it holds$/],
      [["--counts", "c.csv"], /count column \(--count-column\): expected a column of c\.csv, found "count"/],
    ] as const) {
      const { code, log } = await runCli(["audit", ...source, ...label, ...predicted, ...bySex]);
      expect(code, source.join(" ")).to.equal(2);
      expect(log[0], source.join(" "))
        .to.match(advice)
        .and.not.to.match(otherWords)
        .and.not.to.match(/\bcard\b/);
    }
  });

  it("advises no flag in a report that the same table would have refused", async () => {
    await folder.write({ "p.csv": csv(all) });
    const flags = [...predicted, ...bySex];
    const { code, out } = await runCli(["audit", "--predictions", "p.csv", ...flags]);
    expect(code).to.equal(0);
    expect(out).not.to.contain("--cluster");
    const again = await runCli(["audit", "--predictions", "p.csv", ...flags, "--cluster", "id"]);
    expect(again.code).to.equal(2);
    const labelled = await runCli(["audit", "--predictions", "p.csv", ...label, ...flags]);
    expect(labelled.out).to.contain("--cluster");
  });

  it("names what another subject has in place of a flag", async () => {
    await folder.write({ "p.csv": csv(all), "m.onnx": "", "g/graph.yaml": "" });
    const table = ["--predictions", "p.csv", ...label, ...predicted, ...bySex];
    const query = ["--sql", "select * from 'p.csv'", ...label, ...predicted, ...bySex];
    for (const [subject, flags, advice] of [
      [["m.onnx", "g"], ["--no-header"], /write header: false under nodes or edges in the graph card$/],
      [["m.onnx", "g"], ["--classes", "0,1"], /write classes: \[low, high\] under nodes\.label in the graph card$/],
      [["m.onnx", "g"], ["--id", "id"], /; without it --id changes nothing; add --nodes, or leave --id out$/],
      [query, ["--no-header"], /; a query names its columns itself; leave it out$/],
      [query, ["--delimiter", "^"], /; say delim in the query/],
      [[...table, "--regression"], ["--classes", "0,1"], /; leave it out$/],
      [table, ["--id", "id"], /; name a file to join with --attributes or --labels, or leave it out$/],
    ] as const) {
      const { code, log } = await runCli(["audit", ...subject, ...flags]);
      expect(code, flags.join(" ")).to.equal(2);
      expect(log[0], flags.join(" ")).to.match(advice);
    }
  });

  it("has no use for how text is cut where no file is text", async () => {
    await folder.write({ "p.json": JSON.stringify(rows) });
    for (const flags of [["--no-header"], ["--delimiter", ";"], ["--comment", "#"]]) {
      const { code, log } = await runCli([
        "audit",
        "--predictions",
        "p.json",
        ...label,
        ...predicted,
        ...bySex,
        ...flags,
      ]);
      expect(code).to.equal(2);
      expect(log[0]).to.match(/expected a file of delimited text, found p\.json; .*leave it out/);
    }
  });

  it("takes a table without column names, cut by another character", async () => {
    await folder.write({ "p.csv": csv(["sex", "y", "p"]).replace(/^.*\n/, "").replaceAll(",", "~") });
    const columns = ["--label", "column1", "--prediction", "column2", "--sensitive", "column0"];
    const { code, out } = await audit([...columns, "--no-header", "--delimiter", "~", "--json"]);
    expect(code).to.equal(0);
    const report = JSON.parse(out) as { attributes: { rows: { read: number } }[] };
    expect(report.attributes[0]!.rows.read).to.equal(rows.length);
  });
});
