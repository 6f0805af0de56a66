import { readFile } from "node:fs/promises";
import type { AuditReport, ModelDescription } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { node } from "../../support/onnx-models.js";
import { chain, one, outputModel, steps, type OutputOptions, type Piece } from "../../support/output-models.js";
import { auditCase, unequal, type Rows } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

/**
 * The rows of `auditCase` have the features (1, 0) where they predict class 0 and (0, 1) where they predict class 1.
 */
const rows: Rows = [...unequal, ["b", "1", "1"], ["a", "0", "1"]];
const predicted = rows.map(([, , prediction]) => prediction);

/** z = right − left: 1 where class 1 is predicted, else −1. */
const column: OutputOptions = { columns: 1, weights: [-1, 1] };
/** The same scores in two columns. */
const columns: OutputOptions = { weights: [0, -1, 0, 1] };
const sigmoid = 1 / (1 + Math.exp(-1));

describe("evenodds audit of what an output means", () => {
  const folder = useTempFolder();
  const write = (models: Readonly<Record<string, Uint8Array>>) => folder.write({ ...auditCase(rows), ...models });
  const audit = (model: string, ...flags: string[]) =>
    runCli(["audit", folder.at(model), folder.at("graph"), "--min-support", "1", "--draws", "20", ...flags]);
  const report = async (model: string, ...flags: string[]) => {
    const { out, log } = await audit(model, "--json", ...flags);
    expect(out, log.join("\n")).not.to.equal("");
    return JSON.parse(out) as AuditReport;
  };
  const predict = async (model: string, ...flags: string[]) => {
    const out = folder.at("predictions.csv");
    const { code, log } = await runCli(["predict", folder.at(model), folder.at("graph"), "--out", out, ...flags]);
    expect(code, log.join("\n")).to.equal(0);
    const [head, ...lines] = (await readFile(out, "utf8")).trim().split("\n");
    const table = lines.map((line) => line.split(","));
    return { head: head!.split(","), log, classes: table.map((cells) => cells[1]), table };
  };
  const probabilities = ({ table }: { table: string[][] }) => table.map((cells) => cells.slice(3).map(Number));

  it("cuts a sigmoid column at 0.5, where cutting it at 0 passes what is a violation", async () => {
    await write({ "sigmoid.onnx": outputModel(one("Sigmoid"), column) });
    const right = await report("model.onnx", "--max-gap", "0.2");
    const read = await report("sigmoid.onnx", "--max-gap", "0.2");
    expect(right.verdict).to.equal("violated");
    expect([read.verdict, read.attributes[0]!.equalizedOdds]).to.deep.equal([
      right.verdict,
      right.attributes[0]!.equalizedOdds,
    ]);
    expect(read.model!.output).to.deep.equal({
      kind: "one-probability",
      knownBy: "last-operators",
      lastOperators: ["MatMul", "Sigmoid"],
      threshold: 0.5,
      columns: ["1"],
    });
    expect((await audit("sigmoid.onnx", "--max-gap", "0.2")).code).to.equal(1);
    for (const flags of [["--one-logit"], ["--output-kind", "one-logit"], ["--output-kind", "class-ids"]]) {
      const { code, out, log } = await audit("sigmoid.onnx", "--max-gap", "0.2", ...flags);
      expect([code, out, log.length]).to.deep.equal([2, "", 1]);
      expect(log[0]).to.match(/its last operators give one-probability \(last operators MatMul, Sigmoid; values from/);
    }
  });

  it("predicts the second class at 0.5 exactly, and not at a logit of 0", async () => {
    const none: OutputOptions = { columns: 1, weights: [0, 0] };
    await write({
      "sigmoid.onnx": outputModel(one("Sigmoid"), none),
      "logit.onnx": outputModel(one("Identity"), none),
    });
    expect(new Set((await predict("sigmoid.onnx")).classes)).to.deep.equal(new Set(["1"]));
    expect(new Set((await predict("logit.onnx", "--one-logit")).classes)).to.deep.equal(new Set(["0"]));
  });

  it("writes probabilities as the model gives them, whatever form they have", async () => {
    const two: OutputOptions = { weights: [2, 0, 0, 2] };
    const p = Math.exp(2) / (1 + Math.exp(2));
    const pairs = predicted.map((label) => (label === "1" ? [1 - p, p] : [p, 1 - p]));
    const sure = predicted.map((label) =>
      label === "1" ? [0.5, 1 / (1 + Math.exp(-2))] : [1 / (1 + Math.exp(-2)), 0.5],
    );
    const models: Readonly<Record<string, readonly [Piece, OutputOptions, readonly number[][]]>> = {
      logits: [one("Identity"), two, pairs],
      probabilities: [one("Softmax"), two, pairs],
      "log-probabilities": [one("LogSoftmax"), two, pairs],
      "float64 probabilities": [chain(one("Softmax"), one("Cast", { to: 11 })), { ...two, type: "DOUBLE" }, pairs],
      "float16 probabilities": [chain(one("Softmax"), one("Cast", { to: 10 })), { ...two, type: "FLOAT16" }, pairs],
      "independent probabilities": [one("Sigmoid"), two, sure],
    };
    await write(
      Object.fromEntries(
        Object.entries(models).map(([name, [piece, options]]) => [`${name}.onnx`, outputModel(piece, options)]),
      ),
    );
    for (const [name, [, , expected]] of Object.entries(models)) {
      const written = await predict(`${name}.onnx`);
      expect(written.classes, name).to.deep.equal(predicted);
      probabilities(written).forEach((row, n) => {
        row.forEach((value, c) =>
          expect(value, `${name} ${n}`).to.be.closeTo(expected[n]![c]!, name.includes("16") ? 1e-3 : 1e-6),
        );
      });
      const kind = name
        .replace(/^float\d+ /, "")
        .replaceAll("-", " ")
        .replace("log probabilities", "log-probabilities");
      if (name !== "logits")
        expect(written.log[0]).to.match(
          new RegExp(`^note: The output was taken as ${kind}, told by its last operators`),
        );
    }
  });

  it("takes scores from the column of the positive class, not from a softmax of it", async () => {
    await write({
      "softmax.onnx": outputModel(one("Softmax"), columns),
      "logits.onnx": outputModel(one("Identity"), columns),
      "sigmoids.onnx": outputModel(one("Sigmoid"), columns),
      "sigmoid.onnx": outputModel(one("Sigmoid"), column),
    });
    const scoresOf = async (model: string) => (await report(model)).attributes[0]!.scores!;
    const right = await scoresOf("logits.onnx");
    // σ(1) where class 1 is predicted, σ(−1) elsewhere: the Brier score by hand.
    const squares = (group: string) => {
      const own = rows.filter(([one]) => one === group);
      const errors = own.map(
        ([, label, prediction]) => ((prediction === "1" ? sigmoid : 1 - sigmoid) - Number(label)) ** 2,
      );
      return errors.reduce((sum, error) => sum + error, 0) / own.length;
    };
    const brier = JSON.stringify(right);
    for (const group of ["a", "b"]) {
      const found = [...brier.matchAll(/\d\.\d+/g)]
        .map(Number)
        .some((value) => Math.abs(value - squares(group)) < 1e-6);
      expect(found, `Brier score of ${group}`).to.equal(true);
    }
    const digits = (scores: unknown): unknown =>
      JSON.parse(JSON.stringify(scores), (_, value: unknown) =>
        typeof value === "number" ? Math.round(value * 1e5) / 1e5 : value,
      );
    for (const model of ["softmax.onnx", "sigmoid.onnx", "sigmoids.onnx"]) {
      expect(digits(await scoresOf(model)), model).to.deep.equal(digits(right));
    }
  });

  it("reads class ids of any whole type or text, [N] or [N, 1], and has no scores of them", async () => {
    const labels = { nodes: [node("ArgMax", { from: ["z"], to: ["out"] }, { axis: 1, keepdims: 0 })] };
    const names = {
      nodes: [
        node("ArgMax", { from: ["z"], to: ["best"] }, { axis: 1, keepdims: 0 }),
        node(
          "ai.onnx.ml:LabelEncoder",
          { from: ["best"], to: ["out"] },
          { keys_int64s: [0, 1], values_strings: ["0", "1"] },
        ),
      ],
    };
    const models: Readonly<Record<string, Uint8Array>> = {
      "int64.onnx": outputModel(labels, { type: "INT64", shape: ["N"] }),
      "kept.onnx": outputModel(one("ArgMax", { axis: -1 }), { type: "INT64", shape: ["N", 1] }),
      "int32.onnx": outputModel(chain(labels, one("Cast", { to: 6 })), { type: "INT32", shape: ["N"] }),
      "bool.onnx": outputModel(steps("p = Sigmoid(z)", "out = Greater(p, half)"), {
        ...column,
        type: "BOOL",
        shape: ["N", 1],
      }),
      "text.onnx": outputModel(names, { type: "STRING", shape: ["N"] }),
      "round.onnx": outputModel(steps("p = Sigmoid(z)", "out = Round(p)"), { ...column, shape: ["N", 1] }),
    };
    await write(models);
    const right = await report("model.onnx");
    for (const model of Object.keys(models)) {
      const { attributes, model: reported } = await report(model);
      expect(attributes[0]!.equalizedOdds, model).to.deep.equal(right.attributes[0]!.equalizedOdds);
      expect(attributes[0]!.scores, model).to.equal(null);
      expect(reported!.output, model).to.deep.include({ kind: "class-ids", threshold: null, columns: [] });
      const written = await predict(model);
      expect([written.classes, written.head], model).to.deep.equal([predicted, ["node_id", "predicted", "label"]]);
    }
  });

  it("refuses ids that are no class", async () => {
    const piece = steps("b = ArgMax(z) axis=1", "out = Add(b, second)");
    await write({ "late.onnx": outputModel(piece, { type: "INT64", shape: ["N", 1] }) });
    const untold = await audit("late.onnx");
    expect(untold.code).to.equal(2);
    expect(untold.log[0]).to.match(
      /last operators MatMul, ArgMax, Add.*Add changes the ids; .*--output-kind .*class-ids/,
    );
    const { code, log } = await audit("late.onnx", "--output-kind", "class-ids");
    expect(code).to.equal(2);
    expect(log[0]).to.match(/class ids of the model: expected whole numbers from 0 to 1, found 2 on node "n/);
  });

  it("asks for what nothing tells, with the last operators, the range and the sums of rows", async () => {
    await write({ "relu.onnx": outputModel(one("Relu"), columns) });
    const { code, out, log } = await audit("relu.onnx");
    expect([code, out, log.length]).to.deep.equal([2, "", 1]);
    expect(log[0]).to.match(
      /output y: expected last operators that tell what it means, found last operators MatMul, Relu; values from 0 to 1, sums of rows from 0 to 1; say what it is with --output-kind /,
    );
    const told = await report("relu.onnx", "--output-kind", "logits");
    expect(told.model!.output).to.deep.include({ kind: "logits", knownBy: "flag" });
    const { code: ofPredict, log: words } = await runCli([
      "predict",
      folder.at("relu.onnx"),
      folder.at("graph"),
      "--out",
      folder.at("p.csv"),
    ]);
    expect([ofPredict, words]).to.deep.equal([2, log]);
  });

  it("says kind, how it is known, threshold and columns in every form of the report", async () => {
    await write({
      "softmax.onnx": outputModel(one("Softmax"), columns),
      "sigmoid.onnx": outputModel(one("Sigmoid"), column),
    });
    const shown = async (model: string) => {
      const { out } = await audit(model, "--out", folder.at("report"));
      const [markdown, html] = await Promise.all(
        ["report.md", "report.html"].map((name) => readFile(folder.at("report", name), "utf8")),
      );
      return [out.replaceAll(/\s+/g, " "), markdown!.replaceAll("\\", ""), html!];
    };
    for (const text of await shown("softmax.onnx")) {
      expect(text)
        .to.match(/probabilities/)
        .and.match(/told by its last operators \(MatMul, Softmax\)/);
      expect(text).to.match(/the largest is predicted; columns: 0, 1/);
    }
    for (const text of await shown("sigmoid.onnx")) {
      expect(text)
        .to.match(/one probability/)
        .and.match(/1 is predicted from 0\.5 on/);
    }
  });

  it("inspects class ids and lists of maps as what they are", async () => {
    const zipped: Piece = {
      nodes: [
        node("Softmax", { from: ["z"], to: ["p"] }, { axis: 1 }),
        node("ai.onnx.ml:ZipMap", { from: ["p"], to: ["out"] }, { classlabels_int64s: [0, 1] }),
      ],
    };
    await write({
      "ids.onnx": outputModel(one("ArgMax", { axis: 1, keepdims: 0 }), { type: "INT64", shape: ["N"] }),
      "map.onnx": outputModel(zipped, { type: "MAPS" }),
      "softmax.onnx": outputModel(one("Softmax")),
      "column.onnx": outputModel(one("Identity"), column),
      "flat.onnx": outputModel(steps("p = Sigmoid(z)", "out = Squeeze(p, second)"), { ...column, shape: ["N"] }),
    });
    const inspect = async (model: string) =>
      (await runCli(["inspect", folder.at(model)])).out.replaceAll(/\n {11}/g, " ");
    const ids = await inspect("ids.onnx");
    expect(ids).to.match(/^meaning {4}y: class ids, told by its last operators \(MatMul, ArgMax\)$/m);
    expect(ids).to.match(/^task {7}not recorded$/m);
    const map = await inspect("map.onnx");
    expect(map).to.match(/^outputs {4}y sequence\(map\(int64, float32\)\)$/m);
    expect(map).to.match(/^meaning {4}y: probabilities, told by its last operators \(MatMul, Softmax, .*ZipMap\)$/m);
    expect(await inspect("softmax.onnx")).to.match(/^meaning {4}y: probabilities, told by its last operators/m);
    expect(await inspect("column.onnx")).to.match(
      /^meaning {4}y: not known: one column of a linear.*needs --output-kind$/m,
    );
    expect(await inspect("flat.onnx")).to.match(/^meaning {4}y: one probability, told/m);
    const { out } = await runCli(["inspect", folder.at("softmax.onnx"), "--json"]);
    const { outputMeanings, findings } = JSON.parse(out) as ModelDescription;
    expect(outputMeanings[0]).to.deep.include({ output: "y", kind: "probabilities", knownBy: "last-operators" });
    expect(outputMeanings[0]!.graph.operators).to.deep.equal(["MatMul", "Softmax"]);
    expect(findings).to.deep.equal([]);
  });

  it("reads a list of maps as the matrix that it was made of", async () => {
    const softmax = node("Softmax", { from: ["z"], to: ["p"] }, { axis: 1 });
    const zip = node("ai.onnx.ml:ZipMap", { from: ["p"], to: ["out"] }, { classlabels_int64s: [0, 1] });
    await write({
      "map.onnx": outputModel({ nodes: [softmax, zip] }, { type: "MAPS" }),
      "softmax.onnx": outputModel(one("Softmax")),
    });
    const [maps, matrix] = [await report("map.onnx"), await report("softmax.onnx")];
    expect(maps.attributes).to.deep.equal(matrix.attributes);
    expect(maps.attributes[0]!.scores, "probabilities").not.to.equal(null);
    expect(maps.model!.output).to.deep.include({ kind: "probabilities" });
  });

  it("refuses flags that contradict each other or that have nothing to say", async () => {
    await write({ "sigmoid.onnx": outputModel(one("Sigmoid"), column) });
    for (const [flags, message] of [
      [
        ["--output-kind", "one-probability", "--one-logit"],
        /--one-logit: expected one meaning of the output, found --output-kind one-probability/,
      ],
      [["--output-kind", "logits", "--regression"], /--output-kind: .*--regression beside it/],
      [["--output-kind", "scores"], /--output-kind.*Allowed choices are logits/],
      [["--output-kind", "logits"], /columns of the model's output|last operators give/],
    ] as const) {
      const { code, out, log } = await audit("sigmoid.onnx", ...flags);
      expect([code, out], message.source).to.deep.equal([2, ""]);
      expect(log.join("\n")).to.match(message);
    }
    const both = await audit("sigmoid.onnx", "--output-kind", "one-probability");
    expect(both.code).to.equal(0);
  });
});
