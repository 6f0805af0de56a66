import type { DuckDBConnection } from "@duckdb/node-api";
import { cutStatement } from "./cut-statement.js";

/** Where a text of a user is put in SQL. */
export interface TextPlace {
  /** SQL of which the text is one whole part, and that holds nothing else. */
  readonly alone: (text: string) => string;
  /** SQL in which the text is in brackets. */
  readonly framed: (text: string) => string;
  /** An ordinary text. */
  readonly example: string;
  /** The part of {@link alone} that is the text's own, in what the parser says of it. */
  readonly partOf: (parsed: ParsedSql) => unknown;
}

/** What DuckDB's parser says of SELECTs. */
export interface ParsedSql {
  readonly statements: readonly { readonly node: { readonly select_list?: readonly unknown[] } }[];
}

/** A node of the syntax tree, as far as it is looked at. */
export type SyntaxNode = Readonly<Record<string, unknown>>;

/** A text of a user as it may be put into its place, and all nodes of its syntax tree. */
export interface ReadText {
  readonly text: string;
  readonly nodes: readonly SyntaxNode[];
}

/** Why a text of a user is not taken. */
export class RefusedText extends Error {}

/**
 * Returns a text of a user, without the semicolon that may end it, once DuckDB's own parser has shown that in its place
 * it is the same whole that it is by itself: the tree of {@link TextPlace.framed} is that of the example, with the tree
 * of the text instead of the example's. Nothing is run. Throws {@link RefusedText} for everything else: statements
 * other than SELECT, more than one, brackets, quotes and comments that reach out of the text, parameters.
 */
export async function readText(connection: DuckDBConnection, given: string, place: TextPlace): Promise<ReadText> {
  // Where SQL is handed over a NUL ends it, so that what follows would not be parsed.
  if (given.includes("\0")) throw new RefusedText("a NUL character");
  const text = cutStatement(given).statement;
  const whole = await parse(connection, place.alone(given));
  const framed = await parse(connection, place.framed(text));
  const frame = await parse(connection, place.framed(place.example));
  const alone = await parse(connection, place.alone(place.example));
  const example = JSON.stringify(place.partOf(JSON.parse(alone) as ParsedSql));
  const [start, end] = alone.split(example) as [string, string];
  const part = whole.slice(start.length, whole.length - end.length);
  const parts = whole.startsWith(start) && whole.endsWith(end) ? listOf(part) : [];
  const nodes = nodesOf(JSON.parse(whole));
  if (nodes.some((node) => node.class === "PARAMETER")) throw new RefusedText("a parameter without a value");
  if (parts.length !== 1 || framed !== frame.replace(example, () => part)) {
    throw new RefusedText("a text that is something else in brackets than by itself");
  }
  return { text, nodes };
}

/** Returns the syntax tree as JSON, without the positions of its parts. */
async function parse(connection: DuckDBConnection, sql: string): Promise<string> {
  const read = await connection.runAndReadAll("SELECT system.main.json_serialize_sql($1::VARCHAR)", [sql]);
  // The parser writes numbers that JSON does not have.
  const json = String(read.getRows()[0]![0])
    .replace(/"query_location":\d+/g, '"query_location":0')
    .replace(/"value":(-?Infinity|-?NaN)/g, '"value":"$1"');
  const { error, error_type, error_message, statements } = JSON.parse(json) as Serialized;
  const several = cutStatement(sql).rest.trim() === "" ? "" : "more than one statement: ";
  if (error && error_type === "not implemented") {
    throw new RefusedText(`${several}${several === "" ? "a statement that is no SELECT" : "not all are SELECT"}`);
  }
  if (error) throw new RefusedText(`${several}${error_message}`);
  if (statements.length === 0) throw new RefusedText("no statement");
  if (statements.length > 1) throw new RefusedText(`more than one statement: ${statements.length}`);
  return json;
}

interface Serialized extends ParsedSql {
  readonly error: boolean;
  readonly error_type: string;
  readonly error_message: string;
}

function listOf(items: string): unknown[] {
  try {
    return JSON.parse(`[${items}]`) as unknown[];
  } catch {
    return [];
  }
}

/** All objects in a value, however deep. */
function nodesOf(root: unknown): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) nodes.push(value as SyntaxNode);
    for (const child of Object.values(value)) left.push(child);
  }
  return nodes;
}
