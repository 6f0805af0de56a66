import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect } from "chai";
import { runChild } from "../cli/support/child.js";
import { useTempFolder } from "../cli/support/temp-folder.js";

const c8 = createRequire(import.meta.url).resolve("c8/bin/c8.js");

/** Types, comments and line breaks that are not in what runs; called with 2 and with 3. */
const source = `interface Sized {
  readonly size: number;
}

/** A comment
 * of some lines. */
export function describe({ size }: Sized): string {
  if (size > 100) {
    const large = "large";
    return large;
  }
  return size === 2
    ? "two"
    : "three";
}

type Name =
  | "a"
  | "b";

export function never(name: Name): string {
  return name;
}

describe({ size: 2 });
describe({ size: 3 });
`;

describe("the lines that c8 finds not to have run", () => {
  const folder = useTempFolder();

  it("are those of the TypeScript source", async () => {
    await folder.write({ "shapes.ts": source, "package.json": '{ "type": "module" }' });
    const watched = [process.execPath, "--import", import.meta.resolve("tsx"), "shapes.ts"];
    const flags = ["--include", "*.ts", "--reporter", "json", "--reports-dir", "report"];
    const { code, log } = await runChild([process.execPath, c8, ...flags, ...watched], { cwd: folder.at() });
    expect(code, log).to.equal(0);
    const report = JSON.parse(await readFile(folder.at("report", "coverage-final.json"), "utf8")) as Record<
      string,
      { statementMap: Record<string, { start: { line: number } }>; s: Record<string, number> }
    >;
    const [file] = Object.values(report);
    const unrun = Object.entries(file!.statementMap).filter(([id]) => file!.s[id] === 0);
    // The branch for large sizes to its bracket, and the function that nobody calls, whose first line has an `export`.
    expect(unrun.map(([, { start }]) => start.line)).to.deep.equal([9, 10, 11, 22, 23]);
  });
});
