import { countOutcomes, equalizedOddsDifference } from "@evenodds/core";
import { countOutcomesFrom } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";
import { removeTempFolders } from "../support/temp-graph.js";
import {
  account,
  addFile,
  cells,
  cellsOf,
  countText,
  parquetFolder,
  people,
  peopleCells,
  request,
} from "./support/counting.js";

after(removeTempFolders);

describe("countOutcomesFrom", () => {
  it("counts group, label and prediction, and hashes the file", async () => {
    const counted = await countText(people);
    const { groups, classes, counts, excluded } = counted.attributes[0]!.all.outcomes!;
    expect(groups).to.deep.equal(["F", "M"]);
    expect(classes).to.deep.equal(["0", "1"]);
    expect(Array.from(counts)).to.deep.equal([1, 0, 1, 1, 0, 1, 0, 1]);
    expect(excluded).to.deep.equal({});
    expect(account(counted.attributes[0]!.all)).to.deep.equal({ read: 5, used: 5 });
    expect(counted.files[0]!.name).to.equal("p.csv");
    expect(counted.files[0]!.sha256).to.match(/^[0-9a-f]{64}$/);
    expect({ ...counted, attributes: 0, files: 0 }).to.deep.equal({
      name: "p.csv",
      files: 0,
      read: 5,
      classes: ["0", "1"],
      positive: undefined,
      attributes: 0,
      withoutCondition: 0,
      withoutCluster: 0,
      joined: [],
      warnings: [],
      countColumn: undefined,
    });
  });

  it("counts only predictions without a label", async () => {
    const { all } = (await countText(people, { sensitive: ["sex"], prediction: "yhat" })).attributes[0]!;
    expect(all.outcomes).to.equal(undefined);
    expect(Array.from(all.predictions.predicted)).to.deep.equal([2, 1, 0, 2]);
  });

  it("sums predictions over labels where there are labels", async () => {
    const { predictions } = (await countText(people)).attributes[0]!.all;
    expect(Array.from(predictions.predicted)).to.deep.equal([2, 1, 0, 2]);
  });

  it("makes a class of a prediction that never is a label, in the order of numbers", async () => {
    const counted = await countText("sex,y,yhat\nF,2,10\nF,10,1\nM,2,2\n");
    expect(counted.classes).to.deep.equal(["1", "2", "10"]);
    expect(cellsOf(counted)).to.deep.equal({ "F 2→10": 1, "F 10→1": 1, "M 2→2": 1 });
  });

  it("keeps one group as it is", async () => {
    const counted = await countText("sex,y,yhat\nF,0,0\nF,1,1\n");
    expect(counted.attributes[0]!.all.outcomes!.groups).to.deep.equal(["F"]);
    expect(equalizedOddsDifference(counted.attributes[0]!.all.outcomes!, { minimumSupport: 1 }).value).to.equal(null);
  });

  it("takes the order of declared levels and keeps a level without rows", async () => {
    const levels = [{ value: "M", name: "men" }, { value: "F", name: "women" }, "X"];
    const counted = await countText(people, { ...request, sensitive: [{ column: "sex", levels }] });
    expect(counted.attributes[0]!.all.outcomes!.groups).to.deep.equal(["men", "women", "X"]);
    expect(cellsOf(counted)).to.include({ "women 1→0": 1, "men 0→1": 1 });
  });

  it("merges values that are declared under one name", async () => {
    const levels = ["F", "M"].map((value) => ({ value, name: "everybody" }));
    const counted = await countText(people, { ...request, sensitive: [{ column: "sex", levels }] });
    expect(cellsOf(counted)).to.deep.equal({
      "everybody 0→0": 1,
      "everybody 0→1": 1,
      "everybody 1→0": 1,
      "everybody 1→1": 2,
    });
  });

  it("agrees with core on any rows, in any order", async () => {
    const code = (names: readonly string[]) => fc.constantFrom(...names, "");
    const row = fc.record({ s: code(["a", "b"]), y: code(["0", "1", "2"]), p: fc.constantFrom("0", "1", "2") });
    const rows = fc.array(row, { minLength: 1, maxLength: 40 }).map((list) => [...list, { s: "a", y: "1", p: "1" }]);
    await fc.assert(
      fc.asyncProperty(rows, async (list) => {
        const text = (order: typeof list) => `s,y,p\n${order.map(({ s, y, p }) => `${s},${y},${p}\n`).join("")}`;
        const wanted = { sensitive: ["s"], label: "y", prediction: "p", classes: ["0", "1", "2"] };
        const counted = await countText(text(list), wanted);
        const turned = await countText(text(list.toReversed()), wanted);
        const { groups, classes } = counted.attributes[0]!.all.outcomes!;
        const codes = (names: readonly string[], key: "s" | "y" | "p") =>
          Int32Array.from(list, (one) => names.indexOf(one[key]));
        const expected = countOutcomes({
          group: codes(groups, "s"),
          label: codes(classes, "y"),
          prediction: codes(classes, "p"),
          groups,
          classes,
        });
        expect(counted.attributes[0]!.all.outcomes).to.deep.equal(expected);
        expect(turned.attributes).to.deep.equal(counted.attributes);
      }),
      { numRuns: 20, seed: 1 },
    );
  });

  it("adds files with the same columns, whatever their types", async () => {
    const folder = await parquetFolder("SELECT 1.0::DOUBLE AS y, 1::TINYINT AS yhat, 'F' AS sex");
    await addFile(folder, "q.csv", "y,yhat,sex\n1,0,F\n0,0,M\n");
    const counted = await countOutcomesFrom({ predictions: ["p.parquet", { path: "q.csv" }], folder }, request);
    expect(cellsOf(counted)).to.deep.equal({ "F 1→1": 1, "F 1→0": 1, "M 0→0": 1 });
    expect(counted.name).to.equal("p.parquet, q.csv");
    expect(counted.files).to.have.length(2);
  });

  it("counts the same where the groups of all attributes are too many for one scan", async () => {
    // 100,001 different rows of (a, b, c), so that each table is scanned by itself.
    const number = "CAST(i % 400 AS VARCHAR)";
    const folder = await parquetFolder(
      `SELECT 'a' || ${number} AS a, 'b' || CAST(i // 400 AS VARCHAR) AS b, i % 2 AS y, CAST(i % 3 = 0 AS INT) AS p FROM range(100001) r(i)`,
    );
    const wanted = { sensitive: ["a", "b"], label: "y", prediction: "p" };
    const counted = await countOutcomesFrom({ predictions: "p.parquet", folder }, wanted);
    const [a, b] = counted.attributes;
    expect(a!.all.outcomes!.groups).to.have.length(400);
    expect(b!.all.outcomes!.groups).to.have.length(251);
    // i = 0, 400, 800, … up to 100,000: 251 rows, all even, every third of them a multiple of 3.
    expect(cells(a!.all.outcomes!)).to.include({ "a0 0→1": 84, "a0 0→0": 167 });
    expect(cells(b!.all.outcomes!)).to.include({ "b250 0→0": 1 });
    expect(account(b!.all)).to.deep.equal({ read: 100001, used: 100001 });
  });
});

describe("countOutcomesFrom with several attributes", () => {
  const text = "sex,age,y,p\nF,25,1,1\nF,60,0,1\nM,40,1,0\nM,,0,0\n,40,1,1\n";
  const sensitive = ["sex", { column: "age", bins: [30, 50] }] as const;
  const wanted = { sensitive, label: "y", prediction: "p" };

  it("excludes a row only from attributes that it lacks", async () => {
    const { attributes } = await countText(text, { ...wanted, crossed: "all" });
    expect(attributes.map(({ name }) => name)).to.deep.equal(["sex", "age", "sex × age"]);
    expect(attributes.map(({ all }) => account(all))).to.deep.equal([
      { read: 5, used: 4, "missing-attribute": 1 },
      { read: 5, used: 4, "missing-attribute": 1 },
      { read: 5, used: 3, "missing-attribute": 2 },
    ]);
    expect(cells(attributes[1]!.all.outcomes!)).to.deep.equal({
      "<30 1→1": 1,
      "30..<50 1→0": 1,
      "30..<50 1→1": 1,
      ">=50 0→1": 1,
    });
  });

  it("crosses levels, those that never meet too", async () => {
    const { attributes } = await countText(text, { ...wanted, crossed: [["age", "sex"]] });
    const { outcomes } = attributes[2]!.all;
    expect(attributes[2]).to.include({ name: "age × sex" });
    expect(attributes[2]!.attributes).to.deep.equal(["age", "sex"]);
    expect(outcomes!.groups).to.deep.equal([
      "<30 × F",
      "<30 × M",
      "30..<50 × F",
      "30..<50 × M",
      ">=50 × F",
      ">=50 × M",
    ]);
    expect(cells(outcomes!)).to.deep.equal({ "<30 × F 1→1": 1, "30..<50 × M 1→0": 1, ">=50 × F 0→1": 1 });
  });

  it("makes every combination of two or more", async () => {
    const line = "a,b,c,y,p\n1,1,1,0,0\n";
    const all = { sensitive: ["a", "b", "c"], label: "y", prediction: "p", crossed: "all" } as const;
    const { attributes } = await countText(line, all);
    expect(attributes.slice(3).map(({ name }) => name)).to.deep.equal(["a × b", "a × c", "b × c", "a × b × c"]);
    const none = await countText(line, { ...all, crossed: "none" });
    expect(none.attributes).to.have.length(3);
  });
});

describe("countOutcomesFrom with a condition", () => {
  it("counts within each level too", async () => {
    const text = "sex,job,y,p\nF,nurse,1,1\nM,nurse,1,0\nM,smith,0,0\n,smith,0,1\nF,,0,1\n";
    const counted = await countText(text, { sensitive: ["sex"], label: "y", prediction: "p", condition: "job" });
    const [sex] = counted.attributes;
    expect(account(sex!.all)).to.deep.equal({ read: 5, used: 4, "missing-attribute": 1 });
    expect(sex!.within.map(({ level, counts }) => [level, cells(counts.outcomes!), account(counts)])).to.deep.equal([
      ["nurse", { "F 1→1": 1, "M 1→0": 1 }, { read: 2, used: 2 }],
      ["smith", { "M 0→0": 1 }, { read: 2, used: 1, "missing-attribute": 1 }],
    ]);
    expect(counted.withoutCondition).to.equal(1);
  });
});

describe("countOutcomesFrom, columns", () => {
  it("reads 10,000 columns", async () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `c${i}`);
    const line = (value: string) => names.map((_, i) => (i % 5000 === 0 ? value : "x")).join(",");
    const text = `${names.join(",")},y,yhat\n${line("F")},1,1\n${line("M")},0,1\n`;
    const counted = await countText(text, { sensitive: ["c0", "c5000"], label: "y", prediction: "yhat" });
    expect(cellsOf(counted, 1)).to.deep.equal({ "F 1→1": 1, "M 0→1": 1 });
  });

  it("gives the same result for a file without a header, by position", async () => {
    const folder = await parquetFolder("SELECT 1 AS unused");
    await addFile(folder, "p.csv", people.slice(people.indexOf("\n") + 1));
    const counted = await countOutcomesFrom(
      { predictions: "p.csv", folder, header: false },
      { sensitive: ["column1"], label: "column2", prediction: "column3" },
    );
    expect(cellsOf(counted)).to.deep.equal(peopleCells);
  });
});
