import { LargeMap } from "./large-map.js";

/** Returns the first texts that occur more than once, each once, at most `most`; any number of texts. */
export function repeatedTexts(texts: Iterable<string>, { most = 1 }: { readonly most?: number } = {}): string[] {
  const seen = new LargeMap<string, boolean>();
  const repeated: string[] = [];
  for (const text of texts) {
    const before = seen.get(text);
    if (before === false) {
      repeated.push(text);
      if (repeated.length === most) break;
    }
    if (before !== true) seen.set(text, before === false);
  }
  return repeated;
}
