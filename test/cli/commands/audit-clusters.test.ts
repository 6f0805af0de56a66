import { clusterCounts, clusterTest, type AuditReport } from "@evenodds/auditor";
import { Random } from "@evenodds/core";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { auditCase } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

/** Homes of four whose errors coincide: every fourth home gets everything wrong. Two rows have no home. */
const rows = Array.from({ length: 240 }, (_, i) => {
  const home = i < 238 ? 100 + (i >> 2) : -1;
  const y = i % 2;
  return { home, sex: (i >> 2) % 3 === 0 ? 1 : 0, y, yhat: (i >> 2) % 4 === 0 ? 1 - y : y };
});
const csv = [
  "home,sex,y,yhat",
  ...rows.map(({ home, sex, y, yhat }) => [home < 0 ? "" : home, "FM"[sex], y, yhat].join(",")),
  "",
].join("\n");

async function report(...flags: string[]): Promise<AuditReport> {
  const { out, log } = await runCli(["audit", "--json", ...flags]);
  expect(log.filter((line) => !line.startsWith("warning"))).to.deep.equal([]);
  return JSON.parse(out) as AuditReport;
}

describe("evenodds audit --cluster", () => {
  const folder = useTempFolder();
  const columns = ["--label", "y", "--prediction", "yhat", "--sensitive", "sex"];

  it("tests a table by a column, as the auditor does with its rows", async () => {
    await folder.write({ "p.csv": csv });
    const { attributes, notes } = await report("--predictions", folder.at("p.csv"), ...columns, "--cluster", "home");
    const { name, test, bootstrap, intervals } = attributes[0]!.clusters!;
    const codes = (of: (row: (typeof rows)[number]) => number) => Int32Array.from(rows, of);
    const counts = clusterCounts({
      group: codes(({ sex }) => sex),
      label: codes(({ y }) => y),
      prediction: codes(({ yhat }) => yhat),
      cluster: codes(({ home }) => home),
      groups: ["F", "M"],
      classes: ["0", "1"],
    });
    expect(name).to.equal("home");
    expect(test).to.deep.equal(clusterTest(counts, { random: Random.of(0, "cluster test of sex") }));
    // 59 homes of four, one of two, and two rows of their own.
    expect(bootstrap.clusters).to.equal(62);
    expect(intervals.designEffect).to.be.closeTo(2, 0.2);
    expect(notes.at(-1)).to.equal('2 rows lack a value of "home"; each of them is a cluster of its own.');
    expect(intervals.upper).to.be.above(attributes[0]!.evidence.upper!);
  });

  it("does the same for files joined by id, a query and weights", async () => {
    const lines = csv.trimEnd().split("\n").slice(1);
    await folder.write({
      "p.csv": csv,
      "w.csv": ["home,sex,y,yhat,w", ...lines.map((line) => `${line},2`), ""].join("\n"),
      "yhat.csv": ["id,yhat", ...rows.map(({ yhat }, i) => `${i},${yhat}`), ""].join("\n"),
      "who.csv": ["id,home,sex,y", ...lines.map((line, i) => `${i},${line.split(",").slice(0, 3).join(",")}`), ""].join(
        "\n",
      ),
    });
    const by = [...columns, "--cluster", "home"];
    const plain = await report("--predictions", folder.at("p.csv"), ...by);
    const joined = await report(
      "--predictions",
      folder.at("yhat.csv"),
      "--attributes",
      folder.at("who.csv"),
      "--id",
      "id",
      ...by,
    );
    const queried = await report("--sql", `select * from '${folder.at("p.csv")}'`, "--sql-files", "any", ...by);
    const weighted = await report("--predictions", folder.at("w.csv"), ...by, "--weight", "w");
    const clustersOf = ({ attributes }: AuditReport) => attributes[0]!.clusters!;
    expect(clustersOf(joined)).to.deep.equal(clustersOf(plain));
    expect(clustersOf(queried)).to.deep.equal(clustersOf(plain));
    // A weight of 2 for everybody says nothing more about anybody.
    expect(clustersOf(weighted).test).to.deep.equal(clustersOf(plain).test);
    for (const side of ["lower", "upper", "designEffect"] as const) {
      expect(clustersOf(weighted).intervals[side]).to.be.closeTo(clustersOf(plain).intervals[side]!, 1e-9);
    }
  });

  it("puts nodes into clusters by a column of the node files, communities or Louvain", async () => {
    const people = rows.slice(0, 80).map(({ sex, y, yhat }) => ["FM"[sex]!, String(y), String(yhat)] as const);
    const files = auditCase(people);
    const nodes = String(files["graph/nodes.csv"]).trimEnd().split("\n");
    const homes = nodes.map((line, i) =>
      i === 0 ? `${line},home` : i === 80 ? `${line},` : `${line},${(i - 1) >> 2}`,
    );
    const card = String(files["graph/graph.yaml"]);
    await folder.write({
      ...files,
      "graph/nodes.csv": `${homes.join("\n")}\n`,
      "graph/graph.yaml": card.replace("edges:", "  features: { include: [left, right] }\nedges:"),
    });
    const model = [folder.at("model.onnx"), folder.at("graph"), "--min-support", "1"];
    const home = await report(...model, "--cluster", "home");
    expect(home.attributes[0]!.clusters!.name).to.equal("home");
    expect(home.attributes[0]!.clusters!.bootstrap.clusters).to.equal(21);
    expect(home.notes.at(-1)).to.equal('1 rows lack a value of "home"; each of them is a cluster of its own.');
    const louvain = (...flags: string[]) => report(...model, "--cluster", "louvain", ...flags);
    const coarse = (await louvain()).attributes[0]!.clusters!;
    const fine = (await louvain("--resolution", "3")).attributes[0]!.clusters!;
    expect(coarse.name).to.equal("Louvain communities of the graph (resolution 1)");
    expect(fine.bootstrap.clusters).to.be.above(coarse.bootstrap.clusters);
    const communities = (await report(...model, "--cluster", "communities")).attributes[0]!.clusters!;
    expect(communities.name).to.equal("communities of the graph");
  });

  it("says in one line what does not fit", async () => {
    await folder.write({ "p.csv": csv, ...auditCase([["a", "1", "1"]]) });
    const table = ["--predictions", folder.at("p.csv")];
    const model = [folder.at("model.onnx"), folder.at("graph")];
    const cases: [string[], RegExp][] = [
      [[...table, ...columns, "--cluster", "hom"], /cluster column.*did you mean "home"/],
      [
        [...table, "--prediction", "yhat", "--sensitive", "sex", "--cluster", "home"],
        /--cluster: expected --label beside it/,
      ],
      [[...table, ...columns, "--resolution", "2"], /--resolution.*leave it out/],
      [[...model, "--resolution", "2"], /--resolution: expected --cluster louvain/],
      [[...model, "--cluster", "louvain", "--resolution", "0"], /above 0/],
      [[...model, "--cluster", "hom"], /cluster column.*"hom"/],
    ];
    for (const [flags, message] of cases) {
      const { code, out, log } = await runCli(["audit", ...flags]);
      expect([code, out, log.length], flags.join(" ")).to.deep.equal([2, "", 1]);
      expect(log[0]).to.match(message);
    }
  });
});
