import { escapeMarkdown } from "@evenodds/auditor";
import type { ErrorSums } from "@evenodds/trainer";
import { table } from "./markdown-table.js";
import type { SettingSummary, SweepSummary } from "./sweep-summary.js";
import { figureText, settingTitle } from "./wording.js";

/** The section with outcomes pooled over all test appearances; nothing where there are no groups to compare. */
export function pooledSection(summary: SweepSummary): string[] {
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
