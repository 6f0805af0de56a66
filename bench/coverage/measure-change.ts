import { finishSteps, gapChange, swapTestSteps } from "@evenodds/auditor/internal";
import { equalizedOddsDifference, outcomesOfPairs, Random, type PairedCounts } from "@evenodds/core";
import { drawMultinomial } from "./draw-multinomial.js";
import { level } from "./grid.js";
import { drawPairs, trueChange, type PairedSetting } from "./paired-models.js";

export interface MeasuredChange {
  readonly setting: PairedSetting;
  /** Intervals without the true change. */
  readonly missed: { rows: number; margins: number; independent: number; percentile: number };
  /** Tests that reject where both models have the same rates; null where they have not. */
  readonly rejected: number | null;
  /** Mean widths. */
  readonly width: { rows: number; margins: number };
}

const resamples = 99;
const minimumSupport = 5;

/** Simulates one setting. */
export function measureChange(
  setting: PairedSetting,
  { trials, seed }: { readonly trials: number; readonly seed: number },
): MeasuredChange {
  const random = Random.of(seed, `change ${JSON.stringify(setting)}`);
  const truth = trueChange(setting);
  const isSame = JSON.stringify(setting.a) === JSON.stringify(setting.b);
  const missed = { rows: 0, margins: 0, independent: 0, percentile: 0 };
  const width = { rows: 0, margins: 0 };
  let rejected = 0;
  const misses = (lower: number, upper: number) => lower > truth + 1e-12 || upper < truth - 1e-12;
  for (let trial = 0; trial < trials; trial++) {
    const counts = drawPairs(random, setting);
    const { a, b } = outcomesOfPairs(counts);
    const pairs = [
      { pairing: "rows", counts },
      { pairing: "margins", a, b },
      { pairing: "independent", a, b },
    ] as const;
    for (const pair of pairs) {
      const { lower, upper } = gapChange(pair, { alpha: level, minimumSupport });
      if (misses(lower!, upper!)) missed[pair.pairing]++;
      if (pair.pairing !== "independent") width[pair.pairing] += (upper! - lower!) / trials;
    }
    const [lower, upper] = percentileInterval(random, counts);
    if (misses(lower, upper)) missed.percentile++;
    if (!isSame) continue;
    if (finishSteps(swapTestSteps(counts, { random, draws: 199, minimumSupport })).pValue! <= level) rejected++;
  }
  return { setting, missed, rejected: isSame ? rejected : null, width };
}

/** The interval that resampling rows within cells gives, without any correction. */
function percentileInterval(random: Random, counts: PairedCounts): [number, number] {
  const width = counts.classes.length ** 2;
  const changes = Array.from({ length: resamples }, () => {
    const drawn = new Float64Array(counts.counts.length);
    for (let offset = 0; offset < drawn.length; offset += width) {
      const chances = counts.counts.subarray(offset, offset + width);
      const n = chances.reduce((sum, count) => sum + count, 0);
      drawMultinomial(random, { n, chances, into: drawn, offset });
    }
    const { a, b } = outcomesOfPairs({ ...counts, counts: drawn });
    return equalizedOddsDifference(b).value! - equalizedOddsDifference(a).value!;
  }).sort((one, other) => one - other);
  // Of 99, the outermost two on either side leave out 4 %.
  return [changes[1]!, changes[resamples - 2]!];
}
