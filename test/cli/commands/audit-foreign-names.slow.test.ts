import { readFile } from "node:fs/promises";
import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import fc from "fast-check";
import { runCli } from "../../support/fake-terminal.js";
import { linearModel } from "../../support/onnx-models.js";
import { useTempFolder } from "../support/temp-folder.js";

const levels = ["low", "medium", "high"];

interface Case {
  /** Names of the classes in the order of the model's columns. */
  readonly classes?: readonly string[];
  /** The `label:` line of the card. */
  readonly label?: string;
  /** Columns of the node file and of the card. */
  readonly features?: readonly string[];
  readonly include?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
  readonly more?: string;
}

/**
 * A foreign model whose logits are the features 1, 2 and 3, and 24 nodes in two groups: every third node is of class 0,
 * 1 and 2 and predicted right, but for the last two of group b.
 */
function files({
  classes = levels,
  label = "label: y",
  features = ["f1", "f2", "f3"],
  include,
  metadata = {},
  more,
}: Case) {
  const nodes = Array.from({ length: 24 }, (_, i) => {
    const place = i % 3;
    const predicted = i >= 22 ? 0 : place;
    const value = (name: string) => (name === `f${predicted + 1}` ? 2 : name.startsWith("f") ? 1 : 9);
    return [`n${i}`, classes[place], i < 12 ? "a" : "b", ...features.map(value)].join(",");
  });
  const card = ["nodes:", "  files: nodes.csv", "  id: id", `  ${label}`, "  sensitive: group"];
  if (include !== undefined) card.push(`  features: { include: [${include.join(", ")}] }`);
  return {
    "graph/graph.yaml": [...card, "edges: edges.csv", ""].join("\n"),
    "graph/nodes.csv": [`id,y,group,${features.join(",")}`, ...nodes, ...(more === undefined ? [] : [more]), ""].join(
      "\n",
    ),
    "graph/edges.csv": nodes
      .slice(1)
      .map((_, i) => `n${i},n${i + 1}\n`)
      .join(""),
    "model.onnx": linearModel({ features: 3, classes: 3 }, { metadata }),
  };
}

describe("evenodds audit of another tool's model", () => {
  const folder = useTempFolder();
  const audit = (...flags: string[]) =>
    runCli(["audit", folder.at("model.onnx"), folder.at("graph"), "--draws", "0", "--min-support", "1", ...flags]);
  const predict = () => runCli(["predict", folder.at("model.onnx"), folder.at("graph"), "--out", folder.at("p.csv")]);
  const report = async (of: Case): Promise<AuditReport> => {
    await folder.write(files(of));
    const { code, out, log } = await audit("--json");
    expect([code, log.filter((line) => !line.startsWith("warning: "))]).to.deep.equal([0, []]);
    return JSON.parse(out) as AuditReport;
  };
  const accuracyOf = ({ attributes }: AuditReport) => attributes[0]!.performance.accuracy;
  /** 22 of 24 are right: nodes 22 (class 1) and 23 (class 2) are predicted class 0. */
  const right = 22 / 24;

  it("refuses labels that are texts until the card lists them in the order of the columns, in audit and predict", async () => {
    await folder.write(files({}));
    for (const run of [audit(), audit("--json", "--out", folder.at("out")), predict()]) {
      const { code, out, log } = await run;
      expect([code, out, log.length]).to.deep.equal([2, "", 1]);
      expect(log[0]).to.include("write under nodes: in the card: label: { column: y, classes: [high, low, medium] }");
    }
    const told = await report({ label: "label: { column: y, classes: [low, medium, high] }" });
    expect(told.classes).to.deep.equal(levels);
    expect(accuracyOf(told)).to.equal(right);
    expect(told.model!.classOrder).to.deep.equal({ matchedBy: "card", source: null });
    expect(told.notes.join("\n")).to.include(
      'the card lists them, because the model records no names: "low", "medium", "high"',
    );
    // As the line stands, in the order of the alphabet, 2 of 24 are right: that is why nobody may guess.
    const guessed = await report({ label: "label: { column: y, classes: [high, low, medium] }" });
    expect(accuracyOf(guessed)).to.be.below(0.1);
    expect((await predict()).log).to.include.members([
      "note: Classes of the model's columns are taken in the order in which the card lists them, because the model records no " +
        'names: "high", "low", "medium". That order cannot be checked.',
    ]);
  });

  for (const classes of [
    ["1", "2", "3"],
    ["0", "1", "3"],
    ["-1", "0", "1"],
    ["no", "perhaps", "yes"],
    ["2", "10", "x"],
  ]) {
    it(`refuses ${classes.join(", ")} too, and takes them in the card's order`, async () => {
      await folder.write(files({ classes }));
      const { code, log } = await audit();
      expect([code, log.length]).to.deep.equal([2, 1]);
      expect(log[0]).to.match(/^evenodds: .*label/);
      const told = await report({ classes, label: `label: { column: y, classes: [${classes.join(", ")}] }` });
      expect([told.classes, accuracyOf(told)]).to.deep.equal([classes, right]);
    });
  }

  it("takes labels 0, 1 and 2 as numbers of columns, and says so everywhere", async () => {
    const found = await report({ classes: ["0", "1", "2"] });
    expect(accuracyOf(found)).to.equal(right);
    expect(found.model!.classOrder).to.deep.equal({ matchedBy: "numbers", source: null });
    expect(found.notes.join("\n")).to.include(
      "the labels are the whole numbers 0 to 2 and are taken as the numbers of the columns",
    );
    const { log } = await audit("--out", folder.at("out"));
    expect(log).to.have.length(1);
    const pages = await Promise.all(
      ["report.md", "report.html"].map((name) => readFile(folder.at("out", name), "utf8")),
    );
    for (const page of pages)
      expect(page)
        .to.match(/labels are the whole numbers 0 to 2/)
        .and.match(/labels as numbers of columns/);
    expect((await predict()).log.join("\n")).to.match(/^note: .*whole numbers 0 to 2/m);
  });

  it("refuses a graph that lacks a class, and takes it where the card lists all", async () => {
    await folder.write(files({ classes: ["0", "1", "1"] }));
    const { code, log } = await audit();
    expect(code).to.equal(2);
    expect(log[0]).to.match(/expected 3, .*found 2 in the graph \("0", "1"\); .*classes: \[0, 1, 2\]/);
    const told = await report({ classes: ["0", "1", "1"], label: "label: { column: y, classes: [0, 1, 2] }" });
    // Nodes of the third column are never right: 8 of class 0, 7 of 8 of class 1.
    expect(accuracyOf(told)).to.equal(15 / 24);
  });

  it("matches classes by the names in the model's metadata, and says so", async () => {
    for (const metadata of [
      { class_names: '["low","medium","high"]' },
      { id2label: '{"0": "low", "1": "medium", "2": "high"}' },
      { config: '{"model_type": "gcn", "id2label": {"0": "low", "1": "medium", "2": "high"}}' },
      { labels: "low,medium,high" },
    ] as Record<string, string>[]) {
      const found = await report({ metadata });
      expect([found.classes, accuracyOf(found)]).to.deep.equal([levels, right]);
      expect(found.model!.classOrder!.matchedBy).to.equal("names");
      expect(found.notes.join("\n")).to.match(
        /Classes of the model's columns are matched by name, from the model's metadata/,
      );
      const listed = await report({ metadata, label: "label: { column: y, classes: [high, low, medium] }" });
      expect([listed.classes, accuracyOf(listed)]).to.deep.equal([levels, right]);
    }
    await folder.write(files({ metadata: { class_names: "low,mid,high" } }));
    const { code, log } = await audit();
    expect(code).to.equal(2);
    expect(log[0]).to.match(/knows by its metadata class_names \("low", "mid", "high"\), found "medium"/);
  });

  it("has the same gaps whatever the classes are called, in the order of the card", async () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9 ]{0,6}[a-z]$/), { minLength: 3, maxLength: 3 });
    const numbered = await report({ classes: ["0", "1", "2"] });
    const figures = ({ attributes }: AuditReport, classes: readonly string[]) =>
      JSON.stringify([attributes[0]!.cells, attributes[0]!.equalizedOdds]).replace(
        /"(label|prediction)":"([^"]*)"/g,
        (_, key: string, name: string) => `"${key}":${classes.indexOf(name)}`,
      );
    const plain = (text: string) => text.replace(/,"description":"(?:[^"\\]|\\.)*"/, "");
    const expected = plain(figures(numbered, ["0", "1", "2"]));
    await fc.assert(
      fc.asyncProperty(names, async (classes) => {
        const label = `label: { column: y, classes: [${classes.map((name) => JSON.stringify(name)).join(", ")}] }`;
        expect(plain(figures(await report({ classes, label }), classes))).to.equal(expected);
      }),
      { numRuns: 12 },
    );
  });

  it("states the order of the features with a hash, by position as long as the model names none", async () => {
    const { model, notes } = await report({ classes: ["0", "1", "2"] });
    expect(model!.features).to.deep.equal({
      count: 3,
      first: ["f1", "f2", "f3"],
      sha256: "2958c9a268ced982a5a84bc5a1730c15a8cebc6d870a559714e8157ec4f9dfff",
      matchedBy: "position",
      source: null,
    });
    expect(notes.join("\n")).to.match(
      /3 features in this order: "f1", "f2", "f3" \(sha256 of the names 2958c9a2.*by position, in the order of the graph's columns: not checked/,
    );
    expect(notes.join("\n")).to.include("their values run from 1 to 2");
    const other = await report({ classes: ["0", "1", "2"], include: ["f2", "f1", "f3"] });
    expect(other.model!.features!.sha256).not.to.equal(model!.features!.sha256);
  });

  it("matches features by the names in the model's metadata, whatever the order and the card", async () => {
    for (const metadata of [{ feature_names: '["f1","f2","f3"]' }, { columns: "f1,f2,f3" }] as Record<
      string,
      string
    >[]) {
      const found = await report({ classes: ["0", "1", "2"], features: ["f3", "other", "f1", "f2"], metadata });
      expect(accuracyOf(found)).to.equal(right);
      expect(found.model).to.deep.include({ featureCount: 3 });
      expect(found.model!.features).to.deep.include({ first: ["f1", "f2", "f3"], matchedBy: "name" });
      expect(found.notes.join("\n")).to.match(/matched by name, from the model's metadata (feature_names|columns)\./);
    }
    for (const [metadata, message] of [
      [
        { feature_names: "f1,f2,f4" },
        /feature of the model's metadata feature_names: expected a column of nodes\.csv, found "f4"/,
      ],
      [{ feature_names: "f1,f2" }, /metadata feature_names: expected 3 names of features/],
      [{ features: '["f1","f2","f3","f4"]' }, /metadata features: expected 3 names of features, .*found 4/],
      [{ feature_names: "f1,f2,y" }, /found "y", which is the id or the label/],
    ] as const) {
      await folder.write(files({ classes: ["0", "1", "2"], metadata }));
      const { code, log } = await audit();
      expect([code, log.length]).to.deep.equal([2, 1]);
      expect(log[0]).to.match(message);
    }
  });

  it("counts the same for any order of the columns, where the card or the model names their order", async () => {
    const expected = JSON.stringify((await report({ classes: ["0", "1", "2"] })).attributes);
    const shuffled = fc.shuffledSubarray(["f1", "f2", "f3", "z"], { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(shuffled, async (features) => {
        const include = ["f1", "f2", "f3"];
        const byCard = await report({ classes: ["0", "1", "2"], features, include });
        const byName = await report({ classes: ["0", "1", "2"], features, metadata: { columns: "f1,f2,f3" } });
        for (const { attributes } of [byCard, byName]) expect(JSON.stringify(attributes)).to.equal(expected);
      }),
      { numRuns: 8 },
    );
  });

  it("warns of features on another scale than the metadata record, in reports and in predict", async () => {
    const metadata = { feature_mean: "[40, 1.3, 1.3]", feature_std: "[12, 0.5, 0.5]" };
    const { warnings } = await report({ classes: ["0", "1", "2"], metadata });
    expect(warnings.map(({ code }) => code)).to.deep.equal(["feature-scale"]);
    expect(warnings[0]!.message).to.match(/^1 of 3 features .*"f1" has mean 1\.\d+ .* records 40 and 12/);
    expect((await audit()).out).to.include("! 1 of 3 features");
    expect((await predict()).log[0]).to.match(/^warning: 1 of 3 features/);
  });
});
