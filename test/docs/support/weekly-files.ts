import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** How many of 50 rows are predicted right, by sex and label; every week of the page about monitors is alike. */
const right = { F: [40, 25], M: [40, 41] } as const;

/** Writes what readers of the page about monitors have: tables of weeks, and one week in two parts. */
export function writeWeeklyFiles(folder: string): void {
  const columns = ["id", "y", "yhat", "sex"];
  const write = (name: string, rows: readonly (readonly string[])[], kept: readonly number[]) =>
    writeFileSync(
      join(folder, name),
      [columns, ...rows].map((row) => kept.map((c) => row[c]!).join(",") + "\n").join(""),
    );
  for (const week of [1, 2, 3, 4, 5]) write(`week-${week}.csv`, weekOf(week), [0, 1, 2, 3]);
  const late = weekOf(6);
  write("predictions-6.csv", late, [0, 2, 3]);
  // The labels of the last fifth are still to come.
  write("labels-6.csv", late.slice(0, 160), [0, 1]);
}

function weekOf(week: number): string[][] {
  const rows: string[][] = [];
  for (const [sex, hits] of Object.entries(right)) {
    for (const y of [0, 1] as const) {
      for (let i = 0; i < 50; i++)
        rows.push([`${week}-${rows.length}`, String(y), String(i < hits[y] ? y : 1 - y), sex]);
    }
  }
  return rows;
}
