/** Who says how text is cut: the part of a graph card, or the flags of a command that reads a table. */
export type LayoutSubject = "nodes" | "edges" | "table";

/** Returns what to say where the first line is data. */
export function sayNoHeader(subject: LayoutSubject): string {
  return subject === "table" ? "‘header: false’" : `header: false under ${subject} in the card`;
}

/** Returns what to say where lines that begin with `letter` are comments. */
export function sayComment(subject: LayoutSubject, letter: string): string {
  return subject === "table" ? `‘comment’ "${letter}"` : `comment: "${letter}" under ${subject} in the card`;
}

/** Returns what to do with a file whose name does not say its format. */
export function sayFormat(subject: LayoutSubject): string {
  const rename = "rename the file by what it holds";
  return subject === "table" ? rename : `${rename}, or say its format under ${subject}.files in the card`;
}
