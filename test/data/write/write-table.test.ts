import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { fileFormats, spreadsheetText, writeTable } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";
import { skipBecause } from "../../support/skip-because.js";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";

after(removeTempFolders);

describe("spreadsheetText", () => {
  it("puts an apostrophe before what spreadsheets run, and before nothing else", () => {
    for (const text of [
      ...["=1+1", "+SUM(A1)", "-2+3", "@x", "\t=1", "\r=1", "\n=1"],
      ...[" =1", "＝1", "－x", "-", "=", "-1.5e", "+-1"],
    ]) {
      expect(spreadsheetText(text)).to.equal(`'${text}`);
    }
    for (const text of ["-1.5", "+3", "-.5", "-1e5", "+1.0E-7", "1+1", "a=b", "'=1", "", " ", "–1", "n-1"]) {
      expect(spreadsheetText(text)).to.equal(text);
    }
  });

  it("leaves no text that begins like a formula, and nothing to do a second time", () => {
    const letters = fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", " ", "1", ".", "e", "a", "'", "＋");
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        const safe = spreadsheetText(text);
        expect(safe === text || safe === `'${text}`).to.equal(true);
        if (/^\s*[=+\-@]/.test(safe)) expect(Number.isNaN(Number(safe)), safe).to.equal(false);
        expect(spreadsheetText(safe)).to.equal(safe);
      }),
    );
  });
});

describe("writeTable", () => {
  const texts = ['=HYPERLINK("x")', "-1.5", "+a", "plain", null];
  const columns = [
    { name: "=id", kind: "text", at: (row: number) => texts[row]! },
    { name: "value", kind: "float64", at: (row: number) => -row - 0.5 },
  ] as const;
  const written = async (format: "csv" | "tsv" | "json", csvSafe: boolean) => {
    const file = join(await tempFolder(), `t.${format}`);
    await writeTable(file, { columns, rows: texts.length, format, csvSafe });
    return readFile(file, "utf8");
  };

  it("writes texts as they are, and safe for a spreadsheet where that is asked", async () => {
    const numbers = [-0.5, -1.5, -2.5, -3.5, -4.5];
    expect((await written("csv", false)).split("\n")).to.deep.equal([
      "=id,value",
      `"=HYPERLINK(""x"")",${numbers[0]}`,
      `-1.5,${numbers[1]}`,
      `+a,${numbers[2]}`,
      `plain,${numbers[3]}`,
      `,${numbers[4]}`,
      "",
    ]);
    expect((await written("csv", true)).split("\n").slice(0, 4)).to.deep.equal([
      "'=id,value",
      `"'=HYPERLINK(""x"")",${numbers[0]}`,
      `-1.5,${numbers[1]}`,
      `'+a,${numbers[2]}`,
    ]);
    expect(await written("tsv", true)).to.contain("'+a\t-2.5\n");
    expect(await written("json", true)).to.equal(await written("json", false));
  });

  it("names the file where there is no room for it, in every format", async function () {
    if (!existsSync("/dev/full")) return skipBecause(this, "only Linux has /dev/full");
    const column = { name: "a", kind: "int32", at: (row: number) => row } as const;
    for (const format of fileFormats) {
      const error = await rejection(writeTable("/dev/full", { columns: [column], rows: 9999, format }));
      expect(error, format).to.be.instanceOf(InputError);
      expect(error.message, format).to.match(
        /^\/dev\/full: expected a place with room .* found No space left on device; make room there, and run it again$/,
      );
    }
  });
});
