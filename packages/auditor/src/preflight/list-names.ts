/** Returns the first `most` names (8 by default) in quotes, and how many more there are. */
export function listNames(names: readonly string[], { most = 8 }: { readonly most?: number } = {}): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return (
    names
      .slice(0, most)
      .map((name) => JSON.stringify(name))
      .join(", ") + more
  );
}
