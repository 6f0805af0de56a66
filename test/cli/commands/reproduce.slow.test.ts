import { readdir, readFile, writeFile } from "node:fs/promises";
import { experiments } from "@evenodds/experiments";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("evenodds reproduce", () => {
  const folder = useTempFolder();
  const reproduce = (...args: string[]) =>
    runCli([
      ...["reproduce", ...args, "--engine", "wasm", "--workers", "1"],
      ...["--out", folder.at("pages"), "--runs", folder.at("runs")],
    ]);

  it("names near experiments for an unknown one, and writes nothing", async () => {
    const { code, log } = await reproduce("table-nbb");
    expect(code).to.equal(2);
    expect(log.join()).to.match(
      /experiment: expected one of table-nba, .*found "table-nbb"; did you mean "table-nba"\?$/,
    );
    expect(await readdir(folder.at("."))).to.deep.equal([]);
  });

  it("says where Pokec is to be had when it is not given", async () => {
    const { code, log } = await reproduce("table-pokec");
    expect(code).to.equal(2);
    expect(log.at(-1)).to.match(/--data: expected .*Pokec.*evenodds import-data pokec-z-gender/);
  });

  it("refuses data that no experiment has a use for, before anything is read or written", async () => {
    const advice = /--data: expected an experiment that takes a graph \(.*table-pokec.*\), .*; leave it out/;
    const quick = /--data: expected one of the two, found --quick beside it; leave one out/;
    for (const [args, words] of [
      [["table-nba"], advice],
      [["table-german", "permutation-test"], advice],
      [["table-nba", "--quick"], quick],
      [["table-pokec", "--quick"], quick],
      [["table-pokec", "table-nba"], /nowhere/],
    ] as const) {
      const { code, log } = await reproduce(...args, "--data", folder.at("nowhere"));
      expect(code, args.join(" ")).to.equal(2);
      expect(log.at(-1)).to.match(words);
      expect(await readdir(folder.at("."))).to.deep.equal([]);
    }
  });

  it("knows which experiments look at data that the user names", async () => {
    const nothing = () => Promise.reject(new Error("nothing is there"));
    for (const experiment of experiments) {
      let asked = false;
      const named = () => {
        asked = true;
        return nothing();
      };
      const given = { load: nothing, collect: nothing, named, log: () => undefined };
      // Without an engine the experiments that make their own data end at once.
      await experiment.run({ quick: false, engine: "none", ...given }).then(
        () => expect.fail(`${experiment.name} needs nothing`),
        () => undefined,
      );
      expect(asked, experiment.name).to.equal(experiment.takesData === true);
    }
  });

  it("keeps runs: a second time nothing is trained, and the page has the same bytes", async () => {
    expect((await reproduce("table-german", "--quick")).code).to.equal(0);
    const page = () => readFile(folder.at("pages", "table-german.md"), "utf8");
    const first = await page();
    await writeFile(folder.at("pages", "table-german.md"), "old");
    const { code, log } = await reproduce("table-german", "--quick");
    expect(code).to.equal(0);
    expect(log.join("\n")).not.to.contain("runs are there");
    expect(await page()).to.equal(first);
  }).timeout(180_000);
});
