import { JsonRefusal, parseJson } from "@evenodds/core";

/** Returns what a JSON text of a user holds. For any other text, `refuse` is called with what was found, and throws. */
export function jsonValue(text: string, refuse: (found: string) => never): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse(error instanceof JsonRefusal ? error.message : "text that is not JSON");
  }
}
