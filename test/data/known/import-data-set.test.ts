import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError, UsageError } from "@evenodds/core";
import { loadGraph } from "@evenodds/data";
import { importKnown } from "@evenodds/data/internal";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";
import { madeUp, pokecFiles, pokecStatistics } from "./support/made-up.js";

after(removeTempFolders);

const known = madeUp("pokec-z-gender", pokecFiles, pokecStatistics);

describe("importDataSet", () => {
  it("copies the files and writes a card with rules, checksums, counts, license and citation", async () => {
    const folder = await tempFolder(pokecFiles);
    const out = join(folder, "new/graph");
    const imported = await importKnown(known, { folder, out });
    expect(imported.statistics).to.deep.equal(pokecStatistics);
    expect((await readdir(out)).sort()).to.deep.equal(["graph.yaml", ...Object.keys(pokecFiles)].sort());
    for (const [name, content] of Object.entries(pokecFiles)) {
      expect(await readFile(join(out, name), "utf8")).to.equal(content);
    }
    const card = (await loadGraph(out)).card!;
    expect(card.expect).to.deep.equal({ nodes: 4, edges: 3, features: 6, labelled: 3 });
    expect(card.nodes.files).to.deep.equal([{ path: "region_job.csv", sha256: imported.files[0]!.sha256 }]);
    expect(card.license).to.include("none stated");
    expect(card.citation).to.include("Takac");
    expect(await readFile(join(out, "graph.yaml"), "utf8")).to.include("# Values with the same name are one class.");
  });

  it("refers to the files where they are", async () => {
    const folder = await tempFolder(pokecFiles);
    const out = join(await tempFolder(), "graph");
    await importKnown(known, { folder, out, files: "reference" });
    expect(await readdir(out)).to.deep.equal(["graph.yaml"]);
    const { card, graph } = await loadGraph(out);
    expect(card!.nodes.files[0]!.path).to.match(/^\.\..*region_job\.csv$/);
    expect(graph.nodeCount).to.equal(4);
    await writeFile(join(folder, "region_job.csv"), "user_id\n");
    expect((await rejection(loadGraph(out))).message).to.include("sha256");
  });

  it("gives the same bytes each time", async () => {
    const folder = await tempFolder(pokecFiles);
    for (const name of ["a", "b"]) await importKnown(known, { folder, out: join(folder, name), files: "parquet" });
    for (const file of ["graph.yaml", "nodes.parquet", "edges.parquet"]) {
      expect(await readFile(join(folder, "a", file))).to.deep.equal(await readFile(join(folder, "b", file)));
    }
  });

  it("leaves nothing behind where files or statistics are wrong", async () => {
    const folder = await tempFolder(pokecFiles);
    const out = join(folder, "graph");
    const wrong = madeUp("pokec-z-gender", pokecFiles, { ...pokecStatistics, interGroupEdges: 2 });
    expect((await rejection(importKnown(wrong, { folder, out }))).message).to.include(
      "expected 2 edges between groups",
    );
    const other = madeUp("pokec-z-gender", { ...pokecFiles, "region_job.csv": "x" });
    expect(await rejection(importKnown(other, { folder, out }))).to.be.instanceOf(InputError);
    expect((await readdir(folder)).sort()).to.deep.equal(Object.keys(pokecFiles).sort());
  });

  it("writes to no folder that has something in it, least of all that of the originals", async () => {
    const folder = await tempFolder(pokecFiles);
    expect(await rejection(importKnown(known, { folder, out: join(folder, "x/..") }))).to.be.instanceOf(UsageError);
    await mkdir(join(folder, "full"));
    await writeFile(join(folder, "full/thesis.txt"), "years of work");
    const error = await rejection(importKnown(known, { folder, out: join(folder, "full") }));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("a new or an empty folder");
  });
});
