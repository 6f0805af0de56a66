import { InputError } from "@evenodds/core";
import { sqlPath, sqlText } from "./with-database.js";
import { firstRecord } from "./first-record.js";
import type { LayoutSubject } from "./layout-words.js";
import { scanTextFile, type TextFacts } from "./scan-text-file.js";

/** How delimited text is cut; other formats bring their own columns. */
export interface TextLayout {
  readonly delimiter?: string | undefined;
  readonly header: boolean;
  /** One character: lines that begin with it are left out. */
  readonly comment?: string | undefined;
  /** In whose words a message says what to change. Default: `table`. */
  readonly subject?: LayoutSubject | undefined;
}

/** DuckDB takes longer records only where it is told how long they are. */
const usualRecord = 1_000_000;

/**
 * Returns a delimited text file as a relation of texts, with the number of rows that its bytes have. Blank lines are
 * not rows. Blanks around a quoted field do not belong to it.
 *
 * Throws {@link InputError}, naming the line, for what readers disagree on: quotes that are never closed, text after a
 * closing quote, blanks before an opening one, and line ends of several kinds.
 */
export async function openText(path: string, name: string, layout: TextLayout) {
  const { delimiter, fields, offset } = await firstRecord(path, { name, ...layout });
  checkDelimiter(delimiter, { name, comment: layout.comment });
  const facts = await scanTextFile(path, { delimiter, comment: layout.comment, offset });
  checkQuotes(facts, name);
  const lineEnd = onlyLineEnd(facts, name);
  const sqlColumns = fields.map((_, i) => `column${i}`);
  const struct = sqlColumns.map((column) => `${sqlText(column)}: 'VARCHAR'`).join(", ");
  const start = startOptions(facts, { ...layout, name, marked: offset > 0 && facts.quotes > 0 });
  const options = [
    ...start.options,
    `auto_detect=false, delim=${sqlText(delimiter)}, quote='"', escape='"'`,
    ...(lineEnd === undefined ? [] : [`new_line=${sqlText(lineEnd)}`]),
    // Threads that begin in the middle of a file take a line end within quotes for the end of a row.
    ...(facts.quotedLineEnds > 0 ? ["parallel=false"] : []),
    ...(facts.longest > usualRecord ? [`max_line_size=${facts.longest + usualRecord}`] : []),
    // Only so is a blank line told from a line with an empty text.
    ...(fields.length === 1 ? ["allow_quoted_nulls=false"] : []),
    `columns={${struct}}`,
  ];
  const conditions = [
    ...(fields.length === 1 ? ["WHERE column0 IS NOT NULL"] : []),
    ...(start.headerIsRow ? ["OFFSET 1"] : []),
  ];
  const sql = `read_csv(${sqlPath(path)}, ${options.join(", ")})`;
  return {
    sql: conditions.length === 0 ? sql : `(SELECT * FROM ${sql} ${conditions.join(" ")}) AS text`,
    columns: layout.header ? fields.map((field) => field.trim()) : sqlColumns,
    sqlColumns,
    types: fields.map(() => "VARCHAR"),
    rows: facts.records - (layout.header ? 1 : 0),
    isText: true,
  };
}

function checkDelimiter(
  delimiter: string,
  { name, comment }: { readonly name: string; readonly comment?: string | undefined },
) {
  const bytes = Buffer.byteLength(delimiter);
  if (bytes >= 1 && bytes <= 4 && !/["\r\n]/.test(delimiter) && delimiter !== comment) return;
  throw new InputError({
    argument: `delimiter of ${name}`,
    expected: "a character between fields that is not a quote, a line end or the comment character",
    found: JSON.stringify(delimiter),
  });
}

function checkQuotes(facts: TextFacts, name: string): void {
  const { textAfterQuote, blanksBeforeQuote, unclosedQuote } = facts;
  const complaints = [
    {
      line: textAfterQuote,
      expected: "a delimiter or the end of the line after a closing quote",
      found: `other text on line ${textAfterQuote}`,
      hint: 'write a quote that belongs to a quoted text twice: ""',
    },
    {
      line: blanksBeforeQuote,
      expected: "a quoted field to begin with its quote",
      found: `blanks before the quote on line ${blanksBeforeQuote}`,
      hint: "remove the blanks between the delimiter and the quote",
    },
    {
      line: unclosedQuote,
      expected: "a closing quote for every quoted field",
      found: `none for the one that begins on line ${unclosedQuote}`,
      hint: 'close the quote, or write a quote that belongs to a text twice and quote the text: """"',
    },
  ];
  const [first] = complaints.filter(({ line }) => line > 0).sort((a, b) => a.line - b.line);
  if (first === undefined) return;
  throw new InputError({ argument: name, expected: first.expected, found: first.found, hint: first.hint });
}

const lineEndNames = { "\n": "LF", "\r\n": "CRLF", "\r": "CR" } as const;

/** Returns the line end of the file as `read_csv` is told of it, undefined where there is none. */
function onlyLineEnd({ firstLineEnd }: TextFacts, name: string): string | undefined {
  const kinds = (["\n", "\r\n", "\r"] as const)
    .map((kind) => ({ kind, line: firstLineEnd[kind] }))
    .filter(({ line }) => line > 0)
    .sort((a, b) => a.line - b.line);
  if (kinds.length <= 1) return kinds[0] && JSON.stringify(kinds[0].kind).slice(1, -1);
  throw new InputError({
    argument: name,
    expected: "one kind of line end",
    found: kinds.map(({ kind, line }) => `${lineEndNames[kind]} on line ${line}`).join(" and "),
    hint: "write all line ends alike, or quote the fields that they belong to",
  });
}

/**
 * How DuckDB is told where rows begin. It would cut rows at the comment character too, skips lines by other rules than
 * it reads them, takes the first line of a file for its header, even a blank one, and does not see that a header begins
 * with a quote behind a byte-order mark: then the header is read as a row and left out.
 */
function startOptions(
  { linesBefore, commentLines, lateComments, commentInside }: TextFacts,
  layout: TextLayout & { readonly name: string; readonly marked: boolean },
): { readonly options: readonly string[]; readonly headerIsRow: boolean } {
  const { header, comment, name, marked } = layout;
  if (commentInside > 0 && lateComments > 0) {
    throw new InputError({
      argument: name,
      expected: `${comment} only at the beginning of lines, because there are comments among the rows`,
      found: `${comment} inside line ${commentInside}`,
      hint: "quote the field, or remove the comment lines",
    });
  }
  if (commentInside > 0) return { options: [`skip=${linesBefore}, header=${header}`], headerIsRow: false };
  const comments = comment === undefined || commentLines === 0 ? [] : [`comment=${sqlText(comment)}`];
  const headerIsRow = header && (linesBefore > 0 || marked);
  return { options: [`header=${header && !headerIsRow}`, ...comments], headerIsRow };
}
