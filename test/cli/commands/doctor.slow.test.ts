import { plainPalette } from "@evenodds/auditor";
import { renderDoctor } from "@evenodds/cli/internal";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";

// Without --json the command is run by test/docs/commands, as README.md has it.
describe("evenodds doctor", () => {
  it("gives every part of this machine as JSON, from which its lines for people are made", async () => {
    const { code, out, log } = await runCli(["doctor", "--json"]);
    expect(log).to.deep.equal([]);
    const report = JSON.parse(out) as Parameters<typeof renderDoctor>[0];
    expect(report.works).to.equal(code === 0);
    const text = renderDoctor(report, plainPalette);
    expect(text).to.match(new RegExp(`^ok +node +${process.versions.node.replaceAll(".", "\\.")}\n`));
    expect(text).to.match(/^ok +engine wasm +wasm \(SIMD, /m);
    expect(text).to.match(/^ok +provider cpu +onnxruntime-node \d/m);
    expect(text).to.match(/^ok +duckdb +DuckDB \d/m);
    expect(text).to.match(/^(ok|missing|broken) +engine tensorflow +\S/m);
  });
});
