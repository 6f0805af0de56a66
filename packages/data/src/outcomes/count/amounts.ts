import type { GroupableTable } from "../source/groupable-table.js";
import type { WantedColumns } from "../source/wanted-columns.js";
import { largestAmount, powerAbove, weightSums, type Measures } from "./measures.js";

/**
 * Returns what is summed besides rows: weights and their squares, where there is a weight column. Throws InputError for
 * weights and counts that are missing, negative or not numbers.
 */
export async function amountMeasures(table: GroupableTable, wanted: WantedColumns): Promise<Measures> {
  const check = async (index: number | undefined, whole: boolean) => {
    if (index === undefined) return undefined;
    const column = table.at[index]!;
    const { argument, column: name } = wanted.columns[index]!;
    const largest = await largestAmount(table, { column, argument: `${argument} ${JSON.stringify(name)}`, whole });
    return { column, largest };
  };
  const count = await check(wanted.count, true);
  const weight = await check(wanted.weight, false);
  const sums = weight && weightSums(table, { column: weight.column, scale: powerAbove(weight.largest) });
  return { count: count?.column, sums: sums ?? [] };
}
