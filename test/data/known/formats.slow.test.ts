import { join } from "node:path";
import { loadGraph, type LoadedGraph } from "@evenodds/data";
import { importKnown } from "@evenodds/data/internal";
import { expect } from "chai";
import { removeTempFolders, tempFolder } from "../support/temp-graph.js";
import { lines, madeUp, pokecFiles, type MadeUpFiles } from "./support/made-up.js";
import { sparseNpz } from "./support/npz.js";

after(removeTempFolders);

/** Imports made-up files as the data set `name`, as Parquet too, and returns the graph, which is the same both ways. */
async function imported(name: string, files: MadeUpFiles): Promise<LoadedGraph> {
  const folder = await tempFolder(files);
  const graphs: LoadedGraph[] = [];
  for (const way of ["copy", "parquet"] as const) {
    await importKnown(madeUp(name, files), { folder, out: join(folder, way), files: way });
    graphs.push(await loadGraph(join(folder, way)));
  }
  const [copied, converted] = graphs;
  expect({ ...converted!.graph, idScope: "" }).to.deep.equal({ ...copied!.graph, idScope: "" });
  expect(converted!.nodes).to.deep.equal(copied!.nodes);
  return copied!;
}

const labels = ({ nodes }: LoadedGraph) => [...nodes.label].map((code) => nodes.classes[code] ?? null);
const groups = ({ nodes }: LoadedGraph) =>
  [...nodes.sensitive[0]!.code].map((code) => nodes.sensitive[0]!.levels[code] ?? null);

describe("pokec", () => {
  it("merges the fields of work to three classes and keeps region as a feature", async () => {
    const loaded = await imported("pokec-z-gender", pokecFiles);
    expect(loaded.graph.nodeIds).to.deep.equal(["10", "2", "30", "40"]);
    expect(loaded.nodes.classes).to.deep.equal(["student-or-education", "trade-or-construction", "unemployed"]);
    expect(labels(loaded)).to.deep.equal([
      "student-or-education",
      "student-or-education",
      "trade-or-construction",
      null,
    ]);
    expect(groups(loaded)).to.deep.equal(["1", "0", "1", "0"]);
    const { featureNames, features } = loaded.graph;
    expect(featureNames.slice(0, 4)).to.deep.equal(["public", "completion_percentage", "region", "AGE"]);
    // An age that is not known stays 0.
    expect([...features.slice(6, 10)]).to.deep.equal([0, 12, 1, 0]);
  });

  it("takes region for the sensitive attribute and keeps gender as a feature", async () => {
    const loaded = await imported("pokec-z-region", pokecFiles);
    expect(groups(loaded)).to.deep.equal(["0", "1", "0", "0"]);
    expect(loaded.graph.featureNames).to.include("gender").and.not.to.include("region");
  });

  it("has its own file names in the other sample, whose fields are not merged", async () => {
    const loaded = await imported("pokec-n-gender", {
      "region_job_2.csv": pokecFiles["region_job.csv"]!,
      "region_job_2_relationship.txt": pokecFiles["region_job_relationship.txt"]!,
    });
    expect(labels(loaded)).to.deep.equal(["0", "2", "4", null]);
  });
});

describe("german", () => {
  it("reads CRLF, codes the label and leaves text, constant and Gender out", async () => {
    const loaded = await imported("german", {
      "german.csv":
        "GoodCustomer,Gender,PurposeOfLoan,Age,OtherLoansAtStore\r\n1,Male,Car,33,0\r\n-1,Female,TV,21,0\r\n",
      "german_edges.txt": lines("0.000000000000000000e+00 1.000000000000000000e+00"),
    });
    expect(loaded.graph.featureNames).to.deep.equal(["Age"]);
    expect(labels(loaded)).to.deep.equal(["good", "bad"]);
    expect(groups(loaded)).to.deep.equal(["Male", "Female"]);
    expect([...loaded.graph.source]).to.deep.equal([1, 0]);
  });
});

describe("bail", () => {
  it("leaves TIME and WHITE out and reads a file without a last line end", async () => {
    const loaded = await imported("bail", {
      "bail.csv": "WHITE,PRIORS,RECID,TIME\n1,-9,0,0\n0,3,1,12",
      "bail_edges.txt": lines("0\t1", "1\t0"),
    });
    expect(loaded.graph.featureNames).to.deep.equal(["PRIORS"]);
    expect(labels(loaded)).to.deep.equal(["no-recidivism", "recidivism"]);
    expect(loaded.accounting.edges).to.deep.include({ read: 2, used: 1 });
  });
});

describe("income", () => {
  it("takes race for the attribute and keeps 0 and 1 as they are", async () => {
    const loaded = await imported("income", {
      "income.csv": "age,race,sex,income\r\n73,0.0,1.0,0\r\n33,1.0,1.0,1\r\n",
      "income_edges.txt": lines("0.0e+00 1.0e+00"),
    });
    expect(loaded.graph.featureNames).to.deep.equal(["age", "sex"]);
    expect([labels(loaded), groups(loaded)]).to.deep.equal([
      ["0", "1"],
      ["0", "1"],
    ]);
  });
});

describe("credit", () => {
  it("takes Age for the attribute and leaves Single out", async () => {
    const loaded = await imported("credit", {
      "credit.csv": "NoDefaultNextMonth,Married,Single,Age\n0,1,0,1\n1,0,1,0\n",
      "credit_edges.txt": lines("0.0e+00 1.0e+00"),
    });
    expect(loaded.graph.featureNames).to.deep.equal(["Married"]);
    expect(groups(loaded)).to.deep.equal(["1", "0"]);
  });
});

describe("nba", () => {
  it("keeps players with small ids who are in the relationship file", async () => {
    const loaded = await imported("nba", {
      "nba.csv": lines("user_id,SALARY,AGE,country", "30,1,25,0", "796404775580811383,0,30,1", "4,-1,22,1", "5,0,40,0"),
      "nba_relationship.txt": lines("30\t4", "4\t796404775580811383"),
    });
    expect(loaded.graph.nodeIds).to.deep.equal(["30", "4"]);
    expect(labels(loaded)).to.deep.equal(["above-median", null]);
    expect(groups(loaded)).to.deep.equal(["US", "overseas"]);
  });
});

describe("dblp", () => {
  it("joins authors with their terms, and has no names", async () => {
    const loaded = await imported("dblp", {
      "dblp.csv": lines("index,name,gender,label", "1,ada l.,f,2", "2,charles b.,none,0", "3,alan t.,m,4"),
      "dblp_relationship.txt": lines("1.0e+00 2.0e+00", "3.0e+00 1.0e+00"),
      "dblp_csr_emb.npz": sparseNpz([
        [0, 3],
        [1, 0],
        [0, 0],
      ]),
    });
    expect(loaded.graph.nodeIds).to.deep.equal(["1", "2", "3"]);
    expect(loaded.graph.featureNames).to.deep.equal(["term0", "term1"]);
    expect([...loaded.graph.features]).to.deep.equal([0, 3, 1, 0, 0, 0]);
    expect(labels(loaded)).to.deep.equal(["data-mining", null, "information-retrieval"]);
    expect(groups(loaded)).to.deep.equal(["f", null, "m"]);
  });
});
