import type { Measured } from "./grid.js";

/**
 * Returns the figures of a file that `coverage.ts` printed: every setting, and the lines about clusters as they are.
 */
export function readResults(text: string): { readonly grid: Measured[]; readonly clusters: string[] } {
  const section = (title: string) => {
    const [, after] = text.split(`## ${title}\n`);
    if (after === undefined) throw new Error(`the results have no section "${title}"`);
    return after.split("\n## ")[0]!.trim().split("\n");
  };
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
  return { grid, clusters: section("Nodes that share a community") };
}
