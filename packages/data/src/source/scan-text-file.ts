import { scanParts } from "./scan-parts.js";

/** What is in a delimited text file, by its bytes alone. Lines are numbered from 1; 0 = nowhere. */
export interface TextFacts {
  /** Records that are neither blank nor comments, the header among them. */
  readonly records: number;
  readonly blankLines: number;
  readonly commentLines: number;
  /** Comment lines after the first record. */
  readonly lateComments: number;
  /** Blank and comment lines before the first record. */
  readonly linesBefore: number;
  /** Bytes of the longest record, its line end left out. */
  readonly longest: number;
  /** Quotes that begin or end a field. */
  readonly quotes: number;
  /** Line ends within quotes. */
  readonly quotedLineEnds: number;
  /** The first line that ends in each way, outside quotes. */
  readonly firstLineEnd: { readonly "\n": number; readonly "\r\n": number; readonly "\r": number };
  /** The first line with the comment character elsewhere than at its beginning, outside quotes. */
  readonly commentInside: number;
  /** The first line with text between a closing quote and the next delimiter. */
  readonly textAfterQuote: number;
  /** The first line with blanks between a delimiter and an opening quote. */
  readonly blanksBeforeQuote: number;
  /** The line of the quote that is never closed. */
  readonly unclosedQuote: number;
}

/**
 * Counts the records of a file by the rules of RFC 4180: a field that begins with `"` goes on to the next `"` that is
 * not doubled. A line ends with LF, CRLF or CR. `offset` bytes of a byte-order mark are left out.
 */
export async function scanTextFile(
  path: string,
  options: { readonly delimiter: string; readonly comment?: string | undefined; readonly offset: number },
): Promise<TextFacts> {
  const { delimiter, comment = "\0", offset } = options;
  const letters = Buffer.from(delimiter);
  const found = await scanParts(path, {
    offset,
    results: 15,
    begin: (scanner) =>
      scanner.beginText(letters.readUIntLE(0, letters.length), letters.length, comment.charCodeAt(0), offset),
    scan: "scanText",
    finish: "finishText",
  });
  const at = (index: number) => found[index]!;
  return {
    records: at(0),
    blankLines: at(1),
    commentLines: at(2),
    lateComments: at(3),
    linesBefore: at(4),
    longest: at(5),
    quotes: at(6),
    quotedLineEnds: at(7),
    firstLineEnd: { "\n": at(8), "\r\n": at(9), "\r": at(10) },
    commentInside: at(11),
    textAfterQuote: at(12),
    blanksBeforeQuote: at(13),
    unclosedQuote: at(14),
  };
}
