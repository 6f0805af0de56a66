import { truncate, writeFile } from "node:fs/promises";
import { needsChild, valuesOf } from "@evenodds/cli/internal";
import { expect } from "chai";
import { useTempFolder } from "../support/temp-folder.js";

describe("needsChild", () => {
  const folder = useTempFolder();

  it("is true of every command that runs native code", () => {
    for (const name of ["train", "sweep", "export", "import", "optimize", "inspect", "predict", "split", "generate"]) {
      expect(needsChild([name, "x"]), name).to.equal(true);
    }
    expect(needsChild(["audit", "model.onnx", "graph"])).to.equal(true);
    expect(needsChild(["audit", "--sql", "select 1", "--db", "x.duckdb"])).to.equal(true);
  });

  it("is false of help, versions, unknown commands and what looks at libraries in processes of its own", () => {
    for (const args of [[], ["--version"], ["--help"], ["help", "audit"], ["trian", "x"], ["train", "--help"]]) {
      expect(needsChild(args), args.join(" ")).to.equal(false);
    }
    expect(needsChild(["doctor"])).to.equal(false);
    expect(needsChild(["setup-tensorflow"])).to.equal(false);
  });

  it("spares counts and tables up to 64 MB the second process, unless they have a limit", async () => {
    await writeFile(folder.at("small.csv"), "y\n1\n");
    await writeFile(folder.at("large.csv"), "");
    await truncate(folder.at("large.csv"), 64_000_001);
    const audit = (...flags: string[]) => needsChild(["audit", ...flags]);
    expect(audit("--counts", "c.csv")).to.equal(false);
    expect(audit("--predictions", folder.at("small.csv"))).to.equal(false);
    expect(audit(`--predictions=${folder.at("small.csv")}`)).to.equal(false);
    expect(audit("--predictions", folder.at("nowhere.csv"))).to.equal(false);
    expect(audit("--predictions", `${folder.at("small.csv")},${folder.at("large.csv")}`)).to.equal(true);
    expect(audit("--counts", "c.csv", "--timeout", "5")).to.equal(true);
    expect(audit("--predictions", folder.at("small.csv"), "--memory=1GB")).to.equal(true);
  });
});

describe("valuesOf", () => {
  it("returns what follows a flag in both spellings, and nothing of other flags", () => {
    expect(valuesOf(["--memory", "1GB", "--memory=2GB", "--memory-x", "3"], "memory")).to.deep.equal(["1GB", "2GB"]);
    expect(valuesOf(["--memory"], "memory")).to.deep.equal([]);
  });
});
