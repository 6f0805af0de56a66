import { notOneSelect } from "./read-select.js";
import type { SqlLexis } from "./sql-lexis.js";

/**
 * Returns the text of the one SELECT that a user's text is, without the semicolon that may end it, by its tokens alone:
 * for dialects that DuckDB's parser does not read. What is not certain under every reading of a dialect is refused, so
 * this takes fewer texts than the engine does: no semicolon anywhere, not even in quotes, because consoles cut at it;
 * no backslash before the quote that it stands in, because whether it escapes depends on settings; no comment in a
 * comment; no parameters and no variables, which are replaced before a text is parsed; no function that is known to do
 * more than read.
 *
 * Whatever it returns has quotes, comments and brackets that end within it, so that in the brackets of `queryAsTable`
 * it stays there; whether it is a query that runs is for the engine to say. Throws InputError for anything else.
 */
export function checkSelect(sql: string, lexis: SqlLexis): string {
  const refuse = (found: string): never => {
    throw notOneSelect(sql, new Error(found));
  };
  const text = withoutEnd(sql);
  if (text === "") refuse("no statement");
  const odd = oddCharacters(text);
  if (odd !== undefined) refuse(odd);
  const reader = new Reader(lexis, refuse);
  for (const token of tokensOf(text, { lexis, refuse })) reader.take(token);
  reader.end();
  return text;
}

function withoutEnd(sql: string): string {
  let text = sql.trim();
  while (text.endsWith(";")) text = text.slice(0, -1).trimEnd();
  return text;
}

type Refuse = (found: string) => never;

/** What is refused wherever it stands, in quotes and comments too: tools look for it without knowing either. */
const anywhere: readonly (readonly [RegExp, string])[] = [
  [/\0/, "a NUL character"],
  [/;/, "more than one statement: a semicolon within the text"],
  // What a line is differs between engines, and so would the end of a comment.
  [/\r(?!\n)|[\v\f\u0085\u2028\u2029]/, "a line end other than LF and CRLF"],
  [/[^\P{Cc}\t\n\r]/u, "a control character"],
  [/[\u202a-\u202e\u2066-\u2069]/, "a character that changes the order in which others are shown"],
  [/\$\{|\{\{/, "a variable, which would be replaced before the text is parsed"],
  [/^[ \t]*!/m, "a line that begins with “!”, which some consoles take for a command"],
];

/** Returns what of a text is refused wherever it stands, undefined where nothing is. */
export function oddCharacters(text: string): string | undefined {
  return anywhere.find(([pattern]) => pattern.test(text))?.[1];
}

interface Token {
  readonly kind: "quoted" | "comment" | "word" | "sign";
  readonly text: string;
  /** The character before it; empty at the beginning. */
  readonly before: string;
  /** What follows. */
  readonly after: string;
}

const quotes = ["'", '"', "`"];

/** Cuts a text into tokens; blanks are none. */
function* tokensOf(
  text: string,
  { lexis, refuse }: { readonly lexis: SqlLexis; readonly refuse: Refuse },
): Generator<Token> {
  let at = 0;
  const token = (kind: Token["kind"], end: number): Token => {
    const [start, before] = [at, text[at - 1] ?? ""];
    at = end;
    return { kind, text: text.slice(start, end), before, after: text.slice(end) };
  };
  while (at < text.length) {
    const rest = text.slice(at, at + 2);
    const sign = rest[0]!;
    if (/\s/.test(sign)) at++;
    else if (quotes.includes(sign)) yield token("quoted", endOfQuoted(text, { at, lexis, refuse }));
    else if (rest === "/*") yield token("comment", endOfBlock(text, { at, refuse }));
    else if (["--", ...lexis.lineComments].some((mark) => text.startsWith(mark, at))) {
      yield token("comment", endOfLine(text, { at, refuse }));
    } else if (sign === "$") yield token("quoted", endOfDollars(text, { at, lexis, refuse }));
    else if (wordCharacter.test(sign)) yield token("word", endOfWord(text, { at, refuse }));
    else yield token("sign", at + 1);
  }
}

interface Place {
  readonly at: number;
  readonly refuse: Refuse;
}

/** A quote that is written twice ends one token and begins the next, which comes to the same. */
function endOfQuoted(text: string, { at, lexis, refuse }: Place & { readonly lexis: SqlLexis }): number {
  const quote = text[at]!;
  if (quote === "`" && !lexis.backticks) refuse("a backtick, which is no quote in this dialect");
  if (lexis.tripleQuotes && text.startsWith(quote.repeat(3), at)) refuse("a text in triple quotes");
  const end = text.indexOf(quote, at + 1);
  if (end < 0) return refuse(`a quote that is never closed: ${quote}`);
  const slashes = /\\*$/.exec(text.slice(at + 1, end))![0].length;
  if (slashes % 2 === 1) refuse("a backslash before a quote, which does not escape it under every setting");
  return end + 1;
}

function endOfBlock(text: string, { at, refuse }: Place): number {
  const end = text.indexOf("*/", at + 2);
  if (end < 0) return refuse("a comment that is never closed");
  const inside = text.slice(at + 2, end);
  if (inside.includes("/*")) refuse("a comment in a comment, which not every engine reads alike");
  // The text of a hint is read as tokens, and that of a conditional comment as SQL.
  if (/^[+!]/.test(inside) && !/^\+[\w\s.,()]*$/.test(inside)) refuse("a hint with more than names in it");
  return end + 2;
}

function endOfLine(text: string, { at, refuse }: Place): number {
  const line = /^[^\n]*/.exec(text.slice(at))![0];
  if (/\\\r?$/.test(line)) refuse("a comment that ends with a backslash, which can go on in the next line");
  return at + line.length;
}

function endOfDollars(text: string, { at, lexis, refuse }: Place & { readonly lexis: SqlLexis }): number {
  const mark = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(text.slice(at))?.[0];
  if (mark === undefined) return refuse("a parameter without a value");
  if (lexis.dollarQuotes === "none" || (lexis.dollarQuotes === "plain" && mark !== "$$")) {
    refuse("dollars, which are no quotes in this dialect");
  }
  const end = text.indexOf(mark, at + mark.length);
  return end < 0 ? refuse(`a quote that is never closed: ${mark}`) : end + mark.length;
}

const wordCharacter = /[\p{L}\p{N}_\u200c\u200d]/u;

function endOfWord(text: string, { at, refuse }: Place): number {
  const word = /^[\p{L}\p{N}\p{M}_$\u200c\u200d]*/u.exec(text.slice(at))![0];
  // A name can have dollars, and where it ends before them they are a quote.
  if (/\$.*\$/.test(word)) refuse("dollars within a name");
  return at + word.length;
}

/** Statements that change something, where one begins. */
const changes = new Set([
  "insert",
  "update",
  "delete",
  "merge",
  "replace",
  "truncate",
  "copy",
  "create",
  "drop",
  "call",
]);

const opening = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);
const closing = new Set(opening.values());

/** Returns what a name means, without quotes and in small letters; nothing for a sign. */
function nameOf(token: Token | undefined): string {
  if (token === undefined || token.kind === "sign") return "";
  return token.text.replaceAll(/["'`]/g, "").toLowerCase();
}

/** Looks at tokens in their order: brackets, the first word, and what would make more of them than one query. */
class Reader {
  private readonly open: string[] = [];
  private begun = false;
  private last: Token | undefined;

  constructor(
    private readonly lexis: SqlLexis,
    private readonly refuse: Refuse,
  ) {}

  take(token: Token): void {
    if (token.kind === "comment") return;
    if (token.kind === "word") this.takeWord(token);
    else if (token.kind === "quoted" && !this.begun) this.refuse("a statement that is no SELECT");
    else if (token.kind === "sign") this.takeSign(token);
    // The text is run by a shell of the cluster.
    else if (this.last?.text.toLowerCase() === "using") this.refuse("USING with a text, which runs a program");
    this.last = token;
  }

  end(): void {
    if (this.open.length > 0) this.refuse(`a bracket that is never closed, before ${this.open.at(-1)}`);
    if (!this.begun) this.refuse("no statement");
  }

  private takeWord({ text, after }: Token): void {
    const word = text.toLowerCase();
    if (!this.begun && word !== "select" && word !== "with") this.refuse("a statement that is no SELECT");
    if ((word === "into" || word === "overwrite") && this.last?.text !== ".") {
      this.refuse(`${text.toUpperCase()}, which writes a table`);
    }
    // A statement begins at the start of brackets, or behind the tables of WITH.
    const begins = this.last === undefined || this.last.text === "(" || this.last.text === ")";
    if (begins && changes.has(word) && /^\s+["`\p{L}]/u.test(after)) {
      this.refuse(`a statement that is no SELECT: ${text.toUpperCase()}`);
    }
    this.begun = true;
  }

  private takeSign({ text, before, after }: Token): void {
    const { refuse } = this;
    if (!this.begun && text !== "(") refuse("a statement that is no SELECT");
    if (text === "?" || (text === "@" && /^[@\w"`]/.test(after))) refuse("a parameter without a value");
    // A colon within a name is the path of a value, two are a cast.
    if (text === ":" && /^[\w"']/.test(after) && !/[\w"'`\])}:]/.test(before)) refuse("a parameter without a value");
    if (text === "\\") refuse("a backslash outside quotes");
    if (this.lexis.joins.some((join) => `${text}${after}`.startsWith(join))) {
      refuse("more than one statement: a sign that joins statements");
    }
    const called = text === "(" ? nameOf(this.last) : "";
    if (this.lexis.refused.includes(called)) refuse(`the function ${called}, which does more than read`);
    const end = opening.get(text);
    if (end !== undefined) this.open.push(end);
    if (closing.has(text) && this.open.pop() !== text) refuse(`a bracket that closes nothing: ${text}`);
  }
}
