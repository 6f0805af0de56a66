import { maximum } from "@evenodds/core";
import { escapeMarkdown } from "@evenodds/auditor";
import { table } from "./markdown-table.js";
import { pooledSection } from "./pooled-section.js";
import { shownFigures } from "./shown-figures.js";
import type { SweepSummary } from "./sweep-summary.js";
import { figureText, optionTitle, pValueText, sampleText, settingTitle, valueText } from "./wording.js";
import { aboutLabels, findings, introduction, readingRules, ruleText } from "./sweep-texts.js";

/**
 * Returns a summary as GitHub Markdown: what was run, a table of all settings, the choice on the validation nodes,
 * differences from the baseline, pooled outcomes, and how to read all of it. `chart` is the path or address of the
 * chart of `paretoChart`; without it there is no image. `title` is the page's; by default it names the graph.
 */
export function renderSweepMarkdown(
  summary: SweepSummary,
  {
    chart,
    title = `Sweep on ${summary.graph.name}`,
  }: { readonly chart?: string | undefined; readonly title?: string | undefined } = {},
): string {
  const blocks = [
    `# ${escapeMarkdown(title)}`,
    introduction(summary),
    aboutLabels(summary),
    fixedOptions(summary),
    ...failures(summary),
    ...warnings(summary),
    "## Settings",
    unitText(summary),
    settingTable(summary),
    ...(chart === undefined ? [] : [`![Every setting by its two main figures](${chart})`]),
    "## Chosen on the validation nodes",
    ruleText(summary),
    selectionTable(summary),
    ...comparison(summary),
    ...pooledSection(summary),
    "## How to read it",
    [...findings(summary), ...readingRules(summary)].map((rule) => `- ${rule}`).join("\n"),
  ];
  return blocks.join("\n\n") + "\n";
}

function unitText({ task, seeds }: SweepSummary): string {
  const unit = task === "classification" ? "Percent, but for epochs. " : "In the unit of the label. ";
  return `${unit}Mean ± standard error of the mean (standard deviation) over ${seeds.length === 1 ? "one seed" : `${seeds.length} seeds`}, on the test nodes.`;
}

function settingTable(summary: SweepSummary): string {
  const { varied, settings } = summary;
  const figures = shownFigures(summary);
  const rows = settings.map(({ number, values, figures: own, finished, selected }) => {
    const known = new Map(Object.entries(values));
    return [
      `${number}${selected ? " ●" : ""}`,
      ...varied.map((name) => escapeMarkdown(valueText(known.get(name)))),
      ...figures.map((figure) => sampleText(own[figure.name], figure)),
      String(finished),
    ];
  });
  const head = ["#", ...varied.map(optionTitle), ...figures.map(({ title }) => title), "runs"];
  return table(head, rows, 1 + varied.length);
}

function selectionTable(summary: SweepSummary): string {
  const { selection, settings, varied, task } = summary;
  const figures = shownFigures(summary).filter(({ compared }) => compared);
  const rows = selection.perMethod.map(({ method, setting, score, candidates, reason }) => {
    const chosen = settings.find((one) => one.setting === setting);
    if (chosen === undefined) return [method, `none: ${reason}`, String(candidates), "", ...figures.map(() => "")];
    return [
      method,
      `${chosen.number}: ${escapeMarkdown(settingTitle(chosen, varied))}`,
      String(candidates),
      selection.rule === "task-loss" || task === "regression"
        ? score!.toPrecision(4).replace("-", "−")
        : figureText(score, { unit: "share" }),
      ...figures.map((figure) => sampleText(chosen.figures[figure.name], figure)),
    ];
  });
  return table(
    ["method", "setting", "of", "validation score", ...figures.map(({ title }) => `test ${title}`)],
    rows,
    2,
  );
}

function comparison(summary: SweepSummary): string[] {
  const { settings, varied, baseline } = summary;
  if (baseline === null) return [];
  const name = Object.entries(baseline)
    .map(([option, value]) => `${optionTitle(option)} ${value}`)
    .join(", ");
  const figures = shownFigures(summary).filter(({ compared }) => compared);
  const rows = settings.flatMap((one) => {
    if (one.comparison === null) return [];
    const { differences, baseline: key } = one.comparison;
    const other = settings.find(({ setting }) => setting === key)!;
    const cells = figures.map((figure) => {
      const difference = differences[figure.name];
      if (difference === undefined || difference.mean === null) return "undefined";
      const { mean, sem, pValue } = difference;
      const error = sem === null ? "" : ` ± ${figureText(sem, figure)}`;
      return `${figureText(mean, figure)}${error}, p ${pValueText(pValue)}`;
    });
    const n = maximum(figures.map((figure) => differences[figure.name]?.n ?? 0));
    return [[`${one.number}: ${escapeMarkdown(settingTitle(one, varied))}`, String(other.number), ...cells, String(n)]];
  });
  const title = `## Differences from the baseline (${escapeMarkdown(name)})`;
  if (rows.length === 0) return [title, "No setting has exactly one baseline to be compared with."];
  return [
    title,
    "Setting minus baseline, paired by seed: both have the same split, initial weights and draws. Mean ± standard error of the " +
      "mean, two-sided p by flipping signs, not corrected for the number of comparisons; n is the number of pairs.",
    table(["setting", "minus #", ...figures.map((figure) => figure.title), "n"], rows, 1),
  ];
}

function fixedOptions({ fixed }: SweepSummary): string {
  const texts = Object.entries(fixed)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `\`${optionTitle(name)} ${valueText(value)}\``);
  return `The same in all settings: ${texts.join(", ")}.`;
}

function failures({ failures: failed, runs }: SweepSummary): string[] {
  if (failed.length === 0) return [];
  const rows = failed.map(({ key, message }) => [`\`${key}\``, escapeMarkdown(message)]);
  return [
    "## Failed runs",
    `${runs.failed} of ${runs.failed + runs.finished} runs gave no model. The figures of their settings are over the other seeds, ` +
      "and those settings are not chosen.",
    table(["run", "message"], rows, 2),
  ];
}

function warnings({ warnings: list }: SweepSummary): string[] {
  if (list.length === 0) return [];
  return [list.map(({ message, runs }) => `- ${escapeMarkdown(message)} (${runs} runs)`).join("\n")];
}
