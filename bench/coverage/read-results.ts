import type { Measured } from "./grid.js";

/** Titles of the sections about tests of dependence. */
export const evidenceTitles = {
  size: "Tests of any dependence",
  power: "Planted harms",
  peers: "Planted harms in other libraries",
} as const;

/**
 * Returns the figures of a file that `coverage.ts` printed: every setting, and the lines of other sections as they are.
 */
export function readResults(text: string): {
  readonly grid: Measured[];
  readonly clusters: string[];
  /** Null where the file was printed without them. */
  readonly evidence: { readonly size: string[]; readonly power: string[]; readonly peers: string[] } | null;
} {
  const section = (title: string) => {
    const [, after] = text.split(`## ${title}\n`);
    if (after === undefined) throw new Error(`the results have no section "${title}"`);
    return after.split("\n## ")[0]!.trim().split("\n");
  };
  const { size, power, peers } = evidenceTitles;
  const evidence = text.includes(`## ${size}\n`)
    ? { size: section(size), power: section(power), peers: section(peers) }
    : null;
  const grid = section("Every setting")
    .slice(2)
    .map((row): Measured => {
      const [groups, classes, n, rate, typeOne, tested, equal, different, trials] = row
        .split("|")
        .slice(1, 10)
        .map(Number) as [number, number, number, number, number, number, number, number, number];
      return {
        ...{ groups, classes, n, rate, tested, trials },
        rejected: Math.round(typeOne * tested),
        coveredEqual: Math.round(equal * trials),
        coveredDifferent: Math.round(different * trials),
      };
    });
  return { grid, clusters: section("Nodes that share a community"), evidence };
}
