import { figuresOf, settingTitle, sampleText, type SweepSummary } from "@evenodds/experiments";
import Table from "cli-table3";

/**
 * Returns the settings of a sweep as a table for a terminal: a line each, ● where it was chosen on the validation
 * nodes.
 */
export function sweepResultTable({ settings, varied, task }: SweepSummary): string {
  const names: readonly string[] = [
    "accuracy",
    "diagonalRecallGap",
    "demographicParityDifference",
    "rootMeanSquaredError",
    "meanErrorGap",
  ];
  const figures = figuresOf[task].filter(({ name }) => names.includes(name));
  const table = new Table({
    head: ["", "setting", ...figures.map(({ title, unit }) => (unit === "share" ? `${title}, %` : title)), "runs"],
    style: { head: [], border: [], compact: true },
    colAligns: ["left", "left", ...figures.map(() => "right" as const), "right"],
  });
  for (const one of settings) {
    const cells = figures.map((figure) => sampleText(one.figures[figure.name], figure));
    table.push([one.selected ? "●" : "", settingTitle(one, varied), ...cells, String(one.finished)]);
  }
  return `${table.toString()}\n● chosen on the validation nodes; figures are of the test nodes, mean ± standard error (deviation)\n`;
}
