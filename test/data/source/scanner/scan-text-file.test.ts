import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { scanTextFile, type TextFacts } from "../../../../packages/data/src/source/scanner/scan-text-file.js";
import { removeTempFolders, tempFolder } from "../../support/temp-graph.js";

after(removeTempFolders);

/** The rules once more, letter by letter. */
function plainScan(text: string, delimiter: string, comment?: string) {
  const found = { records: 0, blankLines: 0, commentLines: 0, longest: 0, quotedLineEnds: 0, line: 1 };
  const first = { textAfterQuote: 0, blanksBeforeQuote: 0, unclosedQuote: 0 };
  let at = 0;
  const isEnd = (i: number) => i >= text.length || text[i] === "\n" || text[i] === "\r";
  const skipEnd = (i: number) => {
    found.line++;
    return i + (text[i] === "\r" && text[i + 1] === "\n" ? 2 : 1);
  };
  while (at < text.length) {
    const start = at;
    if (comment !== undefined && text[at] === comment) {
      while (!isEnd(at)) at++;
      found.commentLines++;
    } else if (isEnd(at)) found.blankLines++;
    else {
      found.records++;
      for (;;) {
        let open = at;
        while (text[open] === " " && delimiter !== " ") open++;
        if (text[open] === '"') {
          if (open > at) first.blanksBeforeQuote ||= found.line;
          const line = found.line;
          for (at = open + 1; at < text.length && (text[at] !== '"' || text[at + 1] === '"');) {
            if (text[at] === '"') at += 2;
            else if (text[at] === "\n" || text[at] === "\r") {
              found.quotedLineEnds += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
              at = skipEnd(at);
            } else at++;
          }
          if (at >= text.length) first.unclosedQuote ||= line;
          at++;
          let next = at;
          while (text[next] === " ") next++;
          if (!isEnd(next) && text[next] !== delimiter && !(delimiter === " " && next > at))
            first.textAfterQuote ||= found.line;
        }
        while (!isEnd(at) && text[at] !== delimiter) at++;
        if (isEnd(at)) break;
        at++;
      }
    }
    found.longest = Math.max(found.longest, Math.min(at, text.length) - start);
    if (at < text.length) at = skipEnd(at);
  }
  const { line, ...rest } = found;
  void line;
  return { ...rest, ...first };
}

function picked(facts: TextFacts) {
  const { records, blankLines, commentLines, longest, quotedLineEnds } = facts;
  const { textAfterQuote, blanksBeforeQuote, unclosedQuote } = facts;
  return {
    ...{ records, blankLines, commentLines, longest, quotedLineEnds },
    ...{ textAfterQuote, blanksBeforeQuote, unclosedQuote },
  };
}

describe("scanTextFile", () => {
  it("finds what a look at every letter finds", async () => {
    const path = join(await tempFolder(), "a.csv");
    const letters = fc.constantFrom("a", "b", '"', '"', ",", ";", " ", "\n", "\r", "#", "0123456789abcdef");
    const property = fc.asyncProperty(
      fc.array(letters, { maxLength: 60 }),
      fc.constantFrom(",", " "),
      async (list, delimiter) => {
        const text = list.join("");
        writeFileSync(path, text);
        for (const comment of [undefined, "#"]) {
          const facts = picked(await scanTextFile(path, { delimiter, comment, offset: 0 }));
          expect(facts).to.deep.equal(plainScan(text, delimiter, comment));
        }
      },
    );
    await fc.assert(property, { numRuns: 2000, seed: 7 });
  }).timeout(120_000);

  it("sees no seam where one part of a file ends and the next begins", async () => {
    const path = join(await tempFolder(), "a.csv");
    const part = 64 * 65_536;
    const seams = [
      '"a""b"\n',
      '""\n',
      '"\r\n"\r\n',
      "a\r\n#b\r\n",
      "\r\n\r\n",
      'x,"y"\n',
      '"a" ,b\n',
      ' "a"\n',
      '"a"b\n',
      '""""\n',
    ];
    for (const seam of seams) {
      for (let shift = 0; shift <= seam.length; shift++) {
        const padding = "1,2\n".repeat(part / 4).slice(0, part - shift - 1);
        const text = `${padding.slice(0, padding.lastIndexOf("\n") + 1).padEnd(padding.length, "z")}\n${seam}last,1`;
        writeFileSync(path, text);
        const facts = picked(await scanTextFile(path, { delimiter: ",", comment: "#", offset: 0 }));
        expect(facts, `${JSON.stringify(seam)} at −${shift}`).to.deep.equal(plainScan(text, ",", "#"));
      }
    }
  }).timeout(120_000);

  it("counts line ends of each kind, late comments, and delimiters of several bytes", async () => {
    const path = join(await tempFolder(), "a.csv");
    writeFileSync(path, '\ufeff#x\n\n#y\na§"b\r"§c\r\nd#\re\n#z');
    const facts = await scanTextFile(path, { delimiter: "§", comment: "#", offset: 3 });
    expect(facts).to.deep.equal({
      ...{ records: 3, blankLines: 1, commentLines: 3, lateComments: 1, linesBefore: 3 },
      ...{ longest: 10, quotes: 1, quotedLineEnds: 1, firstLineEnd: { "\n": 1, "\r\n": 5, "\r": 6 } },
      ...{ commentInside: 6, textAfterQuote: 0, blanksBeforeQuote: 0, unclosedQuote: 0 },
    });
    appendFileSync(path, '\n"');
    expect((await scanTextFile(path, { delimiter: "§", comment: "#", offset: 3 })).unclosedQuote).to.equal(9);
  });
});
