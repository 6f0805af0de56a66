/**
 * A value that a literal of JSON or Python stands for. Mappings are lists of pairs, so that no key has a meaning of its
 * own.
 */
export type Literal = string | number | readonly Literal[] | LiteralMapping;

export interface LiteralMapping {
  readonly pairs: readonly (readonly [key: string, value: Literal])[];
}

/** Marks, quoted texts, and runs of anything else. */
const tokens = /\s*(?:([[\](){},:])|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([^\s[\](){},:"']+))/gsuy;

/** How deep lists may lie in each other. */
const deepest = 20;

type Token = { readonly mark: string } | { readonly value: string | number };

/**
 * Returns what a list, tuple or mapping written in JSON or as Python prints it (`['a', 'b']`, `{0: 'low'}`) stands for;
 * null for any other text. True, False, None and other words are texts.
 */
export function parseLiteral(text: string): Literal | null {
  const trimmed = text.trim();
  if (!/^[[({]/.test(trimmed)) return null;
  const read = tokenize(trimmed);
  if (read === null) return null;
  let at = 0;
  const markAt = () => (at < read.length && "mark" in read[at]! ? (read[at] as { mark: string }).mark : null);
  const take = (mark: string) => markAt() === mark && at++ >= 0;

  const parseValue = (depth: number): Literal | null => {
    if (depth > deepest) return null;
    if (take("[")) return parseItems("]", depth);
    if (take("(")) return parseItems(")", depth);
    if (take("{")) return parsePairs(depth);
    const token = read[at++];
    return token !== undefined && "value" in token ? token.value : null;
  };
  const parseItems = (end: string, depth: number): Literal | null => {
    const items: Literal[] = [];
    while (!take(end)) {
      const item = parseValue(depth + 1);
      if (item === null || (!take(",") && markAt() !== end)) return null;
      items.push(item);
    }
    return items;
  };
  const parsePairs = (depth: number): Literal | null => {
    const pairs: [string, Literal][] = [];
    while (!take("}")) {
      const key = parseValue(depth + 1);
      if ((typeof key !== "string" && typeof key !== "number") || !take(":")) return null;
      const value = parseValue(depth + 1);
      if (value === null || (!take(",") && markAt() !== "}")) return null;
      pairs.push([String(key), value]);
    }
    return { pairs };
  };
  const found = parseValue(0);
  return at === read.length ? found : null;
}

function tokenize(text: string): Token[] | null {
  const found: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const [whole, mark, quoted, word] = match;
    if (mark !== undefined) found.push({ mark });
    else if (quoted !== undefined) found.push({ value: unquote(quoted) });
    else found.push({ value: /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word!) ? Number(word) : word! });
    end = match.index + whole.length;
  }
  return text.slice(end).trim() === "" ? found : null;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
]);

function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/gis, (_, x?: string, u?: string, letter?: string) => {
      const hex = x ?? u;
      return hex === undefined ? (escapes.get(letter!) ?? letter!) : String.fromCharCode(parseInt(hex, 16));
    });
}
