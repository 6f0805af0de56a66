import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { InputError, UsageError } from "@evenodds/core";
import { checkDataSet, recognizeDataSet } from "@evenodds/data";
import { checkKnown, recognizeAmong } from "@evenodds/data/internal";
import { expect } from "chai";
import { edited, rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";
import { lines, madeUp, pokecFiles, pokecStatistics } from "./support/made-up.js";

after(removeTempFolders);

const samples = join(import.meta.dirname, "../../../samples");

describe("checkDataSet", () => {
  it("passes the files of the samples and names where they are from", async () => {
    const german = await checkDataSet("german", join(samples, "german"));
    expect(german.files.map(({ name, source }) => [name, source])).to.deep.equal([
      ["german.csv", "chirag126/nifty, dataset/german/german.csv"],
      ["german_edges.txt", "chirag126/nifty, dataset/german/german_edges.txt"],
    ]);
    expect(german.statistics.interGroupEdges).to.equal(4244);
    expect((await checkDataSet("nba", join(samples, "nba"))).statistics).to.include({ nodes: 355, groupRatio: 3.08 });
  });

  it("names a file that is missing, what it is and who has it", async () => {
    const error = await rejection(checkDataSet("pokec-z-region", await tempFolder()));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(
      /^region_job\.csv: expected 38608131 bytes with git blob id c50552a\w+, found nothing in .*; the right file is EnyanDai\/FairGNN, dataset\/pokec\/region_job\.csv$/,
    );
  });

  it("says of Credit's edges that no copy was there to examine", async () => {
    const known = madeUp("credit", { "credit.csv": "a\n", "credit_edges.txt": "" });
    const folder = await tempFolder({ "credit.csv": "a\n" });
    const error = await rejection(checkKnown(known, folder));
    expect(error.message).to.include("credit_edges.txt: expected").and.to.include("found nothing in");
    expect(error.message).to.include("no copy of this file could be had to examine it");
    expect(error.message).to.include("30,000 rows");
  });

  it("refuses another size before and another content after reading it", async () => {
    const known = madeUp("pokec-z-gender", pokecFiles, pokecStatistics);
    const nodes = pokecFiles["region_job.csv"] as string;
    const longer = await tempFolder({ ...pokecFiles, "region_job.csv": `${nodes}\n` });
    const size = await rejection(checkKnown(known, longer));
    expect(size).to.be.instanceOf(InputError);
    expect(size.message).to.include(`region_job.csv: expected ${nodes.length} bytes with git blob id`);
    expect(size.message).to.include(
      `found ${nodes.length + 1} bytes; the right file is somebody/somewhere, region_job.csv`,
    );
    const other = await tempFolder({ ...pokecFiles, "region_job.csv": edited(nodes, "10,1,62", "10,1,63") });
    const content = await rejection(checkKnown(known, other));
    expect(content).to.be.instanceOf(InputError);
    expect(content.message).to.match(/found \d+ bytes with git blob id [0-9a-f]{40} and sha256 [0-9a-f]{64}/);
  });

  it("needs both checksums to be right where both are known", async () => {
    const known = madeUp("pokec-z-gender", pokecFiles, pokecStatistics);
    const folder = await tempFolder(pokecFiles);
    for (const wrong of [{ sha256: "00000000" }, { gitBlob: "0".repeat(40) }]) {
      const files = known.files.map((file) => ({ ...file, copies: [{ ...file.copies[0]!, ...wrong }] }));
      expect(await rejection(checkKnown({ ...known, files }, folder))).to.be.instanceOf(InputError);
    }
  });

  it("names every statistic that is another one", async () => {
    const wrong = { ...pokecStatistics, nodes: 5, interGroupEdges: 3, classes: { unemployed: 1, other: 2 } };
    const error = await rejection(
      checkKnown(madeUp("pokec-z-gender", pokecFiles, wrong), await tempFolder(pokecFiles)),
    );
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include(
      "statistics of data set pokec-z-gender (region_job.csv, region_job_relationship.txt)",
    );
    expect(error.message).to.include(
      'expected 5 nodes, 1 nodes of class "unemployed", 2 nodes of class "other", 3 edges between groups',
    );
    expect(error.message).to.include(
      'found 4 nodes, 0 nodes of class "unemployed", no nodes of class "other", 1 edges between groups',
    );
    expect(error.message).to.include("somebody/somewhere, region_job.csv");
  });

  it("writes nothing to the folder", async () => {
    const folder = await tempFolder(pokecFiles);
    const checked = await checkKnown(madeUp("pokec-z-gender", pokecFiles, pokecStatistics), folder);
    expect(checked.statistics).to.deep.equal(pokecStatistics);
    expect((await readdir(folder)).sort()).to.deep.equal(Object.keys(pokecFiles).sort());
  });

  it("refuses a name that no data set has", async () => {
    expect(await rejection(checkDataSet("germn", samples))).to.be.instanceOf(UsageError);
  });
});

describe("recognizeDataSet", () => {
  it("knows files by their content, whatever the folder is called", async () => {
    expect(await recognizeDataSet(join(samples, "german"))).to.deep.equal(["german"]);
    expect(
      await recognizeDataSet(await tempFolder({ "german.csv": "x", "german_edges.txt": lines("0 1") })),
    ).to.deep.equal([]);
    expect(await recognizeDataSet(join(samples, "no such folder"))).to.deep.equal([]);
  });

  it("names both tasks of the same files", async () => {
    const both = ["pokec-z-gender", "pokec-z-region"].map((name) => madeUp(name, pokecFiles));
    const german = madeUp("german", { "german.csv": "a", "german_edges.txt": "b" });
    const names = await recognizeAmong([...both, german], await tempFolder(pokecFiles));
    expect(names).to.deep.equal(["pokec-z-gender", "pokec-z-region"]);
  });
});
