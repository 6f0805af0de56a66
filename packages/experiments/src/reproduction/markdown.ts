import { markdownTable } from "markdown-table";
import { figuresOf, type FigureName } from "../sweep/sweep-figures.js";
import { pValueText } from "../sweep/wording.js";
import { paperFigures, type Reference } from "./reference.js";
import type { TableRow } from "./table-rows.js";

const shown = figuresOf.classification;

/** Joins the parts of a page with blank lines. */
export function page(...parts: readonly (string | readonly string[])[]): string {
  return parts.flat().join("\n\n") + "\n";
}

/** A table whose columns but the first are aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const align = head.map((_, i) => (i === 0 ? "l" : "r"));
  return markdownTable([[...head], ...rows.map((row) => [...row])], { align });
}

/** Every figure of every row, `mean ± SEM (SD)` in percent. */
export function resultTable(rows: readonly TableRow[]): string {
  return table(
    ["", ...shown.map(({ title, unit }) => (unit === "share" ? title : `${title} (mean)`)), "splits"],
    rows.map(({ title, figures, failed }) => [
      title,
      ...shown.map(({ name, unit }) => {
        const { mean, sem, sd } = figures[name]!;
        if (unit !== "share") return mean === null ? "–" : mean.toFixed(0);
        return `${percent(mean)} ± ${percent(sem)} (${percent(sd)})`;
      }),
      `${figures.accuracy!.n}${failed > 0 ? ` (${failed} failed)` : ""}`,
    ]),
  );
}

/**
 * Every row beside somebody else's figures: `ours / theirs (difference in SEMs)`, where the SEM is that of the
 * difference of two independent means; of one mean where the other gives none.
 */
export function referenceTable(rows: readonly TableRow[], whose: "paper" | "rerun"): string {
  const known = rows.filter((row) => row[whose] !== null);
  return table(
    ["", ...paperFigures.map((name) => shown.find((figure) => figure.name === name)!.title)],
    known.map((row) => [
      row.title,
      ...paperFigures.map((name) => besideReference(row, { name, reference: row[whose]![name] })),
    ]),
  );
}

function besideReference(
  { figures }: TableRow,
  { name, reference }: { readonly name: FigureName; readonly reference: Reference | undefined },
): string {
  const { mean, sem } = figures[name]!;
  if (mean === null || reference === undefined) return "–";
  const distance = semDistance({ mean: 100 * mean, sem: sem === null ? null : 100 * sem }, reference);
  const theirs = reference.mean.toFixed(1) + (reference.sem === null ? "" : ` ± ${reference.sem.toFixed(1)}`);
  return `${percent(mean)} ± ${percent(sem)} / ${theirs} (${distance === null ? "–" : signed(distance)})`;
}

/** `(a − b) / √(SEM_a² + SEM_b²)`; null without any SEM above 0. */
export function semDistance(a: { mean: number; sem: number | null }, b: Reference): number | null {
  const sem = Math.hypot(a.sem ?? 0, b.sem ?? 0);
  return sem > 0 ? (a.mean - b.mean) / sem : null;
}

/** Every row minus the first, paired by split, in points of percent with SEM, and the p-value of flipping signs. */
export function differenceTable(rows: readonly TableRow[]): string {
  const compared = shown.filter((figure) => figure.compared);
  return table(
    ["", ...compared.map(({ title }) => title)],
    rows.flatMap(({ title, differences }) =>
      differences === null
        ? []
        : [
            [
              title,
              ...compared.map(({ name }) => {
                const { mean, sem, pValue } = differences[name]!;
                if (mean === null) return "–";
                return `${signed(100 * mean)} ± ${percent(sem)} (p ${pValue === null ? "–" : pValueText(pValue)})`;
              }),
            ],
          ],
    ),
  );
}

/** Signed gaps of the right answers, pooled over all test appearances, with the counts behind them. */
export function pooledTable(rows: readonly TableRow[]): string {
  const [{ signedGaps }] = rows as [TableRow];
  return table(
    ["", ...signedGaps.map(({ label, of, against }) => `label ${label}: ${of.group} − ${against.group}`)],
    rows.map((row) => [
      row.title,
      ...row.signedGaps.map(({ value, of, against }) =>
        value === null ? "–" : `${signed(100 * value)} (${of.k}/${of.n} − ${against.k}/${against.n})`,
      ),
    ]),
  );
}

/** A share as percent with one decimal; a dash for none. */
export function percent(value: number | null): string {
  return value === null ? "–" : (100 * value).toFixed(1);
}

/** A number with its sign, a real minus, and one decimal. */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(1);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}
