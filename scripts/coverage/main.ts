// Prints, by package, how much of the sources ran in the run of tests that c8 watched: npm run test:coverage. Branches
// and functions are those of files that were loaded, as V8 tells them apart. The pages of out/coverage/index.html show
// the lines.
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import ts from "typescript";
import { countStatements, type Share } from "./count-statements.js";

/** What c8 says of a file, in Istanbul's form: hits by number of the thing, and where the things are. */
interface Watched {
  readonly statementMap: Readonly<Record<string, { readonly start: { readonly line: number } }>>;
  /** One a line. */
  readonly s: Readonly<Record<string, number>>;
  /** One a branch that V8 tells apart, in functions that were called. */
  readonly b: Readonly<Record<string, readonly number[]>>;
  readonly f: Readonly<Record<string, number>>;
}

const none: Share = { all: 0, run: 0 };
const root = resolve(import.meta.dirname, "..", "..");
const report = join(root, "out/coverage/coverage-final.json");
if (!existsSync(report)) throw new Error(`${report} is missing; npm run test:coverage makes it`);
const watched = new Map(Object.entries(JSON.parse(readFileSync(report, "utf8")) as Record<string, Watched>));
if (watched.size === 0) throw new Error(`${report} holds no file of packages/*/src`);

interface Row {
  readonly statements: Share;
  readonly branches: Share;
  readonly functions: Share;
  /** Files with statements that no test loaded. */
  readonly unloaded: number;
}

const files = ts.sys.readDirectory(root, [".ts"], ["**/node_modules", "**/dist"], ["packages/*/src/**/*.ts"]);
const rows = new Map<string, Row[]>();
for (const path of files) {
  const name = relative(root, path).split(sep)[1]!;
  rows.set(name, [...(rows.get(name) ?? []), rowOf(path)]);
}
const sums = [...rows].map(([name, parts]): [string, Row] => [name, sumOf(parts)]);
print([...sums, ["all", sumOf(sums.map(([, row]) => row))]]);

function rowOf(path: string): Row {
  const source = readFileSync(path, "utf8");
  const file = watched.get(path);
  if (file === undefined) {
    const statements = countStatements(source, () => false);
    return { statements, branches: none, functions: none, unloaded: statements.all > 0 ? 1 : 0 };
  }
  const hits = new Map(Object.entries(file.s));
  const lines = new Map(Object.entries(file.statementMap).map(([id, { start }]) => [start.line, hits.get(id)! > 0]));
  return {
    statements: countStatements(source, (line) => lines.get(line) === true),
    branches: shareOf(Object.values(file.b).flat()),
    functions: shareOf(Object.values(file.f)),
    unloaded: 0,
  };
}

function shareOf(hits: readonly number[]): Share {
  return { all: hits.length, run: hits.filter((count) => count > 0).length };
}

function sumOf(parts: readonly Row[]): Row {
  const sum = (part: (row: Row) => Share): Share => ({
    all: parts.reduce((total, row) => total + part(row).all, 0),
    run: parts.reduce((total, row) => total + part(row).run, 0),
  });
  return {
    statements: sum(({ statements }) => statements),
    branches: sum(({ branches }) => branches),
    functions: sum(({ functions }) => functions),
    unloaded: parts.reduce((total, { unloaded }) => total + unloaded, 0),
  };
}

function print(table: readonly (readonly [name: string, row: Row])[]): void {
  const percent = ({ all, run }: Share) => (all === 0 ? "-" : `${((100 * run) / all).toFixed(1)} %`);
  const cells = table.map(([name, { statements, branches, functions, unloaded }]) => [
    ...[name, `${statements.run}/${statements.all}`],
    ...[percent(statements), percent(branches), percent(functions), String(unloaded)],
  ]);
  const headings = ["package", "statements", "", "branches", "functions", "files not loaded"];
  const widths = headings.map((heading, i) =>
    Math.max(...[headings, ...cells].map((row) => row[i]!.length), heading.length),
  );
  for (const row of [headings, ...cells]) {
    const padded = row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)));
    process.stdout.write(`${padded.join("  ")}\n`);
  }
}
