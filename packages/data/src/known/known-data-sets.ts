import { UsageError, suggest } from "@evenodds/core";
import { bail } from "./bail.js";
import { credit } from "./credit.js";
import { dblp } from "./dblp.js";
import { german } from "./german.js";
import { income } from "./income.js";
import { nba } from "./nba.js";
import { pokec } from "./pokec.js";
import type { KnownDataSet } from "./known-data-set.js";

/** Every data set whose original files evenodds recognises. */
export const knownDataSets: readonly KnownDataSet[] = [nba, german, bail, ...pokec, income, credit, dblp];

/** Returns the data set of a name. Throws {@link UsageError} with near matches for another one. */
export function knownDataSet(name: string): KnownDataSet {
  const found = knownDataSets.find((known) => known.name === name);
  if (found !== undefined) return found;
  const names = knownDataSets.map((known) => known.name);
  throw new UsageError({
    argument: "data set",
    expected: "one that evenodds knows",
    found: JSON.stringify(name),
    hint: suggest(name, names),
  });
}
