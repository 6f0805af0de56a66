import { readFile, readdir } from "node:fs/promises";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("evenodds synth", () => {
  const folder = useTempFolder();
  const make = (command: string, ...flags: string[]) =>
    runCli([command, "pokec-like", "--out", folder.at(command), "--nodes", "60", "--features", "12", ...flags]);

  it("writes what generate writes, and says in one line what to write instead", async () => {
    const flags = ["--sensitive", "region", "--seed", "3", "--class-sizes", "12,9", "--edges", "150"];
    const { code, out, log } = await make("synth", ...flags);
    expect({ code, out }).to.deep.equal({ code: 0, out: "" });
    const [written, ...advice] = log;
    expect(advice).to.deep.equal([
      "evenodds synth is deprecated: write evenodds generate pokec-like, with the same flags",
    ]);
    const generated = await make("generate", ...flags);
    expect(generated.log).to.deep.equal([written!.replace(/synth:/, "generate:")]);
    const names = await readdir(folder.at("synth"));
    expect(names.sort()).to.deep.equal(["README.md", "edges.csv", "graph.yaml", "nodes.csv"]);
    for (const name of names) {
      expect(await readFile(folder.at("synth", name))).to.deep.equal(await readFile(folder.at("generate", name)));
    }
  });

  it("needs a recipe, takes no flag of a graph without one, and is marked in the help", async () => {
    for (const [args, message] of [
      [["synth", "--out", folder.at("x")], /missing required argument 'recipe'/],
      [["synth", "pokec-like", "--out", folder.at("x"), "--classes", "3"], /unknown option '--classes'/],
    ] as const) {
      const { code, log } = await runCli(args);
      expect(code).to.equal(2);
      expect(log.join("\n")).to.match(message);
    }
    expect((await runCli(["--help"])).out).to.match(/^ {2}synth .* deprecated: the former name of generate/m);
  });
});
