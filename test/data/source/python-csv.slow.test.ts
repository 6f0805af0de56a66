import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { InputError, Random } from "@evenodds/core";
import { allRows, checkRowsRead, openTable, orInputError } from "@evenodds/data/internal";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";
import { nastyFile, type NastyFile } from "../support/nasty-csv.js";
import { removeTempFolders, tempFolder } from "../support/temp-graph.js";

after(removeTempFolders);

/** All of them in CI; a part of them takes seconds. */
const files = Number(process.env.EVENODDS_CSV_FILES ?? 1000);
const script = join(import.meta.dirname, "python-csv.py");

interface PythonAnswer {
  readonly rows: readonly (readonly string[])[];
  readonly strict: string | null;
}

function askPython(asked: readonly NastyFile[]): PythonAnswer[] {
  const input = asked.map(({ text, delimiter }) =>
    JSON.stringify({ text: Buffer.from(text).toString("base64"), delimiter }),
  );
  const { status, stdout, stderr } = spawnSync("python3", [script], {
    input: input.join("\n"),
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  expect(status, stderr).to.equal(0);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as PythonAnswer);
}

type Cells = readonly (readonly string[])[];

async function readOurs(connection: DuckDBConnection, path: string, { delimiter, header }: NastyFile): Promise<Cells> {
  const table = await openTable(connection, { files: [{ path }], folder: "/", layout: { delimiter, header } });
  const part = table.parts[0]!;
  const rows = await orInputError(part.name, () => allRows(connection, `SELECT * FROM ${part.sql}`));
  checkRowsRead(part, rows.length);
  const cells = rows.map((row) => row.map((cell) => (cell === null ? "" : String(cell))));
  return header ? [table.columns, ...cells] : cells;
}

/**
 * What the pages promise: blank lines are no rows, a blank at the end of a value and whatever is blank around a column
 * name does not count. A byte-order mark that begins a value is dropped when DuckDB's texts become JavaScript's.
 */
function promised(rows: Cells, header: boolean): Cells {
  const width = rows.find((row) => row.length > 0)?.length;
  // A row may have an empty field too many at its end.
  const cut = (row: readonly string[]) => (row.slice(width).every((cell) => cell === "") ? row.slice(0, width) : row);
  const plain = (cell: string) => cell.replace(/^\ufeff/, "").replace(/ +$/, "");
  return rows
    .filter((row) => row.length > 0)
    .map((row, i) => cut(row).map((cell) => (header && i === 0 ? cell.trim() : plain(cell))));
}

/** Why a file may be refused, found by a plain look at its letters; "" = it may not. */
function excuse({ text, delimiter }: NastyFile, python: PythonAnswer): string {
  const body = text.replace(/^\ufeff/, "");
  const rows = promised(python.rows, false);
  if (rows.every((row) => row.every((cell) => cell.trim() === ""))) return "no record";
  if (python.strict !== null) return "quotes";
  const ends = new Set<string>();
  let quoted = false;
  let fresh = true;
  let blanks = false;
  for (let i = 0; i < body.length; i++) {
    const letter = body[i]!;
    if (quoted) {
      if (letter !== '"') continue;
      if (body[i + 1] === '"') i++;
      else quoted = false;
    } else if (letter === '"' && fresh && blanks) return "blanks before a quote";
    else if (letter === '"' && fresh) [quoted, fresh] = [true, false];
    else if (letter === "\n" || letter === "\r") {
      ends.add(letter === "\r" && body[i + 1] === "\n" ? "\r\n" : letter);
      if (letter === "\r" && body[i + 1] === "\n") i++;
      [fresh, blanks] = [true, false];
    } else if (letter === delimiter) [fresh, blanks] = [true, false];
    else if (letter === " " && fresh) blanks = true;
    else fresh = false;
  }
  if (/^[\r\n]*[#%]/.test(body)) return "perhaps a comment";
  if (ends.size > 1) return "line ends";
  if (new Set(python.rows.filter((row) => row.length > 0).map((row) => row.length)).size > 1) return "columns";
  return "";
}

describe("openTable and Python's csv", () => {
  it(`read ${files} files of all kinds alike, or refuse them for a reason that is said`, async function () {
    this.timeout(120_000 + 120 * files);
    if (spawnSync("python3", ["--version"]).status !== 0) skipBecause(this, "no python3");
    const random = Random.of(13, "nasty csv");
    const made = Array.from({ length: files }, () => nastyFile(random));
    const python = askPython(made);
    const folder = await tempFolder();
    await mkdir(folder, { recursive: true });
    const instance = await DuckDBInstance.create(":memory:", { preserve_insertion_order: "true" });
    const connection = await instance.connect();
    const seen: Record<string, number> = { alike: 0 };
    const wrong: unknown[] = [];
    for (const [i, file] of made.entries()) {
      const path = join(folder, `${i}.csv`);
      await writeFile(path, file.text);
      const ours = await readOurs(connection, path, file).catch((error: unknown) => error);
      const reason = excuse(file, python[i]!);
      if (ours instanceof InputError) {
        seen[reason] = (seen[reason] ?? 0) + 1;
        if (reason === "") wrong.push({ i, ...file, python: python[i]!.rows, refused: ours.message });
        continue;
      }
      const cells = ours instanceof Error ? ours.message : promised(ours as Cells, file.header);
      const theirs = promised(python[i]!.rows, file.header);
      seen.alike!++;
      if (JSON.stringify(cells) !== JSON.stringify(theirs)) wrong.push({ i, ...file, python: theirs, ours: cells });
    }
    connection.closeSync();
    instance.closeSync();
    expect(wrong.slice(0, 3), `${wrong.length} of ${files} files`).to.deep.equal([]);
    // Most files must be read for the comparison to say something.
    expect(seen.alike).to.be.greaterThan(files / 2);
  });
});
