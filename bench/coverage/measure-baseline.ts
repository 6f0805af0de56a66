import { judgeBaseline, baselineOf, auditOutcomes } from "@evenodds/auditor";
import { largestLossPValue } from "@evenodds/auditor/internal";
import { outcomesOfPairs, Random, type OutcomeCounts } from "@evenodds/core";
import { drawMultinomial } from "./draw-multinomial.js";
import { level } from "./grid.js";
import { agreements, jointChances, predictionChances } from "./paired-models.js";

export interface BaselineSetting {
  readonly groups: number;
  readonly classes: number;
  /** Rows of every cell. */
  readonly n: number;
  readonly rate: number;
  /** By how much less the later model is right in the first group with the first label. */
  readonly drop: number;
  readonly agreement: keyof typeof agreements;
}

export interface MeasuredBaseline {
  readonly setting: BaselineSetting;
  readonly failed: number;
  readonly byGap: number;
  readonly byGroup: number;
  readonly byMean: number;
}

/** Simulates one setting. */
export function measureBaseline(
  setting: BaselineSetting,
  { trials, seed }: { readonly trials: number; readonly seed: number },
): MeasuredBaseline {
  const { groups, classes, n, rate, drop, agreement } = setting;
  const random = Random.of(seed, `baseline ${JSON.stringify(setting)}`);
  let [failed, byGap, byGroup, byMean] = [0, 0, 0, 0];
  const names = (prefix: string, length: number) => Array.from({ length }, (_, i) => `${prefix}${i}`);
  for (let trial = 0; trial < trials; trial++) {
    const counts = new Float64Array(groups * classes ** 3);
    for (let cell = 0; cell < groups * classes; cell++) {
      const later = cell === 0 ? rate - drop : rate;
      const [a, b] = [rate, later].map((own) => predictionChances(own, cell % classes, classes)) as [
        number[],
        number[],
      ];
      const chances = jointChances({ a, b }, agreements[agreement]);
      drawMultinomial(random, { n, chances, into: counts, offset: cell * classes ** 2 });
    }
    const both = outcomesOfPairs({ groups: names("g", groups), classes: names("c", classes), counts, excluded: {} });
    const { verdict, attributes } = judgeBaseline(baselineOf(reportOf(both.a)), reportOf(both.b), { alpha: level });
    if (verdict === "violated") failed++;
    if (attributes.some(({ gap }) => gap.verdict === "violated")) byGap++;
    if (attributes.some(({ cells }) => cells.some((cell) => cell.verdict === "violated"))) byGroup++;
    const all = { a: rightRows(both.a), b: rightRows(both.b), n: groups * classes * n };
    if (all.b < all.a && largestLossPValue(all) <= level) byMean++;
  }
  return { setting, failed, byGap, byGroup, byMean };
}

function reportOf(outcomes: OutcomeCounts) {
  return auditOutcomes({ attributes: [{ name: "group", outcomes }], version: "0", settings: { draws: 0 } });
}

function rightRows({ counts, classes }: OutcomeCounts): number {
  const width = classes.length;
  return counts.reduce((sum, count, at) => (at % width === Math.floor(at / width) % width ? sum + count : sum), 0);
}
