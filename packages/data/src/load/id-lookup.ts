import { canonicalId, LargeMap } from "@evenodds/core";

/** How ids that another file writes are found among those of nodes. */
export interface IdLookup {
  /** Whether a node has exactly this id. */
  readonly has: (id: string) => boolean;
  /** Returns the ids that a text may mean, which has no outer blanks: the same text alone, or all of the same key. */
  readonly find: (text: string) => readonly string[];
}

/**
 * Returns the lookup of ids: a text means the id that is the same text, else those with the same key, by default core's
 * `canonicalId`, because one file may write `1` and another `1.0`. With `exactFirst` false the key alone counts.
 */
export function idLookup(
  ids: Iterable<string>,
  {
    keyOf = canonicalId,
    exactFirst = true,
  }: { readonly keyOf?: ((id: string) => string) | undefined; readonly exactFirst?: boolean | undefined } = {},
): IdLookup {
  const known = new LargeMap<string, true>();
  for (const id of ids) known.set(id, true);
  let named: LargeMap<string, string[]> | undefined;
  return {
    has: (id) => known.has(id),
    find: (text) => {
      if (exactFirst && known.has(text)) return [text];
      named ??= namesByKey(known, keyOf);
      const key = keyOf(text);
      return [...(named.get(key) ?? []), ...(known.has(key) && keyOf(key) === key ? [key] : [])];
    },
  };
}

/** The ids that are not their own key, by their key. */
function namesByKey(known: LargeMap<string, true>, keyOf: (id: string) => string): LargeMap<string, string[]> {
  const named = new LargeMap<string, string[]>();
  for (const [id] of known) {
    const key = keyOf(id);
    if (key === id) continue;
    const same = named.get(key);
    if (same === undefined) named.set(key, [id]);
    else same.push(id);
  }
  return named;
}
