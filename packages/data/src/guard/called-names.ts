import { tokensOf } from "./check-select.js";
import type { SqlLexis } from "./sql-lexis.js";

/**
 * Returns every name in a text that stands before an opening bracket, as that of a function does, without quotes and in
 * lower case. The text must have passed `checkSelect`: texts and comments are told from names as there.
 */
export function calledNames(text: string, lexis: SqlLexis): Set<string> {
  const refuse = (found: string): never => {
    throw new TypeError(`a text that was not checked: ${found}`);
  };
  const names = new Set<string>();
  let last = "";
  for (const token of tokensOf(text, { lexis, refuse })) {
    if (token.kind === "comment") continue;
    if (token.text === "(" && last !== "") names.add(last);
    last = token.kind === "sign" ? "" : token.text.replaceAll(/["'`]/g, "").toLowerCase();
  }
  return names;
}
