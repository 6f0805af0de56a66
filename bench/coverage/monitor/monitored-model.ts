import type { OutcomeCounts, Random } from "@evenodds/core";
import { drawMultinomial } from "../draw-multinomial.js";

/** What is simulated: a model that is right in 80 % of the rows, but for one group with one label. */
export interface MonitorSetting {
  readonly groups: number;
  readonly classes: number;
  /** Rows of a batch. */
  readonly rows: number;
  /** By how much less often rows of group 1 with label 0 are predicted right: the largest gap of the model. */
  readonly gap: number;
  /** Sizes of groups: 1, 1/2, 1/3, … or all alike. */
  readonly shares: "skewed" | "even";
  /**
   * `rates`: rates, and shares of labels, which differ between groups, wander from batch to batch, the gap stays.
   * `empty`: the last group has no row with label 0, and the one before it has rows in one batch of five only.
   */
  readonly trouble: "none" | "rates" | "empty";
}

/** Draws the counts of some batches of one model. */
export function drawBatches(random: Random, setting: MonitorSetting, batches: number): OutcomeCounts[] {
  const { groups, classes, rows, gap, shares, trouble } = setting;
  const names = (prefix: string, length: number) => Array.from({ length }, (_, i) => `${prefix}${i}`);
  const listed = { groups: names("g", groups), classes: names("c", classes), excluded: {} };
  const right = new Float64Array(classes).fill(trouble === "rates" ? 0.75 : 0.8);
  const labels = new Float64Array(groups * classes).fill(1);
  const drawn: OutcomeCounts[] = [];
  const cells = new Float64Array(groups * classes);
  const chances = new Float64Array(classes);
  for (let b = 0; b < batches; b++) {
    if (trouble === "rates") wander(random, { right, labels });
    const shareOf = (cell: number) => {
      const [g, y] = [Math.floor(cell / classes), cell % classes];
      if (trouble === "empty" && g === groups - 1 && y === 0 && g > 1) return 0;
      if (trouble === "empty" && g === Math.max(1, groups - 2) && b % 5 !== 0) return 0;
      return labels[cell]! / (shares === "even" ? 1 : g + 1);
    };
    drawMultinomial(random, { n: rows, chances: Array.from(cells, (_, cell) => shareOf(cell)), into: cells });
    const counts = new Float64Array(groups * classes ** 2);
    for (let cell = 0; cell < cells.length; cell++) {
      const [g, y] = [Math.floor(cell / classes), cell % classes];
      const rate = right[y]! - (g === 1 && y === 0 ? gap : 0);
      chances.fill((1 - rate) / (classes - 1));
      chances[y] = rate;
      drawMultinomial(random, { n: cells[cell]!, chances, into: counts, offset: cell * classes });
    }
    drawn.push({ ...listed, counts });
  }
  return drawn;
}

/** Rates stay in [0.55, 0.95], shares of labels within a factor of 9. */
function wander(random: Random, { right, labels }: { right: Float64Array; labels: Float64Array }): void {
  right.forEach((rate, y) => (right[y] = Math.min(0.95, Math.max(0.55, rate + 0.04 * (random.uniform() - 0.5)))));
  labels.forEach((share, i) => (labels[i] = Math.min(3, Math.max(1 / 3, share * Math.exp(random.uniform() - 0.5)))));
}
