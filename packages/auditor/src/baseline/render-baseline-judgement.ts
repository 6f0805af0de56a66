import { displayText } from "../render/display-text.js";
import { formatPValue, formatRate } from "../render/numbers.js";
import { plainPalette, type Palette } from "../render/palette.js";
import { wrapText } from "../render/text-layout.js";
import { verdictWords } from "../render/verdict-text.js";
import type { BaselineJudgement, HeldAttribute } from "./judge-baseline.js";

/**
 * Returns a judgement as text for a terminal: the verdict, what has become of every gap, and each group that is worse.
 * Ends with a line break.
 */
export function renderBaselineJudgement(
  { verdict, attributes }: BaselineJudgement,
  { width = 100, palette = plainPalette }: { readonly width?: number; readonly palette?: Palette } = {},
): string {
  const colour = { pass: palette.good, violated: palette.bad, inconclusive: palette.unsure }[verdict];
  const told = {
    pass: "No gap and no group is worse than in the baseline by more than chance explains.",
    violated: "Worse than the baseline, by more than chance explains.",
    inconclusive: "Whether a gap is worse than in the baseline cannot be said. This is not a pass.",
  }[verdict];
  const lines = attributes.flatMap((attribute) =>
    judgementSentences(attribute).flatMap((text) => wrapText(displayText(text), { width, hang: "  " })),
  );
  return [`${palette.strong(colour(verdictWords[verdict]))}  ${told}`, ...lines, ""].join("\n");
}

/** Returns what is said of one attribute: its gap, then each group that is worse. Raw text. */
export function judgementSentences({ name, gap, cells }: HeldAttribute): string[] {
  const { baseline, now, lower, reason } = gap;
  const change =
    baseline === null || now === null
      ? `${name}: the gap cannot be compared, because ${reason}.`
      : `${name}: equalized odds difference ${formatRate(now)}, ${formatRate(baseline)} in the baseline` +
        (gap.verdict === "violated"
          ? `; it has grown by at least ${formatRate(lower)}.`
          : gap.verdict === "pass"
            ? "; not worse beyond chance."
            : `; no interval, because ${reason}.`);
  const worse = cells
    .filter((cell) => cell.verdict === "violated")
    .map(
      ({ group, label, baseline: before, now: after, adjustedPValue }) =>
        `${name} ${group} with true label ${label}: right ${after.right}/${after.n}, ${before.right}/${before.n} in the ` +
        `baseline (adjusted p ${formatPValue(adjustedPValue)}); worse.`,
    );
  return [change, ...worse];
}
