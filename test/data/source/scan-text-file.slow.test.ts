import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scanTextFile, type TextFacts } from "@evenodds/data/internal";
import { expect } from "chai";
import fc from "fast-check";
import { removeTempFolders, tempFolder } from "../support/temp-graph.js";

after(removeTempFolders);

interface Setting {
  readonly delimiter: string;
  readonly comment?: string | undefined;
  readonly offset: number;
}

/** Many rows `1,2\n` in a text, from and up to these places. */
interface Rows {
  readonly from: number;
  readonly to: number;
}

/**
 * The rules once more, letter by letter. A letter of `text` is a byte, and no end of a delimiter is its beginning.
 * Where a record begins at one of `known`, all that are left of them are counted at once.
 */
function plainScan(
  text: string,
  { delimiter: characters, comment, offset }: Setting,
  known: readonly Rows[] = [],
): TextFacts {
  const delimiter = Buffer.from(characters).toString("latin1");
  const found = { records: 0, blankLines: 0, commentLines: 0, lateComments: 0, linesBefore: 0, longest: 0 };
  const counts = { quotes: 0, quotedLineEnds: 0 };
  const first = { commentInside: 0, textAfterQuote: 0, blanksBeforeQuote: 0, unclosedQuote: 0 };
  const firstLineEnd = { "\n": 0, "\r\n": 0, "\r": 0 };
  let line = 1;
  let at = offset;
  const isEnd = (i: number) => i >= text.length || text[i] === "\n" || text[i] === "\r";
  const lineEnd = (i: number) => (text[i] === "\n" ? "\n" : text[i + 1] === "\n" ? "\r\n" : "\r");
  while (at < text.length) {
    const rows = known.find(({ from, to }) => at >= from && at < to && (at - from) % 4 === 0);
    if (rows !== undefined) {
      const count = (rows.to - at) / 4;
      found.records += count;
      found.longest = Math.max(found.longest, 3);
      firstLineEnd["\n"] ||= line;
      line += count;
      at = rows.to;
      continue;
    }
    const start = at;
    if (comment !== undefined && text[at] === comment) {
      while (!isEnd(at)) at++;
      found.commentLines++;
      if (found.records > 0) found.lateComments++;
    } else if (isEnd(at)) found.blankLines++;
    else {
      found.records++;
      for (;;) {
        let open = at;
        while (text[open] === " " && delimiter !== " ") open++;
        if (text[open] === '"') {
          if (open > at) first.blanksBeforeQuote ||= line;
          const opened = line;
          counts.quotes++;
          for (at = open + 1; at < text.length && (text[at] !== '"' || text[at + 1] === '"');) {
            if (text[at] === '"') at += 2;
            else if (isEnd(at)) {
              const { length } = lineEnd(at);
              counts.quotedLineEnds += length;
              line++;
              at += length;
            } else at++;
          }
          if (at >= text.length) first.unclosedQuote ||= opened;
          at++;
          let next = at;
          while (text[next] === " " && delimiter !== " ") next++;
          if (!isEnd(next) && text[next] !== delimiter[0]) first.textAfterQuote ||= line;
        }
        for (; !isEnd(at) && !text.startsWith(delimiter, at); at++) {
          if (text[at] === '"') counts.quotes++;
          if (text[at] === comment && at > start) first.commentInside ||= line;
        }
        if (isEnd(at)) break;
        at += delimiter.length;
      }
    }
    if (found.records === 0) found.linesBefore++;
    found.longest = Math.max(found.longest, Math.min(at, text.length) - start);
    if (at >= text.length) break;
    const end = lineEnd(at);
    firstLineEnd[end] ||= line;
    line++;
    at += end.length;
  }
  return { ...found, ...counts, firstLineEnd, ...first };
}

const mark = Buffer.from("\ufeff").toString("latin1");
const delimiters = [",", "\t", " ", ";|", "§", ":::)"];
const part = 16 * 65_536;

describe("scanTextFile", () => {
  let path = "";

  before(async () => {
    path = join(await tempFolder(), "a.csv");
  });

  async function expectPlain(
    text: string,
    { marked = false, ...setting }: Omit<Setting, "offset"> & { marked?: boolean },
    known: readonly Rows[] = [],
  ) {
    const bytes = marked ? mark + text : text;
    writeFileSync(path, bytes, "latin1");
    const options = { ...setting, offset: marked ? 3 : 0 };
    const facts = await scanTextFile(path, options);
    const plain = plainScan(bytes, options, known);
    if (JSON.stringify(facts) !== JSON.stringify(plain)) {
      expect(facts, JSON.stringify({ ...setting, text: text.slice(-500) })).to.deep.equal(plain);
    }
  }

  const settings = fc.record({
    delimiter: fc.constantFrom(...delimiters),
    comment: fc.constantFrom(undefined, "#"),
    marked: fc.boolean(),
  });

  it("finds what a look at every letter finds", async () => {
    const letters = fc.constantFrom("a", "b", '"', '"', ",", ";|", ";", " ", "\n", "\r", "#", "0123456789abcdef");
    const property = fc.asyncProperty(fc.array(letters, { maxLength: 60 }), settings, (list, setting) =>
      expectPlain(list.join(""), setting),
    );
    await fc.assert(property, { numRuns: 1000, seed: 7 });
  }).timeout(120_000);

  it("finds it in tables of several hundred bytes, with and without faults", async () => {
    const plain = fc.constantFrom("", "a", "12.5", "a text without quotes", "x".repeat(70), '5" pipe', "#f00", "é");
    const inner = fc.constantFrom(
      "",
      "a",
      " ",
      '""',
      '""""',
      "\n",
      "\r\n",
      "\r",
      "#",
      "§",
      "D",
      "y".repeat(62),
      "text",
    );
    const quotedText = fc.array(inner, { maxLength: 5 }).map((pieces) => `"${pieces.join("")}"`);
    const fault = fc.constantFrom('"', '"a"b', ' "a"', '"a" ', '"a"  b', '"a"\r', "\n", "\r", "\r\n");
    const field = fc.oneof({ weight: 8, arbitrary: plain }, { weight: 8, arbitrary: quotedText });
    const line = fc.oneof(
      { weight: 10, arbitrary: fc.array(field, { minLength: 1, maxLength: 6 }) },
      { weight: 1, arbitrary: fc.constantFrom([""], ["# a comment"], ['#"'], ["#"]) },
    );
    const rare = fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fault });
    const table = fc.record({
      lines: fc.array(fc.tuple(line, rare), { minLength: 2, maxLength: 30 }),
      end: fc.constantFrom("\n", "\r\n", "\r"),
      shift: fc.nat(63),
      closed: fc.boolean(),
    });
    const property = fc.asyncProperty(table, settings, ({ lines, end, shift, closed }, setting) => {
      const rows = lines.map(([fields, broken]) =>
        [...fields, ...(broken === undefined ? [] : [broken])].map((text) => text.replaceAll("D", setting.delimiter)),
      );
      const text = ["h".repeat(shift + 1), ...rows.map((fields) => fields.join(setting.delimiter))].join(end);
      return expectPlain(Buffer.from(text + (closed ? end : "")).toString("latin1"), setting);
    });
    await fc.assert(property, { numRuns: 1000, seed: 11 });
  }).timeout(120_000);

  const seams = [
    '"a""b"D',
    '""D',
    '"\r\n"\r\n',
    "a\r\n#b\r\n",
    "\r\n\r\n",
    'xD"y"\n',
    '"a" Db\n',
    '"a"  b\n',
    '"a"D  "b"\n',
    ' "a"\n',
    '"a"b\n',
    '""""\n',
    '"""a"""D""""""D"b"\r',
    'a"b"D"c"\n',
    '\r"a"\r\r"b\r"\r',
    '"#"D#\n#"\n',
  ];

  it("sees no seam between the bytes that are looked at together", async () => {
    for (const delimiter of [",", ";|"]) {
      for (const seam of seams.map((text) => text.replaceAll("D", delimiter))) {
        for (const end of ["\n", "\r\n", "\r"]) {
          const start = `a${end}"`;
          for (let place = 64 - seam.length; place <= 64; place++) {
            const row = start + "q".repeat(place - start.length - 1 - end.length) + `"${end}`;
            await expectPlain(`${row}${seam}${"z".repeat(70)}${delimiter}"${end}"${end}`, { delimiter, comment: "#" });
          }
        }
      }
    }
  }).timeout(120_000);

  it("sees no seam where one part of a file ends and the next begins", async () => {
    const filler = "1,2\n".repeat(part / 4 - 60);
    for (const seam of [...seams.map((text) => text.replaceAll("D", ",")), '"a"D"b"D\n']) {
      const delimiter = seam.includes("D") ? " " : ",";
      const text = seam.replaceAll("D", delimiter);
      for (let shift = 0; shift <= text.length; shift++) {
        // What is tried stands at the end of the first part and at that of the second.
        const first = `${filler}${"z".repeat(part - filler.length - shift - 1)}\n${text}`;
        const length = 2 * part - first.length - shift - 1;
        const second = `${filler}${"z".repeat(length - filler.length)}\n${text}`;
        const known = [
          { from: 0, to: filler.length },
          { from: first.length, to: first.length + filler.length },
        ];
        await expectPlain(`${first}${second}last,1`, { delimiter, comment: "#" }, known);
      }
    }
  }).timeout(300_000);

  it("counts line ends of each kind, late comments, and delimiters of several bytes", async () => {
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
