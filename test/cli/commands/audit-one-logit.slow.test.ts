import { readFile } from "node:fs/promises";
import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { linearModel } from "../../support/onnx-models.js";
import { auditCase, unequal, type Rows } from "../support/audit-case.js";
import { useTempFolder, type Files } from "../support/temp-folder.js";
import { trainQuickly, writeLearnable } from "../support/trained-run.js";

const metadata = {
  "evenodds.feature_names": JSON.stringify(["left", "right"]),
  "evenodds.classes": JSON.stringify(["0", "1"]),
};

/** z = right − left: 1 where the rows of `auditCase` predict class 1, else −1. */
const oneLogit = (more: Record<string, string> = { "evenodds.task": "binary" }) =>
  linearModel({ features: 2, classes: 1 }, { weights: [-1, 1], metadata: { ...metadata, ...more } });
const foreign = linearModel({ features: 2, classes: 1 }, { weights: [-1, 1] });

const rows: Rows = [...unequal, ["b", "1", "1"], ["a", "0", "1"], ["a", "", "1"]];

describe("evenodds audit of one logit", () => {
  const folder = useTempFolder();
  const write = (files: Files) => folder.write({ ...auditCase(rows), ...files });
  const audit = (model: string, ...flags: string[]) =>
    runCli(["audit", folder.at(model), folder.at("graph"), "--min-support", "1", "--draws", "50", ...flags]);
  const report = async (model: string, ...flags: string[]) =>
    JSON.parse((await audit(model, "--json", ...flags)).out) as AuditReport;

  it("says what it says of the logits [0, z], scores included", async () => {
    // softmax(left, right) = σ(right − left), so the models differ in nothing but their form.
    await write({ "one.onnx": oneLogit() });
    const [one, two] = [await report("one.onnx", "--max-gap", "0.2"), await report("model.onnx", "--max-gap", "0.2")];
    expect(one.attributes).to.deep.equal(two.attributes);
    expect(one.attributes[0]!.scores).to.be.an("object");
    expect([one.rules, one.graph, one.notes]).to.deep.equal([two.rules, two.graph, two.notes]);
    expect(one.verdict).to.equal("violated");
  });

  it("takes the one column of another tool's model for a logit where it is told to, and says so", async () => {
    await write({ "foreign.onnx": foreign });
    const told = await report("foreign.onnx", "--one-logit");
    expect(told.attributes).to.deep.equal((await report("model.onnx")).attributes);
    expect(told.notes.at(-1)).to.equal('The one output column of the model was taken as the logit of class "1".');
    const { code, out, log } = await audit("foreign.onnx");
    expect([code, out, log.length]).to.deep.equal([2, "", 1]);
    expect(log[0]).to.match(/expected 1, .*found 2 in the graph .*if it is the logit of class "1", add --one-logit/);
  });

  it("counts nodes without a finite logit on request", async () => {
    const nan = linearModel(
      { features: 2, classes: 1 },
      { weights: [NaN, 1], metadata: { ...metadata, "evenodds.task": "binary" } },
    );
    await write({ "nan.onnx": nan });
    expect((await audit("nan.onnx")).log[0]).to.match(/logits: expected finite numbers on every node/);
    const { attributes } = await report("nan.onnx", "--non-finite", "exclude");
    expect(attributes[0]!.rows.excluded["non-finite-prediction"]).to.equal(8);
  });

  it("says in one line what does not fit together", async () => {
    const wide = linearModel({ features: 2, classes: 2 });
    await write({
      "one.onnx": oneLogit(),
      "wide.onnx": wide,
      "odd.onnx": oneLogit({ "evenodds.task": "ranking" }),
      "three.onnx": oneLogit({ "evenodds.task": "binary", "evenodds.classes": '["0","1","2"]' }),
      "table.csv": "y,yhat,g\n",
    });
    const table = ["audit", "--predictions", folder.at("table.csv"), "--label", "y", "--prediction", "yhat"];
    for (const [result, message] of [
      [audit("wide.onnx", "--one-logit"), /columns of the model's output: expected 1, .*found 2/],
      [audit("odd.onnx"), /metadata evenodds\.task: expected classification, binary, regression, found ranking/],
      [audit("three.onnx"), /expected 2 names, because the output is one logit, found 3/],
      [audit("one.onnx", "--one-logit", "--regression"), /--one-logit: .*leave one out/],
      [audit("one.onnx", "--regression"), /expected regression, as requested, found binary in its metadata/],
      [
        audit("one.onnx", "--max-error-gap", "1"),
        /--max-error-gap: .*an audit of a classifier on a graph, found one that is meant for a regression/,
      ],
      [audit("one.onnx", "--id", "n"), /--id: expected --nodes beside it/],
      [
        runCli([...table, "--sensitive", "g", "--one-logit"]),
        /--one-logit: .*meant for a classifier on a graph or a classifier on a table/,
      ],
    ] as const) {
      const { code, out, log } = await result;
      expect([code, out, log.length], String(message)).to.deep.equal([2, "", 1]);
      expect(log[0]).to.match(message);
    }
  });

  it("finds on the test nodes of a trained model what training found", async () => {
    await writeLearnable(folder.at("graph"), { nodes: 64 });
    await trainQuickly(folder.at("graph"), folder.at("run"), "--method", "gcn", "--task-loss", "binary-cross-entropy");
    expect((await runCli(["export", folder.at("run"), "--out", folder.at("trained.onnx")])).code).to.equal(0);
    const { test } = JSON.parse(await readFile(folder.at("run", "summary.json"), "utf8")) as {
      test: { nodes: number; accuracy: number; equalizedOddsDifference: number };
    };
    const { attributes, split } = await report("trained.onnx", "--split", "test");
    expect(split).to.equal("test");
    expect(attributes[0]!.rows.used).to.equal(test.nodes);
    expect(attributes[0]!.performance.accuracy).to.be.closeTo(test.accuracy, 1e-12);
    expect(attributes[0]!.equalizedOdds.value).to.be.closeTo(test.equalizedOddsDifference, 1e-12);
  });
});
