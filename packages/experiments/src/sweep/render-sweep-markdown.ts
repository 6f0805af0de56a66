import { maximum } from "@evenodds/core";
import { escapeMarkdown } from "@evenodds/auditor";
import type { SweepSummary, SettingSummary } from "./sweep-summary.js";
import { figureText, optionTitle, pValueText, sampleText, settingTitle, valueText } from "./wording.js";
import { aboutLabels, findings, introduction, readingRules, ruleText } from "./sweep-texts.js";
import type { ErrorSums } from "@evenodds/trainer";
import { figuresOf, type SweepFigure } from "./sweep-figures.js";
import { markdownTable } from "markdown-table";

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

/** The section with outcomes pooled over all test appearances; nothing where there are no groups to compare. */
function pooledSection(summary: SweepSummary): string[] {
  return summary.task === "regression" ? errorSection(summary) : gapSection(summary);
}

function gapSection({ settings, varied }: SweepSummary): string[] {
  const first = settings.find(({ pooled }) => (pooled?.signedGaps.length ?? 0) > 0);
  if (first === undefined) return [];
  const gaps = first.pooled!.signedGaps;
  const head = gaps.map(({ label, of, against }) => escapeMarkdown(`y = ${label}: ${of.group} − ${against.group}`));
  const rows = settings.flatMap((one) =>
    one.pooled === null
      ? []
      : [
          [
            titleOf(one, varied),
            ...one.pooled.signedGaps.map(({ value, of, against }) =>
              value === null
                ? `undefined (${of.n} and ${against.n} nodes)`
                : `${figureText(value, { unit: "share" })} (${of.k}/${of.n} − ${against.k}/${against.n})`,
            ),
            String(one.pooled.appearances),
          ],
        ],
  );
  return [
    "## Pooled over all test appearances",
    "P(Ŷ=y | Y=y) of one group minus that of another, in percentage points, with the counts.",
    table(["setting", ...head, "appearances"], rows, 1),
  ];
}

function errorSection({ settings, varied }: SweepSummary): string[] {
  const known = settings.flatMap((one) => {
    const errors = one.pooled?.errors ?? null;
    return errors === null ? [] : [{ one, errors }];
  });
  const groups = known[0]?.errors.groups ?? [];
  if (groups.length === 0) return [];
  const rows = known.map(({ one, errors }) => [titleOf(one, varied), ...groups.map((_, g) => groupErrors(errors, g))]);
  return [
    "## Pooled over all test appearances",
    "Mean error, root mean squared error and number of nodes of each group, in the unit of the label.",
    table(["setting", ...groups.map((group) => escapeMarkdown(group))], rows, 1),
  ];
}

function groupErrors({ n, error, squared }: ErrorSums, g: number): string {
  const unit = { unit: "label" } as const;
  if (n[g] === 0) return "no node";
  return `${figureText(error[g]! / n[g]!, unit)}, ${figureText(Math.sqrt(squared[g]! / n[g]!), unit)}, n = ${n[g]}`;
}

function titleOf(one: SettingSummary, varied: readonly string[]): string {
  return `${one.number}: ${escapeMarkdown(settingTitle(one, varied))}`;
}

/**
 * Returns the figures of the tables. With two classes ΔEO and the equalized odds difference are one number, and one
 * column.
 */
function shownFigures({ task, settings }: Pick<SweepSummary, "task" | "settings">): readonly SweepFigure[] {
  const figures = figuresOf[task];
  const classes = settings.find(({ pooled }) => pooled?.counts !== undefined)?.pooled?.counts?.classes.length;
  if (classes !== 2) return figures;
  return figures
    .filter(({ name }) => name !== "equalizedOddsDifference")
    .map((figure) =>
      figure.name === "diagonalRecallGap"
        ? { ...figure, title: `${figure.title} = equalized odds difference` }
        : figure,
    );
}

/** Returns a table whose first `texts` columns are text, and whose others are numbers. */
function table(head: readonly string[], rows: readonly (readonly string[])[], texts: number): string {
  const align = head.map((_, i) => (i < texts ? "l" : "r"));
  return markdownTable([[...head], ...rows.map((row) => [...row])], { align, alignDelimiters: false });
}
