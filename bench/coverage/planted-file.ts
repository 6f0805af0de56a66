import { Random, type OutcomeCounts } from "@evenodds/core";
import { drawPlanted, plantedHarms } from "./planted-harms.js";

/** Names of the files: 20,000 rows each. */
export const plantedFiles = ["everyClass", "oneOfFifty"] as const;

/** A file with a planted harm, as `evenodds audit --counts` reads it, and the counts in it. */
export interface PlantedFile {
  readonly outcomes: OutcomeCounts;
  /** Name of the harmed group. */
  readonly harmed: string;
  /** CSV with the columns `group`, `label`, `prediction` and `count`, a line for each that is not 0. */
  readonly csv: string;
}

/**
 * Returns the file of that name: "everyClass" is the harm of five groups and ten classes, where one group is 10 points
 * worse in every class; "oneOfFifty" that of 50 groups, of which one with 1,318 rows is at 0.765 instead of 0.85. The
 * same seed gives the same bytes.
 */
export function plantedFile(name: (typeof plantedFiles)[number], { seed }: { readonly seed: number }): PlantedFile {
  const { harmed, model } = plantedHarms[name];
  const outcomes = drawPlanted(Random.of(seed, `planted file ${name}`), model(20_000));
  const { groups, classes, counts } = outcomes;
  const lines = groups.flatMap((group, g) =>
    classes.flatMap((label, y) =>
      classes.flatMap((prediction, c) => {
        const count = counts[(g * classes.length + y) * classes.length + c]!;
        return count === 0 ? [] : [`${group},${label},${prediction},${count}`];
      }),
    ),
  );
  return { outcomes, harmed: groups[harmed]!, csv: ["group,label,prediction,count", ...lines, ""].join("\n") };
}
