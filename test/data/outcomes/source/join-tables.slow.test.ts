import { InputError, UsageError } from "@evenodds/core";
import { countOutcomesFrom, type JoinedSource } from "@evenodds/data";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../../support/temp-graph.js";
import { account, addFile, cellsOf, parquetFolder, peopleCells, request } from "../support/counting.js";

after(removeTempFolders);

const tables = {
  "p.csv": "id,yhat\n1,1\n2,0\n3,0\n4,1\n5,1\n",
  "a.csv": "id,sex\n5,M\n4,M\n3,F\n2,F\n1,F\n",
  "l.csv": "y,id\n1,2\n1,1\n0,5\n1,4\n0,3\n",
};
const source = { predictions: "p.csv", attributes: "a.csv", labels: "l.csv", id: "id" };

const join = async (changes: Partial<typeof tables>, options: Partial<JoinedSource> = {}) =>
  countOutcomesFrom({ ...source, folder: await tempFolder({ ...tables, ...changes }), ...options }, request);

const refusal = async (changes: Partial<typeof tables>, options: Partial<JoinedSource> = {}): Promise<string> => {
  const error = await rejection(join(changes, options));
  expect(error).to.be.instanceOf(InputError);
  return error.message;
};

describe("countOutcomesFrom with tables that are joined", () => {
  // By position, every prediction would belong to another person.
  it("matches rows by id, not by position", async () => {
    const counted = await join({});
    expect(cellsOf(counted)).to.deep.equal(peopleCells);
    expect(account(counted.attributes[0]!.all)).to.deep.equal({ read: 5, used: 5 });
    expect(counted.name).to.equal("p.csv with a.csv with l.csv");
    expect(counted.files.map(({ name }) => name)).to.deep.equal(["p.csv", "a.csv", "l.csv"]);
    expect(counted.joined).to.deep.equal(
      ["predictions", "attributes", "labels"].map((role, i) => ({
        role,
        name: counted.files[i]!.name,
        rows: 5,
        joined: 5,
        duplicated: 0,
        unmatched: 0,
        examples: [],
      })),
    );
  });

  it("takes two tables, and columns from any of them", async () => {
    const both = "id,sex,y\n1,F,1\n2,F,1\n3,F,0\n4,M,1\n5,M,0\n";
    expect(cellsOf(await join({ "a.csv": both }, { labels: undefined }))).to.deep.equal(peopleCells);
    expect(cellsOf(await join({ "l.csv": both }, { attributes: undefined }))).to.deep.equal(peopleCells);
  });

  it("takes a name that several tables have from the one that its use suggests", async () => {
    const folder = await tempFolder({ "p.csv": "id,class\n1,0\n2,1\n", "l.csv": "id,class,sex\n1,1,F\n2,1,M\n" });
    const wanted = { sensitive: ["sex"], label: "class", prediction: "class" };
    const counted = await countOutcomesFrom({ predictions: "p.csv", labels: "l.csv", id: "id", folder }, wanted);
    expect(cellsOf(counted)).to.deep.equal({ "F 1→0": 1, "M 1→1": 1 });
  });

  it("matches ids in any spelling and type, beyond 2^53 too", async () => {
    const folder = await parquetFolder(
      "SELECT * FROM (VALUES (9007199254740993, 1), (9007199254740992, 0), (7, 1)) t(id, yhat)",
    );
    await addFile(folder, "a.csv", "id,sex\n9007199254740992.0,F\n 9007199254740993,M\n+7,M\n");
    await addFile(folder, "l.json", '[{"id":7.0,"y":1},{"id":9007199254740993,"y":0},{"id":"9007199254740992","y":1}]');
    const files = { predictions: "p.parquet", attributes: "a.csv", labels: "l.json", id: "id" };
    expect(cellsOf(await countOutcomesFrom({ ...files, folder }, request))).to.deep.equal({
      "F 1→0": 1,
      "M 0→1": 1,
      "M 1→1": 1,
    });
    const integers = await parquetFolder("SELECT 9007199254740993::BIGINT AS id, 'F' AS sex, 1 AS y", "a.parquet");
    await addFile(integers, "p.csv", "id,yhat\n9007199254740993,1\n");
    const mixed = { predictions: "p.csv", attributes: "a.parquet", id: "id", folder: integers };
    expect(cellsOf(await countOutcomesFrom(mixed, request))).to.deep.equal({ "F 1→1": 1 });
  });

  it("compares integer ids of all widths", async () => {
    const folder = await parquetFolder("SELECT 3::UTINYINT AS id, 1 AS yhat, 'F' AS sex");
    const other = await parquetFolder("SELECT 3::BIGINT AS id, 0 AS y");
    const files = { predictions: "p.parquet", labels: `${other}/p.parquet`, id: "id", folder };
    expect(cellsOf(await countOutcomesFrom(files, request))).to.deep.equal({ "F 0→1": 1 });
  });

  it("refuses ids that are floating-point numbers too large to be exact", async () => {
    const folder = await parquetFolder("SELECT 9007199254740993::DOUBLE AS id, 1 AS yhat, 'F' AS sex");
    await addFile(folder, "l.csv", "id,y\n9007199254740992,1\n");
    const error = await rejection(
      countOutcomesFrom({ predictions: "p.parquet", labels: "l.csv", id: "id", folder }, request),
    );
    expect(error.message).to.include("digits may be lost").and.to.include("found 9007199254740992");
  });

  it("refuses duplicate ids with examples", async () => {
    const message = await refusal({ "a.csv": `${tables["a.csv"]}2 ,M\n1,F\n` });
    expect(message)
      .to.include("ids of a.csv")
      .and.to.include("4 rows")
      .and.to.include('"1", "2"')
      .and.to.include("remove the repeated rows");
  });

  it("keeps two ids of one table apart that differ in their spelling only, and finds each in the others", async () => {
    const folder = await tempFolder({
      "p.csv": "id,yhat\n0.0,1\n0.00,0\n7,1\n",
      "a.csv": "id,sex\n0.00,F\n0.0,M\n7.0,F\n",
      "l.csv": "id,y\n0.0,1\n0.00,1\n7.,0\n",
    });
    expect(cellsOf(await countOutcomesFrom({ ...source, folder }, request))).to.deep.equal({
      "F 0→1": 1,
      "F 1→0": 1,
      "M 1→1": 1,
    });
  });

  it("takes no id for one of two that it may be", async () => {
    const message = await refusal({ "a.csv": `${tables["a.csv"]}2.0,M\n` });
    expect(message).to.include("ids of a.csv").and.to.include('"2.0"').and.to.include("1 rows whose id is missing");
    const left = await join({ "a.csv": `${tables["a.csv"]}2.0,M\n` }, { unmatched: "exclude" });
    expect(cellsOf(left)).to.deep.equal(peopleCells);
    expect(left.joined[1]).to.deep.include({ rows: 6, joined: 5, unmatched: 1, examples: ["2.0"] });
  });

  it("refuses unmatched ids in either direction", async () => {
    const more = await refusal({ "p.csv": `${tables["p.csv"]}7,1\n6,1\n` });
    expect(more).to.include("ids of p.csv").and.to.include("2 rows").and.to.include('"6", "7"');
    expect(more).to.include("2 in a.csv, 2 in l.csv").and.to.include("‘unmatched’ exclude");
    const fewer = await refusal({ "p.csv": "id,yhat\n1,1\n" });
    expect(fewer).to.include("ids of a.csv").and.to.include("4 in p.csv").and.not.to.include("l.csv,");
  });

  it("counts unmatched ids on request: no label first of all, else no attribute", async () => {
    const counted = await join(
      {
        "p.csv": `${tables["p.csv"]}6,1\n7,1\n8,1\n`,
        "a.csv": `${tables["a.csv"]}6,F\n9,F\n`,
        "l.csv": `${tables["l.csv"]}0,7\n`,
      },
      { unmatched: "exclude" },
    );
    expect(counted.read).to.equal(8);
    // 6 and 8 have no label, 7 has a label but no attribute.
    expect(account(counted.attributes[0]!.all)).to.deep.equal({
      read: 8,
      used: 5,
      unlabelled: 2,
      "missing-attribute": 1,
    });
    expect(cellsOf(counted)).to.deep.equal(peopleCells);
    expect(
      counted.joined.map(({ rows, joined, unmatched, examples }) => ({ rows, joined, unmatched, examples })),
    ).to.deep.equal([
      { rows: 8, joined: 5, unmatched: 3, examples: ["6", "7", "8"] },
      { rows: 7, joined: 5, unmatched: 2, examples: ["6", "9"] },
      { rows: 6, joined: 5, unmatched: 1, examples: ["7"] },
    ]);
  });

  it("leaves out all rows of duplicate ids on request", async () => {
    const counted = await join(
      { "p.csv": `${tables["p.csv"]}1,0\n`, "a.csv": `${tables["a.csv"]}2,M\n` },
      { duplicates: "exclude", unmatched: "exclude" },
    );
    // Id 1 is ambiguous among predictions, id 2 among attributes.
    expect(account(counted.attributes[0]!.all)).to.deep.equal({ read: 4, used: 3, "missing-attribute": 1 });
    expect(cellsOf(counted)).to.deep.equal({ "F 0→0": 1, "M 0→1": 1, "M 1→1": 1 });
    expect(
      counted.joined.map(({ rows, joined, duplicated, unmatched }) => [rows, joined, duplicated, unmatched]),
    ).to.deep.equal([
      [6, 3, 2, 1],
      [6, 3, 2, 1],
      [5, 3, 0, 2],
    ]);
  });

  it("refuses rows without id, mistyped columns, and tables that share no id", async () => {
    expect(await refusal({ "l.csv": "y,id\n1,\n0,2\n" }))
      .to.include("ids of l.csv")
      .and.to.include("1 of 2 rows without");
    expect(await refusal({ "l.csv": "y,idd\n1,1\n" }))
      .to.include("id column of the labels")
      .and.to.include('mean "idd"');
    expect(await refusal({ "a.csv": "id,six\n1,F\n" }))
      .to.include("sensitive column")
      .and.to.include('mean "six"');
    const none = await refusal({ "a.csv": "id,sex\nx1,F\n" }, { unmatched: "exclude" });
    expect(none).to.include("none of 5, because no id is in every table");
  });

  it("needs something to join", async () => {
    const folder = await tempFolder(tables);
    const error = await rejection(countOutcomesFrom({ predictions: "p.csv", id: "id", folder }, request));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.include("attributes or labels to join");
  });
});
