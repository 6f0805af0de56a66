import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  Lexer,
  parseDocument,
  Parser,
  type Document,
  type DocumentOptions,
  type Node,
  type ParseOptions,
  type SchemaOptions,
} from "yaml";
import { deepestNesting } from "./parse-json.js";

/** Letters of the largest card that is read: several hundred thousand names. */
const longestText = 2 ** 24;

/** How many nodes aliases may add to those that are written. */
const mostRepeated = 100_000;

/** The tags of YAML's core schema, whose values JSON has too. */
const plainTags = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`),
);

/**
 * Returns a YAML 1.2 text of a user as one document without errors, whose `toJS({ maxAliasCount: -1 })` is finite and
 * at most {@link deepestNesting} deep. Throws `SyntaxError` with a reason in one line, and line and column where YAML's
 * own parser knows them, for text that is not YAML, repeated keys, keys that are not a single value, tags that only
 * some programs know, several documents, YAML 1.1, too deep nesting, an alias within what it stands for, and aliases
 * that repeat more than 100,000 nodes.
 */
export function parseYaml(text: string, options: ParseOptions & DocumentOptions & SchemaOptions = {}): Document {
  if (text.length > longestText) throw new SyntaxError(`${text.length} characters, more than ${longestText}`);
  checkNesting(text);
  const document: Document = parseDocument(text, options);
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw new SyntaxError(problem.message.split("\n")[0]!.replace(/:$/, ""));
  const version = document.directives?.yaml.version;
  if (version !== undefined && version !== "1.2") throw new SyntaxError(`%YAML ${version}, not 1.2`);
  if (document.contents !== null) new Expansion(document).check(document.contents);
  return document;
}

/**
 * YAML's parser calls itself once a level, and ends the whole process where the stack is full; its first stage does
 * not.
 */
function checkNesting(text: string): void {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) void token;
    // The document and the value stand on the stack too.
    if (parser.stack.length > deepestNesting + 2) throw tooDeep();
  }
}

function tooDeep(): SyntaxError {
  return new SyntaxError(`more than ${deepestNesting} levels of nesting`);
}

/** What a document becomes where every alias is replaced by what it stands for. */
class Expansion {
  /** Nodes and levels under a collection with an anchor, once known; null while it is looked at. */
  private readonly known = new Map<Node, { readonly nodes: number; readonly levels: number } | null>();
  private written = 0;

  constructor(private readonly document: Document) {}

  /** Throws unless the expansion is finite and small. */
  check(contents: Node): void {
    const { nodes, levels } = this.measure(contents);
    if (levels > deepestNesting) throw tooDeep();
    if (nodes - this.written > mostRepeated)
      throw new SyntaxError(`aliases that repeat more than ${mostRepeated} values`);
  }

  private measure(node: unknown): { readonly nodes: number; readonly levels: number } {
    if (isAlias(node)) {
      const target = node.resolve(this.document);
      // Looked at where it is written: an alias can only follow it, or lie in it.
      if (target === undefined) throw new SyntaxError(`the alias *${node.source} without what it stands for before it`);
      const size = this.known.get(target);
      if (size === undefined || size === null)
        throw new SyntaxError(`the alias *${node.source} within what it stands for`);
      return size;
    }
    this.written++;
    if (isNode(node) && node.tag !== undefined && !plainTags.has(node.tag))
      throw new SyntaxError(`the tag ${node.tag}`);
    if (!isCollection(node)) {
      const size = { nodes: 1, levels: 0 };
      if (isScalar(node) && node.anchor !== undefined) this.known.set(node, size);
      return size;
    }
    if (node.anchor !== undefined) this.known.set(node, null);
    let [nodes, levels] = [1, 0];
    for (const item of node.items as readonly unknown[]) {
      if (isMap(node) && isPair(item) && !isScalar(item.key) && !isAlias(item.key)) {
        throw new SyntaxError("a key that is a list or a mapping");
      }
      for (const part of isPair(item) ? [item.key, item.value] : [item]) {
        const size = this.measure(part);
        nodes += size.nodes;
        levels = Math.max(levels, size.levels);
      }
    }
    const size = { nodes, levels: levels + 1 };
    if (node.anchor !== undefined) this.known.set(node, size);
    return size;
  }
}
