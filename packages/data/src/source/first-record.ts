import { open } from "node:fs/promises";
import { InputError } from "@evenodds/core";

/** The first line of a delimited text file, as fields, and the delimiter that cut it. */
export interface FirstRecord {
  readonly delimiter: string;
  readonly fields: readonly string[];
  /** How many comment lines stand before it. */
  readonly skipped: number;
}

/** Length of the longest first line that is read, in bytes. */
const longestRecord = 4 * 1024 * 1024;

/** In order of preference where two occur equally often. */
const delimiters = [",", "\t", ";", "|"];

/**
 * Reads the first record of a delimited text file: fields may be quoted with `"`, a doubled quote stands for one, and a
 * UTF-8 byte-order mark is dropped. Without `delimiter`, it is the one of comma, tab, semicolon and bar that occurs most
 * often outside quotes, else a blank where there is one. Lines before it that begin with the letter `comment` are left out.
 * Throws {@link InputError} for an empty file and for UTF-16.
 */
export async function firstRecord(
  path: string,
  {
    name,
    delimiter,
    comment,
  }: {
    readonly name: string;
    readonly delimiter?: string | undefined;
    readonly comment?: string | undefined;
  },
): Promise<FirstRecord> {
  let text = await head(path, name);
  let skipped = 0;
  for (; comment !== undefined && text.startsWith(comment); skipped++) text = text.replace(/^.*(\r\n|\n|\r|$)/, "");
  const record = cutRecord(text);
  if (record.trim() === "") {
    throw new InputError({ argument: name, expected: "a table", found: "an empty file or an empty first line" });
  }
  const chosen = delimiter ?? guessDelimiter(record);
  return { delimiter: chosen, fields: splitRecord(record, chosen), skipped };
}

async function head(path: string, name: string): Promise<string> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(Math.min(longestRecord, (await file.stat()).size));
    await file.read(buffer, 0, buffer.length, 0);
    if ((buffer[0] === 0xff && buffer[1] === 0xfe) || (buffer[0] === 0xfe && buffer[1] === 0xff)) {
      throw new InputError({ argument: name, expected: "UTF-8", found: "UTF-16", hint: "save the file as UTF-8" });
    }
    return new TextDecoder("utf-8").decode(buffer);
  } finally {
    await file.close();
  }
}

function cutRecord(text: string): string {
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

function splitRecord(record: string, delimiter: string): string[] {
  const fields: string[] = [];
  let field = "";
  let quoted = false;
  for (let i = 0; i < record.length; i++) {
    const letter = record[i]!;
    if (quoted && letter === '"' && record[i + 1] === '"') field += record[i++]!;
    else if (letter === '"' && (quoted || field === "")) quoted = !quoted;
    else if (!quoted && record.startsWith(delimiter, i)) {
      fields.push(field);
      field = "";
      i += delimiter.length - 1;
    } else field += letter;
  }
  return [...fields, field];
}
