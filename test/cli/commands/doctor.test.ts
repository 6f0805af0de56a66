import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";

describe("evenodds doctor", () => {
  it("prints a line for every part of this machine, and the same as JSON", async () => {
    const { code, out, log } = await runCli(["doctor"]);
    expect(log).to.deep.equal([]);
    expect(out).to.match(new RegExp(`^ok +node +${process.versions.node.replaceAll(".", "\\.")}\n`));
    expect(out).to.match(/^ok +engine wasm +wasm \(SIMD, /m);
    expect(out).to.match(/^ok +provider cpu +onnxruntime-node \d/m);
    expect(out).to.match(/^ok +duckdb +DuckDB \d/m);
    expect(out).to.match(/^(ok|missing|broken) +engine tensorflow +\S/m);

    const json = await runCli(["doctor", "--json"]);
    const report = JSON.parse(json.out) as { works: boolean; checks: { name: string; status: string }[] };
    expect({ code: json.code, log: json.log }).to.deep.equal({ code, log: [] });
    expect(report.works).to.equal(code === 0);
    for (const { name, status } of report.checks)
      expect(out).to.match(new RegExp(`^${status} +${name.replaceAll("+", "\\+")} `, "m"));
  });
});
