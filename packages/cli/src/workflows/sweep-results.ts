import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically, writeTable } from "@evenodds/data";
import { paretoChart, renderSweepMarkdown, sweepTable, type SweepSummary } from "@evenodds/experiments";
import type { SweepRecord } from "@evenodds/trainer";

const chartFile = "pareto.svg";

/** Writes `runs.parquet`, `runs.csv`, `summary.json`, `summary.md` and `pareto.svg` into the folder of a sweep. */
export async function writeSweepResults(
  folder: string,
  {
    records,
    summary,
    csvSafe,
  }: { readonly records: readonly SweepRecord[]; readonly summary: SweepSummary; readonly csvSafe: boolean },
): Promise<void> {
  const table = sweepTable(records);
  for (const format of ["parquet", "csv"] as const) {
    await writeFileAtomically(join(folder, `runs.${format}`), (beside) =>
      writeTable(beside, { ...table, format, csvSafe }),
    );
  }
  const texts = {
    "summary.json": JSON.stringify(summary, null, 2) + "\n",
    [chartFile]: paretoChart(summary),
    "summary.md": renderSweepMarkdown(summary, { chart: chartFile }),
  };
  for (const [name, content] of Object.entries(texts)) {
    await writeFileAtomically(join(folder, name), (beside) => writeFile(beside, content));
  }
}
