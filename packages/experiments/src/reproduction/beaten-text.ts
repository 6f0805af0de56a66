import { compareSettings } from "../sweep/compare-settings.js";
import { figuresOf, type FigureName } from "../sweep/sweep-figures.js";
import { pValueText } from "../sweep/wording.js";
import { percent, signed } from "./markdown.js";
import type { TableRow } from "./table-rows.js";

/** A difference with a smaller p-value is called one. */
const clear = 0.05;

const judged = [
  { name: "accuracy", title: "accuracy" },
  { name: "balancedAccuracy", title: "balanced accuracy" },
] as const satisfies readonly { name: FigureName; title: string }[];

/**
 * Returns which methods are not clearly better than a simple classifier, in accuracy and in balanced accuracy: the mean
 * paired difference is not above 0, or could be chance (two-sided p of flipping signs at least 0.05). A paragraph per
 * simple classifier and figure.
 */
export function beatenText(rows: readonly TableRow[]): string {
  const methods = rows.filter(({ simple }) => !simple);
  return rows
    .filter(({ simple }) => simple)
    .flatMap((simple) =>
      judged.map(({ name, title }) => {
        const behind = methods.flatMap((method) => notAbove(method, { simple, name }));
        const subject = `**${simple.title}**, ${title} ${percent(simple.figures[name]!.mean)}`;
        return behind.length === 0
          ? `- ${subject}: every row is above it.`
          : `- ${subject}: **not clearly above it** ${behind.length === 1 ? "is" : "are"} ${behind.join(", ")}.`;
      }),
    )
    .join("\n");
}

function notAbove(
  method: TableRow,
  { simple, name }: { readonly simple: TableRow; readonly name: FigureName },
): string[] {
  const figures = figuresOf.classification.filter((figure) => figure.name === name);
  const versus = { setting: `${method.title} beside ${simple.title}`, runs: method.bySeed, baseline: simple.bySeed };
  const { mean, sem, pValue } = compareSettings(versus, figures)[name]!;
  if (mean === null || (mean > 0 && pValue !== null && pValue < clear)) return [];
  return [`${method.title} (${signed(100 * mean)} ± ${percent(sem)}, p ${pValue === null ? "–" : pValueText(pValue)})`];
}
