import { readFile } from "node:fs/promises";
import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

/** Ten rows a cell: group A gets 9 of 10 right for both labels, group B 9 and 5. Scores are 0.9 for yes, 0.2 for no. */
const cells = [
  { sex: "A", y: 0, right: 9 },
  { sex: "A", y: 1, right: 9 },
  { sex: "B", y: 0, right: 9 },
  { sex: "B", y: 1, right: 5 },
];
const rows = cells.flatMap(({ sex, y, right }) =>
  Array.from({ length: 10 }, (_, i) => ({ sex, y, yhat: i < right ? y : 1 - y, age: 20 + 3 * i, part: i % 2 })),
);
const table = (columns: readonly (keyof (typeof rows)[number])[]) =>
  [
    ["id", ...columns].join(","),
    ...rows.map((row, i) => [`n${i}`, ...columns.map((column) => row[column])].join(",")),
    "",
  ].join("\n");

describe("evenodds audit of a table", () => {
  const folder = useTempFolder();
  const columns = ["--label", "y", "--prediction", "yhat", "--sensitive", "sex"];
  const report = async (...flags: string[]) => {
    const { out, log } = await runCli(["audit", "--json", ...flags]);
    expect(log.filter((line) => !line.startsWith("warning"))).to.deep.equal([]);
    return JSON.parse(out) as AuditReport;
  };
  const gapOf = ({ attributes }: AuditReport) => attributes[0]!.equalizedOdds.value;

  it("finds a gap of 0.4 in predictions, in files joined by id in another order, and in counts", async () => {
    const counts = ["sex,y,yhat,count"];
    for (const { sex, y, right } of cells)
      counts.push(`${sex},${y},${y},${right}`, `${sex},${y},${1 - y},${10 - right}`);
    const [head, ...lines] = table(["sex"]).trimEnd().split("\n");
    await folder.write({
      "p.csv": table(["sex", "y", "yhat"]),
      "predictions.csv": table(["yhat"]),
      "people.csv": [head, ...lines.reverse(), ""].join("\n"),
      "truth.csv": table(["y"]),
      "counts.csv": counts.join("\n"),
    });
    const whole = await report("--predictions", folder.at("p.csv"), ...columns);
    const joined = await report(
      ...["--predictions", folder.at("predictions.csv"), "--attributes", folder.at("people.csv")],
      ...["--labels", folder.at("truth.csv"), "--id", "id", ...columns],
    );
    const counted = await report("--counts", folder.at("counts.csv"), ...columns);
    const queried = await report("--sql", `select * from '${folder.at("p.csv")}'`, "--sql-files", "any", ...columns);
    for (const each of [whole, joined, counted, queried]) {
      expect(gapOf(each)).to.equal(0.4);
      expect(each.attributes[0]!.rows.used).to.equal(40);
      expect([each.model, each.graph, each.provider]).to.deep.equal([null, null, null]);
    }
    expect(whole.data).to.include({ nodes: 40, arcs: null });
  });

  it("ends with the exit code of the gate", async () => {
    await folder.write({ "p.csv": table(["sex", "y", "yhat"]) });
    const audit = (limit: string) =>
      runCli(["audit", "--predictions", folder.at("p.csv"), ...columns, "--max-gap", limit]);
    expect((await audit("0.3")).code).to.equal(1);
    expect((await audit("0.5")).code).to.equal(0);
    const six = "y,yhat,sex\n1,1,A\n1,1,A\n0,0,A\n0,0,A\n0,0,B\n0,0,B\n";
    await folder.write({ "six.csv": six });
    const flags = ["--predictions", folder.at("six.csv"), ...columns, "--max-gap", "0.1", "--min-support", "1"];
    expect((await runCli(["audit", ...flags])).code).to.equal(3);
  });

  it("takes a score with a threshold, and then knows AUC, calibration and the curve", async () => {
    const lines = rows.map(({ sex, y, yhat }) => `${sex},${y},${yhat === 1 ? 0.9 : 0.2}`);
    await folder.write({ "s.csv": ["sex,y,s", ...lines, ""].join("\n") });
    const flags = ["--label", "y", "--score", "s", "--threshold", "0.5", "--sensitive", "sex"];
    const { attributes } = await report("--predictions", folder.at("s.csv"), ...flags);
    expect(attributes[0]!.equalizedOdds.value).to.equal(0.4);
    // Group A: 9·9 pairs right, 18 tied, 1 wrong of 100.
    expect(attributes[0]!.scores!.auc.byGroup[0]!.value).to.be.closeTo(0.9, 1e-12);
    expect(attributes[0]!.scores!.thresholdCurve.length).to.be.above(1);
    expect(attributes[0]!.scores!.threshold).to.equal(0.5);
  });

  it("crosses attributes, cuts numbers into bins and compares within a condition", async () => {
    await folder.write({ "p.csv": table(["sex", "y", "yhat", "age", "part"]) });
    const flags = ["--label", "y", "--prediction", "yhat", "--sensitive", "sex,age", "--bins", "age=35"];
    const { attributes } = await report(
      ...["--predictions", folder.at("p.csv"), ...flags, "--cross", "sex*age", "--given", "part", "--min-support", "1"],
    );
    expect(attributes.map(({ name }) => name)).to.deep.equal(["sex", "age", "sex × age"]);
    expect(attributes[2]!.levels.map(({ level }) => level)).to.include("A × <35");
    expect(attributes[0]!.conditional).to.include({ name: "part" });
    expect(attributes[0]!.conditional!.byLevel).to.have.length(2);
  });

  it("weights rows, shows effective sizes and accounts for rows, not for weights", async () => {
    const lines = rows.map(({ sex, y, yhat }, i) => `${sex},${y},${yhat},${i % 2 === 0 ? 0.5 : 1.5}`);
    await folder.write({ "w.csv": ["sex,y,yhat,w", ...lines, "A,,1,9", ""].join("\n") });
    const { attributes } = await report("--predictions", folder.at("w.csv"), ...columns, "--weight", "w");
    expect(attributes[0]!.rows).to.deep.include({ read: 41, used: 40 });
    expect(attributes[0]!.rows.excluded).to.include({ unlabelled: 1 });
    // Ten rows of weight 0.5 and 1.5 in turns: (5·0.5 + 5·1.5)² / (5·0.25 + 5·2.25) = 100 / 12.5.
    expect(attributes[0]!.effectiveSizes).to.deep.equal([8, 8, 8, 8]);
  });

  it("says in one line what is missing or does not belong, and writes nothing", async () => {
    await folder.write({ "p.csv": table(["sex", "y", "yhat"]) });
    const predictions = ["--predictions", folder.at("p.csv")];
    const cases: [string[], RegExp][] = [
      [[], /a model and a graph or a table/],
      [["model.onnx"], /a model alone/],
      [["model.onnx", "graph", ...predictions, ...columns], /a table of predictions and a model/],
      [[...predictions, "--counts", "c.csv", ...columns], /one table, found --predictions and --counts/],
      [[...predictions, "--label", "y", "--prediction", "yhat"], /--sensitive/],
      [[...predictions, "--sensitive", "sex"], /--prediction.*neither/],
      [[...predictions, ...columns, "--score", "s"], /--prediction.*both/],
      [[...predictions, "--labels", "l.csv", ...columns], /--id/],
      [[...predictions, ...columns, "--bins", "sec=3"], /--bins.*"sex"/],
      [[...predictions, ...columns, "--bins", "sex"], /borders/],
      [[...predictions, ...columns, "--cross", "sex"], /combinations/],
      [[...predictions, ...columns, "--provider", "cpu"], /--provider.*leave it out/],
      [["model.onnx", "graph", "--label", "y"], /--label.*leave it out/],
      [[...predictions, "--label", "y", "--prediction", "yhad", "--sensitive", "sex"], /did you mean "yhat"/],
      [["--predictions", folder.at("q.csv"), ...columns], /q\.csv/],
    ];
    for (const [flags, message] of cases) {
      const { code, out, log } = await runCli(["audit", ...flags, "--out", folder.at("out")]);
      expect([code, out, log.length], flags.join(" ")).to.deep.equal([2, "", 1]);
      expect(log[0]).to.match(message);
      expect(await readFile(folder.at("out")).catch((error: NodeJS.ErrnoException) => error.code)).to.equal("ENOENT");
    }
  });
});
