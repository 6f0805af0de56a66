/** How deep lists and mappings of a JSON or YAML file may lie in each other. None of ours needs more than ten. */
export const deepestNesting = 100;

/**
 * Returns what a JSON text of a user holds. Throws `SyntaxError` for text that is not JSON, and for lists and objects that lie
 * more than {@link deepestNesting} deep in each other: everything that reads the result calls itself once a level. Every key
 * becomes one of the object's own, `__proto__` too.
 */
export function parseJson(text: string): unknown {
  if (isNestedDeeper(text, deepestNesting)) throw new SyntaxError(`more than ${deepestNesting} levels of nesting`);
  return JSON.parse(text);
}

/** Whether brackets outside of texts are open more than `limit` deep at any place. */
function isNestedDeeper(text: string, limit: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (isText) {
      if (letter === backslash) at++;
      else if (letter === quote) isText = false;
    } else if (letter === quote) isText = true;
    else if (letter === opening || letter === openingBrace) {
      if (++depth > limit) return true;
    } else if (letter === closing || letter === closingBrace) depth--;
  }
  return false;
}

const [quote, backslash] = ['"'.charCodeAt(0), "\\".charCodeAt(0)];
const [opening, closing, openingBrace, closingBrace] = Array.from("[]{}", (letter) => letter.charCodeAt(0));
