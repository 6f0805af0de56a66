import { InputError } from "@evenodds/core";
import { sayComment, sayNoHeader, type LayoutSubject } from "./layout-words.js";
import { headBytes, textHead } from "./text-head.js";

/** The first record of a delimited text file, as fields, and the delimiter that cut it. */
export interface FirstRecord {
  readonly delimiter: string;
  readonly fields: readonly string[];
  /** Bytes of a byte-order mark before it. */
  readonly offset: number;
}

/** In order of preference where two occur equally often. */
const delimiters = [",", "\t", ";", "|"];

/** Letters with which comments begin in edge lists of SNAP, KONECT and Matrix Market. */
const commentLetters = ["#", "%"];

/**
 * Reads the first record of a delimited text file: fields may be quoted with `"`, a doubled quote stands for one, and a
 * UTF-8 byte-order mark is dropped. Without `delimiter`, it is the one of comma, tab, semicolon and bar that occurs
 * most often outside quotes, else a blank where there is one. Blank lines before it, and lines that begin with the
 * character `comment`, are left out.
 *
 * Throws {@link InputError} for a file without records, for one that is not text in UTF-8, and, where no comment
 * character is given, for first lines that look like comments.
 */
export async function firstRecord(
  path: string,
  options: {
    readonly name: string;
    readonly delimiter?: string | undefined;
    readonly comment?: string | undefined;
    readonly header?: boolean | undefined;
    readonly subject?: LayoutSubject | undefined;
  },
): Promise<FirstRecord> {
  const { name, comment } = options;
  const { bytes, offset, complete } = await textHead(path, name);
  const text = bytes.slice(startOfRecord(bytes, comment));
  if (text.trim() === "") throw noRecord(name, { empty: bytes === "", complete });
  const given = options.delimiter && Buffer.from(options.delimiter).toString("latin1");
  const delimiter = given ?? guessDelimiter(quotedLine(text));
  const { fields, end } = cutRecord(text, delimiter);
  if (end === text.length && !complete) throw noRecord(name, { empty: false, complete });
  if (comment === undefined) checkComments(text, { ...options, delimiter });
  return { delimiter: options.delimiter ?? delimiter, fields: fields.map((field) => utf8(field, name)), offset };
}

function noRecord(
  name: string,
  { empty, complete }: { readonly empty: boolean; readonly complete: boolean },
): InputError {
  if (complete) {
    const found = empty ? "an empty file" : "only blank or comment lines";
    return new InputError({ argument: name, expected: "a table", found });
  }
  return new InputError({
    argument: name,
    expected: `a first line that ends within ${headBytes / 2 ** 20} MiB`,
    found: "a longer one",
    hint: "check the quotes of the first line",
  });
}

/** Where the first line begins that is neither blank nor a comment. */
function startOfRecord(text: string, comment: string | undefined): number {
  const lineEnd = /[\r\n]/g;
  let at = 0;
  while (at < text.length) {
    const letter = text[at];
    if (letter === "\n" || letter === "\r") at++;
    else if (letter === comment) {
      lineEnd.lastIndex = at;
      at = lineEnd.exec(text)?.index ?? text.length;
    } else break;
  }
  return at;
}

/** Up to the first line end outside quotes, wherever quotes stand: the delimiter is not known yet. */
function quotedLine(text: string): string {
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === "\n" || letter === "\r")) return text.slice(0, i);
  }
  return text;
}

function guessDelimiter(record: string): string {
  const bare = record.replace(/"[^"]*"/g, "");
  const frequency = (delimiter: string) => bare.split(delimiter).length - 1;
  const best = delimiters.reduce((a, b) => (frequency(b) > frequency(a) ? b : a));
  if (frequency(best) > 0) return best;
  return bare.trim().includes(" ") ? " " : ",";
}

/** Cuts the first record. A field is quoted where it begins with a quote. */
function cutRecord(text: string, delimiter: string): { readonly fields: string[]; readonly end: number } {
  const fields: string[] = [];
  let field = "";
  let begins = true;
  let quoted = false;
  let i = 0;
  for (; i < text.length; i++) {
    const letter = text[i]!;
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (text[i + 1] === '"') field += text[i++]!;
      else quoted = false;
    } else if (letter === "\n" || letter === "\r") break;
    else if (text.startsWith(delimiter, i)) {
      fields.push(field);
      field = "";
      begins = true;
      i += delimiter.length - 1;
      continue;
    } else if (letter === '"' && begins) quoted = true;
    else field += letter;
    begins = false;
  }
  return { fields: [...fields, field], end: i };
}

/** Throws for first lines that begin as comments do in edge lists and are cut otherwise than the line after them. */
function checkComments(
  text: string,
  options: {
    readonly name: string;
    readonly delimiter: string;
    readonly header?: boolean | undefined;
    readonly subject?: LayoutSubject | undefined;
  },
): void {
  const { name, delimiter, header = true, subject = "table" } = options;
  const letter = commentLetters.find((mark) => text.startsWith(mark));
  if (letter === undefined) return;
  const lines = text.slice(0, 65_536).split(/\r\n|\n|\r/);
  const leading = lines.findIndex((line) => !line.startsWith(letter));
  const next = lines[leading];
  // A file in which every line begins so has such values.
  if (leading < 1 || next === undefined || next === "") return;
  const width = (line: string) => cutRecord(line, delimiter).fields.length;
  const isHeader = header && leading === 1 && width(lines[0]!) === width(next);
  const later = lines.slice(leading).some((line) => line.startsWith(letter) && width(line) === width(next));
  const areValues =
    !header && later && lines.slice(0, leading).every((line) => /^.\S/.test(line) && width(line) === width(next));
  if (isHeader || areValues) return;
  throw new InputError({
    argument: name,
    expected: header ? "column names in the first line" : "a row of the table in the first line",
    found: `${JSON.stringify(Buffer.from(lines[0]!.slice(0, 40), "latin1").toString())}, which looks like a comment`,
    hint: `say ${sayComment(subject, letter)} to leave out lines that begin with ${letter}`,
  });
}

function utf8(bytes: string, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, "latin1"));
  } catch (cause) {
    throw new InputError(
      {
        argument: name,
        expected: "text in UTF-8",
        found: "a first line with other bytes, such as those of Latin-1 or Windows-1252",
        hint: "save the file as UTF-8",
      },
      { cause },
    );
  }
}

/** Returns a hint where the fields of a first line look like a row rather than like column names, else undefined. */
export function headerHint(fields: readonly string[], subject: LayoutSubject): string | undefined {
  const looksLikeData = fields.some((field, i) => field === "" || isNumber(field) || fields.indexOf(field) !== i);
  return looksLikeData ? `if the first line is data, say ${sayNoHeader(subject)}` : undefined;
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}
