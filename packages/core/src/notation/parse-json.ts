/** How deep lists and mappings of a JSON or YAML file may lie in each other. None of ours needs more than ten. */
export const deepestNesting = 100;

/** What is wrong with JSON that other readers take, in words for a message. */
export class JsonRefusal extends SyntaxError {}

/**
 * Returns what a JSON text of a user holds. Throws `SyntaxError` for text that is not JSON, and {@link JsonRefusal} for
 * lists and objects that lie more than {@link deepestNesting} deep in each other, since everything that reads the
 * result calls itself once a level, and for a key that an object has twice, of which only the last would count. Every
 * key becomes one of the object's own, `__proto__` too.
 */
export function parseJson(text: string): unknown {
  const written = writtenKeys(text);
  const value: unknown = JSON.parse(text);
  if (keptKeys(value) !== written) {
    throw new JsonRefusal(`the key ${JSON.stringify(repeatedKey(text))} twice in one object`);
  }
  return value;
}

/** Counts the keys of a text that is JSON, by the colons outside of its texts. Throws for nesting that is too deep. */
function writtenKeys(text: string): number {
  let [depth, keys] = [0, 0];
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (isText) {
      if (letter === backslash) at++;
      else if (letter === quote) isText = false;
    } else if (letter === quote) isText = true;
    else if (letter === colon) keys++;
    else if (letter === opening || letter === openingBrace) {
      if (++depth > deepestNesting) throw new JsonRefusal(`more than ${deepestNesting} levels of nesting`);
    } else if (letter === closing || letter === closingBrace) depth--;
  }
  return keys;
}

function keptKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let keys = Array.isArray(value) ? 0 : parts.length;
  for (const part of parts) keys += keptKeys(part);
  return keys;
}

/** Returns the first key that an object of a JSON text has a second time. */
function repeatedKey(text: string): string | undefined {
  const objects: Set<string>[] = [];
  let last = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === quote) {
      const start = at++;
      while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
      last = JSON.parse(text.slice(start, at + 1)) as string;
    } else if (letter === openingBrace) objects.push(new Set());
    else if (letter === closingBrace) objects.pop();
    else if (letter === colon) {
      const keys = objects.at(-1)!;
      if (keys.has(last)) return last;
      keys.add(last);
    }
  }
  return undefined;
}

const [quote, backslash, colon] = Array.from('"\\:', (letter) => letter.charCodeAt(0));
const [opening, closing, openingBrace, closingBrace] = Array.from("[]{}", (letter) => letter.charCodeAt(0));
