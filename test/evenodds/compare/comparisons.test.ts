import { readFile, writeFile } from "node:fs/promises";
import { expect } from "chai";
import {
  auditModel,
  compareModels,
  compareReports,
  compareTables,
  holdAgainstBaseline,
  InputError,
  ModelError,
  rebaseBaseline,
  UsageError,
  writeReport,
} from "evenodds";
import { auditCase, featureModel, type Rows } from "../../cli/support/audit-case.js";
import { useTempFolder } from "../../cli/support/temp-folder.js";
import { caught } from "../../support/caught.js";
import { linearModel } from "../../support/onnx-models.js";

const rows: Rows = Array.from({ length: 48 }, (_, n) => {
  const label = String(n % 2);
  return [n < 24 ? "a" : "b", label, n % 8 === 0 ? String(1 - (n % 2)) : label] as const;
});

/** Predicts 1 for every node of which {@link featureModel} predicts 0, and 0 for the others. */
const opposite = linearModel(
  { features: 2, classes: 2 },
  {
    weights: [0, 1, 1, 0],
    metadata: { "evenodds.feature_names": '["left","right"]', "evenodds.classes": '["0","1"]' },
  },
);

describe("compareModels", () => {
  const folder = useTempFolder();
  const settings = { draws: 99, minSupport: 1 };

  it("finds no change between a model and itself", async () => {
    await folder.write(auditCase(rows));
    const model = folder.at("model.onnx");
    const report = await compareModels({ a: model, b: model }, folder.at("graph"), settings);
    expect([report.pairing, report.unit, report.data!.nodes]).to.deep.equal(["rows", "node", 48]);
    const [group] = report.attributes;
    expect(group).to.deep.include({ name: "group", changed: 0, rows: { a: 48, b: 48 } });
    expect(group!.test.pValue).to.equal(1);
    expect(group!.gap.change).to.equal(0);
  });

  it("counts the nodes that only one of two models has right, with the gaps of their audits", async () => {
    await folder.write({ ...auditCase(rows), "other.onnx": opposite });
    const [a, b] = [folder.at("model.onnx"), folder.at("other.onnx")];
    const report = await compareModels({ a, b }, folder.at("graph"), { ...settings, cross: [] });
    const [group] = report.attributes;
    expect(group!.changed).to.equal(48);
    // Six nodes of label 0 are wrong in the model, and right in its opposite.
    const sums = group!.labels.map(({ label, gained, lost }) => [label, gained, lost]);
    expect(sums).to.deep.equal([
      ["0", 6, 18],
      ["1", 0, 24],
    ]);
    for (const [side, model] of [
      ["a", a],
      ["b", b],
    ] as const) {
      const audit = await auditModel(model, folder.at("graph"), settings);
      expect(group!.gap[side]).to.equal(audit.attributes[0]!.equalizedOdds.value);
    }
  });

  it("lets communities change places together", async () => {
    await folder.write({ ...auditCase(rows), "other.onnx": opposite });
    const report = await compareModels({ a: folder.at("model.onnx"), b: folder.at("other.onnx") }, folder.at("graph"), {
      ...settings,
      cluster: "communities",
    });
    expect(report.attributes[0]!.cells[0]!.pValue).to.equal(null);
    expect(report.notes.join()).to.match(/cluster change places together/);
  });

  it("refuses models with other splits, with other classes, and a regression", async () => {
    const split = (nodes: number[]) => featureModel({ nodes: 48, split: { test: Int32Array.from(nodes) } });
    await folder.write({
      ...auditCase(rows),
      "one.onnx": split([0, 1, 2, 24, 25]),
      "two.onnx": split([0, 1, 3, 24, 25]),
    });
    const compare = (b: string, options = {}) =>
      compareModels({ a: folder.at("one.onnx"), b: folder.at(b) }, folder.at("graph"), { ...settings, ...options });
    const splits = await caught(() => compare("two.onnx", { split: "test" }));
    expect(splits).to.be.instanceOf(InputError);
    expect(splits.message).to.match(/5 nodes that A records and 5 that B records, 4 of them in both/);
    await writeFile(
      folder.at("number.onnx"),
      linearModel(
        { features: 2, classes: 1 },
        { metadata: { "evenodds.task": "regression", "evenodds.feature_names": '["left","right"]' } },
      ),
    );
    const number = await caught(() => compare("number.onnx"));
    expect(number).to.be.instanceOf(ModelError);
  });
});

describe("compareTables", () => {
  const folder = useTempFolder();
  const columns = { label: "y", prediction: "yhat", sensitive: ["sex"], minSupport: 1, draws: 99 };
  const people = Array.from({ length: 40 }, (_, i) => {
    const [sex, y] = [i % 2 ? "F" : "M", i % 4 < 2 ? 0 : 1];
    return {
      id: `p${i}`,
      sex,
      y,
      age: 20 + i,
      home: `h${i % 8}`,
      a: i % 10 === 0 ? 1 - y : y,
      b: i % 8 === 1 ? 1 - y : y,
    };
  });
  const table = (lines: readonly (typeof people)[number][], of: "a" | "b") =>
    [
      "id,y,yhat,sex,age,home",
      ...lines.map((one) => [one.id, one.y, one[of], one.sex, one.age, one.home].join()),
      "",
    ].join("\n");
  const files = () => folder.write({ "a.csv": table(people, "a"), "b.csv": table([...people].reverse(), "b") });
  const tables = () => ({ a: folder.at("a.csv"), b: folder.at("b.csv"), id: "id" });

  it("matches rows by id, and counts who was gained and lost as reading them one by one does", async () => {
    await files();
    const { attributes, a, b, unit } = await compareTables(tables(), columns);
    expect([a.file, b.file, unit]).to.deep.equal(["a.csv", "b.csv", "row"]);
    for (const { group, label, gained, lost, changed } of attributes[0]!.cells) {
      const own = people.filter(({ sex, y }) => sex === group && String(y) === label);
      expect({ gained, lost, changed }).to.deep.equal({
        gained: own.filter((one) => one.b === one.y && one.a !== one.y).length,
        lost: own.filter((one) => one.a === one.y && one.b !== one.y).length,
        changed: own.filter((one) => one.a !== one.b).length,
      });
    }
    expect(attributes[0]!.changed).to.equal(people.filter((one) => one.a !== one.b).length);
  });

  it("crosses attributes, cuts numbers, and takes clusters", async () => {
    await files();
    const { attributes, notes } = await compareTables(tables(), {
      ...columns,
      sensitive: ["sex", "age"],
      bins: { age: [40] },
      cross: [["sex", "age"]],
      cluster: "home",
    });
    expect(attributes.map(({ name }) => name)).to.deep.equal(["sex", "age", "sex × age"]);
    expect(attributes[2]!.cells.map(({ group }) => group)).to.include("F × <40");
    expect(attributes[2]!.rows).to.deep.equal({ a: 40, b: 40 });
    expect(notes.join()).to.match(/cluster/);
  });

  it("compares scores from a threshold on", async () => {
    const scored = (of: "a" | "b") =>
      ["id,y,score,sex", ...people.map((one) => [one.id, one.y, one[of] === 1 ? 0.8 : 0.1, one.sex].join()), ""].join(
        "\n",
      );
    await files();
    await folder.write({ "c.csv": scored("a"), "d.csv": scored("b") });
    const by = { ...columns, prediction: undefined, score: "score", threshold: 0.5 };
    const found = await compareTables({ a: folder.at("c.csv"), b: folder.at("d.csv"), id: "id" }, by);
    const { attributes } = await compareTables(tables(), columns);
    expect(found.attributes[0]!.cells).to.deep.equal(attributes[0]!.cells);
  });

  it("takes labels and attributes from a third file", async () => {
    const only = (of: "a" | "b") => ["id,yhat", ...people.map((one) => `${one.id},${one[of]}`), ""].join("\n");
    await files();
    await folder.write({ "c.csv": only("a"), "d.csv": only("b") });
    const split = { a: folder.at("c.csv"), b: folder.at("d.csv"), labels: folder.at("a.csv"), id: "id" };
    const [whole, joined] = [await compareTables(tables(), columns), await compareTables(split, columns)];
    expect(joined.attributes).to.deep.equal(whole.attributes);
    expect(joined.data!.files.map(({ file }) => file)).to.deep.equal([folder.at("a.csv")]);
  });

  it("refuses tables that disagree on a label or a group, and ids that the other lacks", async () => {
    await files();
    const other = (change: Partial<(typeof people)[number]>) =>
      folder.write({ "b.csv": table([{ ...people[3]!, ...change }, ...people.filter((_, i) => i !== 3)], "b") });
    await other({ y: 0, b: 0 });
    expect((await caught(() => compareTables(tables(), columns))).message).to.match(
      /the same label and the same group for each id/,
    );
    await other({ sex: "M" });
    expect(await caught(() => compareTables(tables(), columns))).to.be.instanceOf(InputError);
    await other({ id: "p99" });
    expect((await caught(() => compareTables(tables(), columns))).message).to.match(/"p99"/);
    const { warnings } = await compareTables({ ...tables(), unmatched: "exclude" }, columns);
    expect(warnings.map(({ code }) => code)).to.include("unmatched-rows");
  });

  it("refuses columns that are not named", async () => {
    await files();
    expect(await caught(() => compareTables(tables(), { ...columns, sensitive: [] }))).to.be.instanceOf(UsageError);
    expect(await caught(() => compareTables(tables(), { ...columns, prediction: undefined }))).to.be.instanceOf(
      UsageError,
    );
  });
});

describe("compareReports and holdAgainstBaseline", () => {
  const folder = useTempFolder();

  it("read the reports of audits, and write baselines that only tighten", async () => {
    await folder.write({ ...auditCase(rows), "other.onnx": opposite });
    for (const name of ["model", "other"]) {
      const report = await auditModel(folder.at(`${name}.onnx`), folder.at("graph"), { draws: 0 });
      await writeReport(report, folder.at(name));
    }
    const [a, b] = [folder.at("model/report.json"), folder.at("other/report.json")];
    const compared = await compareReports({ a, b });
    expect(compared.pairing).to.equal("margins");
    expect(compared.data!.nodes).to.equal(48);

    const read = async (path: string) => JSON.parse(await readFile(path, "utf8")) as never;
    const path = folder.at("baseline.json");
    const missing = await caught(async () => holdAgainstBaseline(path, await read(a)));
    expect(missing.message).to.match(/no such file; make it with ‘rebase’ and commit it/);
    await rebaseBaseline(path, await read(b));
    const worse = await readFile(path, "utf8");
    const better = await holdAgainstBaseline(path, await read(a), { updateBaseline: true });
    expect([better.judgement.verdict, better.file]).to.deep.equal(["pass", "tightened"]);
    const tight = await readFile(path, "utf8");
    expect(tight).not.to.equal(worse);
    const back = await holdAgainstBaseline(path, await read(b), { updateBaseline: true });
    expect([back.judgement.verdict, back.file]).to.deep.equal(["violated", "kept"]);
    expect(back.looser.length).to.be.above(0);
    expect(await readFile(path, "utf8")).to.equal(tight);
  });

  it("refuse a file that is not there, and one that is no report", async () => {
    await writeFile(folder.at("x.json"), "{}");
    const none = await caught(() => compareReports({ a: folder.at("nowhere.json"), b: folder.at("x.json") }));
    expect(none.message).to.match(/nowhere\.json.*no such file/);
    expect(await caught(() => compareReports({ a: folder.at("x.json"), b: folder.at("x.json") }))).to.be.instanceOf(
      InputError,
    );
  });
});
