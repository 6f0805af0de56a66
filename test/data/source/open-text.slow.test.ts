import { appendFileSync } from "node:fs";
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { InputError } from "@evenodds/core";
import { countOutcomesFrom, loadGraph } from "@evenodds/data";
import {
  allRows,
  duckEngine,
  featuresInMemory,
  largestAmount,
  nothingExcluded,
  openTable,
  readNodes,
  scanCells,
  stageEdges,
  stageSide,
  withDatabase,
  type GroupableTable,
  type OpenTable,
} from "@evenodds/data/internal";
import { expect } from "chai";
import { cellsOf, countText, request } from "../outcomes/support/counting.js";
import { edited, loadTiny, rejection, removeTempFolders, tempFolder, tiny } from "../support/temp-graph.js";

after(removeTempFolders);

/** Rows of a file as they are read, with the number of rows that its bytes have. */
async function readRows(
  content: string | Uint8Array,
  layout: { header: boolean; comment?: string } = { header: true },
) {
  const folder = await tempFolder({ "p.csv": content });
  return withDatabase(async (connection) => {
    const { parts } = await openTable(connection, { files: [{ path: "p.csv" }], folder, layout });
    const rows = await allRows(connection, `SELECT * FROM ${parts[0]!.sql}`);
    return { rows, counted: parts[0]!.rows };
  });
}

/** The message with which a file is refused. */
async function refusal(content: string | Uint8Array, name = "p.csv"): Promise<string> {
  const error = await rejection(countText(content, request, name));
  expect(error).to.be.instanceOf(InputError);
  return error.message;
}

const plain = { count: undefined, sums: [] };
const large = "x".repeat(34_000_000);

describe("openTable, long records", () => {
  it("reads a last row with a field of 34 MB", async () => {
    const counted = await countText(`sex,y,yhat,note\nF,1,1,a\nM,1,0,${large}\n`);
    expect(counted.read).to.equal(2);
    expect(cellsOf(counted)).to.deep.equal({ "F 1→1": 1, "M 1→0": 1 });
  }).timeout(60_000);

  it("reads a row with a field of 34 MB in the middle", async () => {
    const text = `sex,y,yhat,note\nF,1,1,a\nM,1,0,"${large}\n"\nF,0,0,b\nM,1,1,c\n`;
    expect(cellsOf(await countText(text))).to.deep.equal({ "F 0→0": 1, "F 1→1": 1, "M 1→0": 1, "M 1→1": 1 });
  }).timeout(60_000);

  it("reads nodes and edges of a graph with such fields", async () => {
    const { graph, accounting } = await loadTiny({
      "graph.yaml": edited(tiny["graph.yaml"], "id: id", "id: id\n  features: { include: [x1] }"),
      "nodes.csv": `id,y,s,x1,note\na,0,M,1,\nb,1,F,2,\nc,,M,3,${large}\n`,
      "edges.csv": `a,b,\nb,c,${large}`,
    });
    expect(graph.nodeIds).to.deep.equal(["a", "b", "c"]);
    expect(accounting.edges).to.deep.equal({ read: 2, used: 2, excluded: [] });
  }).timeout(60_000);

  it("reads many quoted fields of several lines that look like rows", async () => {
    const folder = await tempFolder();
    const file = await open(join(folder, "p.csv"), "w");
    await file.write("sex,y,yhat,note\n");
    const rows = 1500;
    for (let row = 0; row < rows; row++) {
      const lines = "F,1,1,x\n".repeat(1 + ((row * 7919) % 12_000));
      await file.write(`${row % 2 === 0 ? "F" : "M"},1,${Number(row % 3 === 0)},"${lines}"\n`);
    }
    await file.close();
    const counted = await countOutcomesFrom({ predictions: "p.csv", folder }, request);
    expect(cellsOf(counted)).to.deep.equal({ "F 1→0": 500, "F 1→1": 250, "M 1→0": 500, "M 1→1": 250 });
  }).timeout(60_000);
});

describe("openTable, lines and quotes", () => {
  it("reads CRLF rows with an LF inside a quoted column name", async () => {
    const text = '"the\nsex",y,yhat\r\nF,1,1\r\nM,0,1\r\n';
    expect(cellsOf(await countText(text, { ...request, sensitive: ["the\nsex"] }))).to.deep.equal({
      "F 1→1": 1,
      "M 0→1": 1,
    });
  });

  for (const [lineEnd, other] of [
    ["\n", "\r\n"],
    ["\r\n", "\n"],
    ["\r", "\n"],
  ] as const) {
    for (const mark of ["", "\ufeff"]) {
      it(`reads ${JSON.stringify(`${mark}…${lineEnd}`)} with other line ends in quotes, blank lines and comments`, async () => {
        const lines = [`# "it's`, "", `"a${other}b",c`, `1,"x${other}"`, "", "#2,2", `"y""${other}",2`, ""];
        const { rows, counted } = await readRows(mark + lines.join(lineEnd), { header: true, comment: "#" });
        expect(rows).to.deep.equal([
          ["1", `x${other}`],
          [`y"${other}`, "2"],
        ]);
        expect(counted).to.equal(2);
      });
    }
  }

  it("takes a blank line for nothing and an empty text for a row, in files of one column too", async () => {
    for (const text of ['a\n\n1\n\n""\n2\n\n\n', '\na\n1\n""\n2']) {
      expect(await readRows(text)).to.deep.equal({ rows: [["1"], [""], ["2"]], counted: 3 });
    }
  });

  it("cuts no row at a comment character inside it", async () => {
    const layout = { header: false, comment: "#" };
    expect((await readRows("#\n1,a#b\n2,#\n", layout)).rows).to.deep.equal([
      ["1", "a#b"],
      ["2", "#"],
    ]);
    expect((await readRows('1,"a#b"\n#\n2,c\n', layout)).rows).to.deep.equal([
      ["1", "a#b"],
      ["2", "c"],
    ]);
    const error = await rejection(readRows("1,a#b\n#\n2,c\n", layout));
    expect(error.message).to.include("# inside line 1").and.to.include("quote the field");
  });

  for (const [what, text, words] of [
    ["a quote that is never closed", 'sex,y,yhat\nF,1,1\n"M,1,1\n', ["closing quote", "line 3"]],
    ["text after a closing quote", 'sex,y,yhat\n"F"emale,1,1\n', ["after a closing quote", "line 2", '""']],
    ["blanks before a quote", 'sex,y,yhat\n\n1, "F",1\n', ["blanks before the quote on line 3"]],
    ["a backslash before a quote", 'sex,y,yhat\n"F\\"",1,1\n', ["closing quote", "line 2"]],
    [
      "two kinds of line end",
      "sex,y,yhat\r\nF,1,1\nM,1,1\r\n",
      ["one kind of line end", "CRLF on line 1 and LF on line 2"],
    ],
    ["a CR inside a row", "sex,y,yhat\nF\r,1,1\n", ["LF on line 1 and CR on line 2"]],
    ["a row with more columns", "sex,y,yhat\nF,1,1,1\n", ["Columns: 3 Found: 4"]],
    ["a row with fewer columns", "sex,y,yhat\nF,1\n", ["Columns: 3 Found: 2"]],
    ["an empty file", "", ["an empty file"]],
    ["blank lines only", "\n\n", ["only blank or comment lines"]],
    ["a header only", "sex,y,yhat\n", ["expected rows, found none"]],
    ["a row of other columns that is very long", `sex,y,yhat\nF,${"1".repeat(5000)}\n`, ["Found: 2"]],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const message = await refusal(text);
      for (const word of words) expect(message).to.include(word);
      expect(message.length).to.be.lessThan(800);
      expect(message).not.to.include("\n");
    });
  }

  it("reads what only looks odd: NUL, quotes inside a field, backslashes, no line end at the end", async () => {
    expect((await readRows('a,b\n5" pipe,"\\"\n\0,"say ""no"""')).rows).to.deep.equal([
      ['5" pipe', "\\"],
      ["\0", 'say "no"'],
    ]);
  });
});

describe("openTable, encodings and other formats", () => {
  const text = "sex,y,yhat\nF,1,1\nM,0,1\n";
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  const wide = (bytes: string, little: boolean) =>
    Buffer.concat(
      Array.from(bytes, (letter) => {
        const four = Buffer.alloc(4);
        if (little) four.writeUInt32LE(letter.codePointAt(0)!);
        else four.writeUInt32BE(letter.codePointAt(0)!);
        return four;
      }),
    );
  for (const [what, content] of [
    ["UTF-16 (little-endian)", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16 (big-endian)", swapped(Buffer.from(`\ufeff${text}`, "utf16le"))],
    ["UTF-16 (little-endian)", Buffer.from(text, "utf16le")],
    ["UTF-16 (big-endian)", swapped(Buffer.from(text, "utf16le"))],
    ["UTF-32 (little-endian)", wide(`\ufeff${text}`, true)],
    ["UTF-32 (big-endian)", wide(text, false)],
    ["Latin-1", Buffer.from("größe,sex,y,yhat\n1,F,1,1\n", "latin1")],
    ["a gzip file", Buffer.from([0x1f, 0x8b, 8, 0])],
    ["an Excel workbook", Buffer.from("PK\x03\x04rest")],
    ["a Parquet file", Buffer.from("PAR1rest")],
  ] as const) {
    it(`refuses ${what} as CSV and says what it is`, async () => {
      expect(await refusal(content))
        .to.include(what)
        .and.to.include("UTF-8");
    });
  }

  it("refuses other bytes than UTF-8 in a column that is read, and reads past them in others", async () => {
    const latin = (column: string) => Buffer.from(`sex,y,yhat,${column}\n`, "latin1");
    const bad = (sex: string, name: string) =>
      Buffer.concat([latin("name"), Buffer.from(`${sex},1,1,${name}\n`, "latin1")]);
    expect(await refusal(bad("Zürich", "a"))).to.include("not utf-8 encoded");
    expect(cellsOf(await countText(bad("F", "Zürich")))).to.deep.equal({ "F 1→1": 1 });
  });

  for (const [name, words] of [
    ["p.mat", [".mat, a MATLAB file", "save the table as Parquet or CSV"]],
    ["p.csv.gz", [".gz, a packed file", "unpack it first"]],
    ["p.xlsx", ["a workbook", "save the sheet as CSV"]],
    ["p.mtx", ["a Matrix Market file"]],
    ["p.dat", ["rename the file"]],
  ] as const) {
    it(`says what to do with ${name}`, async () => {
      const message = await refusal("x", name);
      for (const word of words) expect(message).to.include(word);
    });
  }

  it("refuses pipes and devices, because a table is read more than once", async () => {
    for (const [path, what] of [
      ["/dev/null", "a device"],
      ["/dev/zero", "a device"],
    ] as const) {
      const error = await rejection(countOutcomesFrom({ predictions: { path, format: "csv" } }, request));
      expect(error.message).to.include(what).and.to.include("write it to a file first");
    }
  });
});

describe("openTable, names of columns", () => {
  it("reads past blank and repeated names that nobody uses", async () => {
    const text = ",sex,y,yhat,score,score,\n0,F,1,1,2,3,\n1,M,0,1,2,3,\n";
    expect(cellsOf(await countText(text))).to.deep.equal({ "F 1→1": 1, "M 0→1": 1 });
    const error = await rejection(countText(text, { ...request, sensitive: ["score"] }));
    expect(error.message).to.include('one column "score"').and.to.include("in places 5 and 6");
  });

  it("never makes a feature of a column without a name", async () => {
    const { graph } = await loadTiny({ "nodes.csv": ",id,y,s,x1\n0,a,0,M,1\n1,b,1,F,2\n2,c,,M,3\n" });
    expect(graph.featureNames).to.deep.equal(["x1"]);
  });

  it("takes a repeated name for no feature where the card excludes it", async () => {
    const nodes = "id,y,s,x1,z,z\na,0,M,1,5,6\nb,1,F,2,5,6\nc,,M,3,5,6\n";
    expect((await rejection(loadTiny({ "nodes.csv": nodes }))).message)
      .to.include('feature column "z"')
      .and.to.include("features.exclude");
    const card = edited(tiny["graph.yaml"], "id: id", "id: id\n  features: { exclude: [z] }\n  where: y is not null");
    const { graph } = await loadTiny({ "graph.yaml": card, "nodes.csv": nodes });
    expect(graph.featureNames).to.deep.equal(["x1"]);
  });

  it("finds the names of a Parquet file where two are equal", async () => {
    const folder = await tempFolder();
    const path = join(folder, "p.parquet");
    await withDatabase((connection) =>
      connection.run(`COPY (SELECT 'F' AS sex, 1 AS y, 1 AS yhat, 7 AS note_a, 8 AS note_b, {z: 1} AS s) TO '${path}'`),
    );
    const bytes = (await readFile(path)).toString("latin1");
    await writeFile(path, Buffer.from(bytes.replaceAll("note_b", "note_a"), "latin1"));
    const source = { predictions: "p.parquet", folder };
    expect(cellsOf(await countOutcomesFrom(source, request))).to.deep.equal({ "F 1→1": 1 });
    const error = await rejection(countOutcomesFrom(source, { ...request, sensitive: ["note_a"] }));
    expect(error.message).to.include('one column "note_a"').and.to.include("in places 4 and 5");
    expect(error.message).not.to.include("header");
    const other = await rejection(countOutcomesFrom(source, { ...request, sensitive: ["note_a_1"] }));
    expect(other.message).to.include('"note_a_1"').and.to.include("note_a");
  });

  it("asks whether the first line is data, in words of the subject", async () => {
    const text = "F,1,1\nM,0,1\n";
    expect(await refusal(text))
      .to.include('"sex"')
      .and.to.include("if the first line is data, say ‘header: false’");
    const graph = (changes: string) => loadTiny({ "nodes.csv": "a,0,M,1\nb,1,F,2\n", "graph.yaml": changes });
    expect((await rejection(graph(tiny["graph.yaml"]))).message).to.include("header: false under nodes in the card");
    expect(await refusal("gender,y,yhat\nF,1,1\n")).not.to.include("header");
  });
});

describe("openTable, comments", () => {
  // As SNAP, KONECT and Matrix Market write them.
  for (const lines of [
    "# Directed graph: friends.txt\n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\na\tb\nb\tc\n",
    "% sym unweighted\n% 2 3 3\na b\nb c\n",
    "%%MatrixMarket matrix coordinate pattern symmetric\n%\na b\nb c\n",
    "#from,to\na,b\nb,c\n",
  ]) {
    const letter = lines[0]!;
    it(`tells ${JSON.stringify(lines.slice(0, 16))} as a comment, and skips it on request`, async () => {
      const error = await rejection(loadTiny({ "edges.csv": lines }));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.include("comment").and.to.include(`comment: "${letter}" under edges in the card`);
      const card = edited(tiny["graph.yaml"], "edges: edges.csv", `edges: { files: edges.csv, comment: "${letter}" }`);
      const { accounting } = await loadTiny({ "graph.yaml": card, "edges.csv": `${lines}${letter} end\n` });
      expect(accounting.edges).to.deep.equal({ read: 2, used: 2, excluded: [] });
    });
  }

  it("skips them in tables on request, and takes a name with the letter for a name", async () => {
    const folder = await tempFolder({
      "p.csv": "# made by hand\nsex,y,yhat\nF,1,1\n# end\n",
      "q.csv": "#sex,y,yhat\nF,1,1\n",
    });
    const error = await rejection(countOutcomesFrom({ predictions: "p.csv", folder }, request));
    expect(error.message).to.include('‘comment’ "#"');
    const counted = await countOutcomesFrom({ predictions: "p.csv", folder, comment: "#" }, request);
    expect(cellsOf(counted)).to.deep.equal({ "F 1→1": 1 });
    const named = await countOutcomesFrom({ predictions: "q.csv", folder }, { ...request, sensitive: ["#sex"] });
    expect(cellsOf(named)).to.deep.equal({ "F 1→1": 1 });
  });

  it("refuses a comment of more than one character", async () => {
    const card = edited(tiny["graph.yaml"], "edges: edges.csv", 'edges: { files: edges.csv, comment: "//" }');
    expect((await rejection(loadTiny({ "graph.yaml": card }))).message).to.include("one character, such as #");
  });
});

describe("openTable, JSON", () => {
  const people = [
    { sex: "F", y: 1, yhat: 1, note: 'a "{[\\' },
    { sex: "M", y: 0, yhat: 1, note: "]},\n" },
  ];
  for (const [name, text] of [
    ["p.json", JSON.stringify(people)],
    ["p.json", ` \n[ ${people.map((row) => JSON.stringify(row, null, 2)).join(" ,\n")}\n]\n`],
    ["p.json", people.map((row) => JSON.stringify(row, null, 1)).join("\n")],
    ["p.ndjson", `${people.map((row) => JSON.stringify(row)).join("\n")}\n\n`],
  ] as const) {
    it(`counts the records of ${JSON.stringify(text.slice(0, 24))}…`, async () => {
      const counted = await countText(text, request, name);
      expect(cellsOf(counted)).to.deep.equal({ "F 1→1": 1, "M 0→1": 1 });
    });
  }

  it("reads an object of 17 MB", async () => {
    const long = [{ ...people[0], note: "x".repeat(17_000_000) }, people[1]];
    expect((await countText(JSON.stringify(long), request, "p.json")).read).to.equal(2);
    expect((await countText(long.map((row) => JSON.stringify(row)).join("\n"), request, "p.jsonl")).read).to.equal(2);
  }).timeout(60_000);

  it("takes a record of hundreds of numbers for a row", async () => {
    const numbers = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, i]));
    const text = JSON.stringify(
      people.map(({ sex, y, yhat }, i) => ({ ...numbers, ...(i === 0 ? {} : { rare: 1 }), sex, y, yhat })),
    );
    expect(cellsOf(await countText(text, request, "p.json"))).to.deep.equal({ "F 1→1": 1, "M 0→1": 1 });
  });

  it("refuses a byte-order mark, a name twice in an object, and what is cut off", async () => {
    expect(await refusal(`\ufeff${JSON.stringify(people)}`, "p.json")).to.include("byte-order mark");
    expect(await refusal('[{"sex":"F","y":1,"y":0,"yhat":1}]', "p.json")).to.include('duplicate key "y"');
    expect(await refusal('{"sex":"F","y":1,"y":0,"yhat":1}', "p.ndjson")).not.to.include("auto_detect");
    expect(await refusal(JSON.stringify(people).slice(0, -9), "p.json")).to.include("p.json");
    expect(await refusal(Buffer.from(JSON.stringify(people), "utf16le"), "p.json")).to.include("UTF-16");
  });
});

describe("openTable, capitals of JSON keys", () => {
  const row = '"sex":"F","yhat":1';
  for (const [what, name, text] of [
    ["in one object", "p.json", `[{${row},"y":1,"Y":0}]`],
    ["in two objects", "p.ndjson", `{${row},"Y":1}\n{${row},"y":1}\n`],
    ["in the last of many objects", "p.ndjson", `${`{${row},"y":1}\n`.repeat(30_000)}{${row},"Y":1}\n`],
  ] as const) {
    it(`refuses keys that differ in capitals only, ${what}`, async () => {
      expect(await refusal(text, name)).to.include('more than capitals, found "Y" and "y"');
    });
  }

  it("takes names that only look as if DuckDB had made them", async () => {
    const counted = await countText(`[{${row},"y":1,"y_1":0,"Y_1_2":3,"z_1":4}]`, request, "p.json");
    expect(cellsOf(counted)).to.deep.equal({ "F 1→1": 1 });
  });
});

describe("openTable, names of files", () => {
  const text = "sex,y,yhat\nF,1,1\n";
  const json = '[{"sex":"F","y":1,"yhat":1}]';
  for (const name of ["a\\b", "a*b", "a[1]", "a?", "{x,y}", "a'b", "[!a]", "**", "%s", "ünï"]) {
    it(`reads a file that is called ${name}, and no other`, async () => {
      const others = { "ab.csv": "sex,y,yhat\nM,0,0\n", "a1.csv": "sex,y,yhat\nM,0,0\n" };
      const folder = await tempFolder({ ...others, [`${name}.csv`]: text, [`${name}.json`]: json });
      for (const ending of ["csv", "json"]) {
        const counted = await countOutcomesFrom({ predictions: `${name}.${ending}`, folder }, request);
        expect(cellsOf(counted)).to.deep.equal({ "F 1→1": 1 });
      }
    });
  }

  it("refuses a backslash beside letters of patterns, which DuckDB cannot be told", async () => {
    const folder = await tempFolder({ "a\\b*.csv": text });
    const error = await rejection(countOutcomesFrom({ predictions: "a\\b*.csv", folder }, request));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("without a backslash").and.to.include("rename the file");
  });
});

describe("openTable, line ends in ids", () => {
  for (const inside of ["\r", "\n", "\r\n"]) {
    for (const lineEnd of ["\n", "\r\n", "\r"]) {
      it(`joins ids with ${JSON.stringify(inside)} in files of ${JSON.stringify(lineEnd)}`, async () => {
        const lines = (rows: string[]) => rows.map((row) => `${row}${lineEnd}`).join("");
        const { accounting } = await loadTiny({
          "nodes.csv": lines(["id,y,s,x1", `"a${inside}1",0,M,1`, `"b${inside}""",1,F,2`, "c,,M,3"]),
          "edges.csv": lines([`"a${inside}1","b${inside}"""`, `"b${inside}""",c`]),
        });
        expect(accounting.nodes.read).to.equal(3);
        expect(accounting.edges).to.deep.equal({ read: 2, used: 2, excluded: [] });
      });
    }
  }

  for (const lineEnd of ["\n", "\r\n", "\r"]) {
    it(`reads column names with CR and LF in files of ${JSON.stringify(lineEnd)}`, async () => {
      for (const inside of ["\r", "\n", "\r\n", "\r \n", "\n\r"]) {
        const text = [`sex,"y${inside}z",yhat`, "F,1,1", "M,0,1", ""].join(lineEnd);
        const counted = await countText(text, { ...request, label: `y${inside}z` });
        expect(cellsOf(counted)).to.deep.equal({ "F 1→1": 1, "M 0→1": 1 });
      }
    });
  }
});

describe("checkRowsRead", () => {
  const people = "id,sex,y,yhat,n,x\n1,F,1,1,2,3\n2,M,1,0,2,3\n3,M,0,0,2,3\n";
  /** A reader that loses the last row of every file, as DuckDB did with long ones. */
  const losing = (table: OpenTable): OpenTable => ({
    ...table,
    parts: table.parts.map((part) => ({ ...part, sql: `(SELECT * FROM ${part.sql} LIMIT 2) AS lost` })),
  });
  const lost = async (work: (connection: DuckDBConnection, table: OpenTable) => Promise<unknown>) => {
    const folder = await tempFolder({ "p.csv": people });
    const options = { files: [{ path: "p.csv" }], folder, layout: { header: true } };
    return rejection(
      withDatabase(async (connection) => work(connection, losing(await openTable(connection, options)))),
    );
  };
  const groupable = (connection: DuckDBConnection, table: OpenTable): GroupableTable => ({
    ...table,
    engine: duckEngine(connection),
    at: table.columns.map((_, i) => i),
    startsFast: true,
    joined: [],
    excluded: nothingExcluded,
  });
  const columns = { id: 0, label: 2, sensitive: [1], split: undefined, features: [5] };
  const reading = () => ({ columns, further: [], keeper: featuresInMemory(1), relieve: () => Promise.resolve() });
  const edges = { files: [], header: true, ignore: [], source: 0, target: 1, directed: true } as const;
  for (const [what, work] of [
    ["edges", (c, t) => stageEdges(c, t, { ...edges, duplicates: "merge", numericIds: false, unmatched: "drop" })],
    ["nodes", (c, t) => readNodes(c, t, { ...reading(), where: undefined })],
    ["nodes with a predicate", (c, t) => readNodes(c, t, { ...reading(), where: "true" })],
    [
      "a side of a join",
      (c, t) =>
        stageSide(
          c,
          { role: "labels", table: t },
          { id: 0, columns: [2], comparison: { integerIds: false, apart: false } },
        ),
    ],
    ["groups", (c, t) => scanCells(groupable(c, t), { keys: [{ column: 1 }], measures: plain, most: 9 })],
    ["counts", (c, t) => largestAmount(groupable(c, t), { column: 4, argument: "count", whole: true })],
    ["weights", (c, t) => largestAmount(groupable(c, t), { column: 4, argument: "weight", whole: false })],
  ] as readonly (readonly [string, (connection: DuckDBConnection, table: OpenTable) => Promise<unknown>])[]) {
    it(`finds a lost row of ${what}`, async () => {
      const error = await lost(work);
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.include("p.csv: expected all of its 3 rows to be read, found 2 rows");
    });
  }
});

describe("openTable, files that change", () => {
  it("refuses a file that is written to while it is read", async () => {
    const folder = await tempFolder(tiny);
    const onStage = (stage: string) => {
      if (stage === "read nodes") appendFileSync(join(folder, "nodes.csv"), "d,1,F,2,3\n");
    };
    const error = await rejection(loadGraph(folder, { onStage }));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("nodes.csv").and.to.include("stays as it is");
  });
});
