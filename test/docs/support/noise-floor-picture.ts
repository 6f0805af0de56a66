import { permutationTest } from "@evenodds/auditor";
import { equalizedOddsDifference, Random, type OutcomeCounts } from "@evenodds/core";

/** The example of docs/metrics.md: 70 nodes, groups A and B, labels 0 and 1. */
const example: OutcomeCounts = {
  groups: ["A", "B"],
  classes: ["0", "1"],
  counts: Float64Array.of(24, 6, 4, 16, 36, 4, 4, 6),
  excluded: {},
};

const [left, bottom, binWidth, binPixels, pixelsPerShare] = [60, 250, 0.05, 46, 480];
/** Share of a bar that is drawn at all, if only as a line. */
const rarest = 2e-5;

const x = (gap: number) => left + (gap / binWidth) * binPixels;

/** Returns the picture of docs/how-sure-are-you.md: how likely which largest gap is, where the group plays no part. */
export function noiseFloorPicture(): string {
  const { floor, pValue } = permutationTest(example, { random: Random.of(0, "unused") });
  const { value } = equalizedOddsDifference(example);
  if (floor === null || pValue === null || value === null) throw new Error("the example has a gap and a test");
  const gaps = gapShares();
  const bins = new Map<number, number>();
  // A gap on a border belongs above it, rounding or not.
  for (const { gap, share } of gaps) {
    const bin = Math.floor(gap / binWidth + 1e-9);
    bins.set(bin, (bins.get(bin) ?? 0) + share);
  }
  const bars = [...bins].sort(([a], [b]) => a - b).filter(([, share]) => share >= rarest);
  const last = bars.at(-1)![0] + 1;
  const percent = Math.round(100 * pValue);
  const ticks = Array.from({ length: last / 2 + 1 }, (_, i) => i / 10);
  const centre = (x(0) + x(last * binWidth)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 330" role="img" aria-labelledby="title description" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">
  <title id="title">Gaps that equal treatment would show</title>
  <desc id="description">
    Histogram of the largest gap over all ways to deal the predictions of the example anew to groups A and B, within each true
    label. The gaps reach from ${(bars[0]![0] * binWidth).toFixed(2)} to ${(last * binWidth).toFixed(1)}, with a mean, the noise floor, of ${floor.toFixed(3)}. Gaps of at least ${value.toFixed(1)}, the measured one,
    are coloured: together ${percent} % of all deals.
  </desc>
  <style>
    .axis { stroke: #8a94a6; stroke-width: 1.5; }
    .text { font-size: 14px; fill: #1b1f27; }
    .small { font-size: 13px; fill: #4a5261; }
    .middle { text-anchor: middle; }
    .below { fill: #a9c1e0; }
    .reached { fill: #d9822b; }
    .mark { stroke: #1b1f27; stroke-width: 2; }
    .mean { stroke: #3568a8; stroke-width: 2; stroke-dasharray: 5 4; }
  </style>
  <rect width="760" height="330" rx="12" fill="#f6f7f9" />

${bars.map(([bin, share]) => bar(bin, { share, reached: bin * binWidth >= value - 1e-9 })).join("\n")}
  <g class="small middle">
${bars
  .filter(([, share]) => share >= 0.015)
  .map(([bin, share]) => barLabel(bin, { share, floor }))
  .join("\n")}
  </g>
  <path class="axis" d="M${left} ${bottom}H${x(last * binWidth).toFixed(1)}" />
  <g class="small middle">
${ticks.map((tick) => `    <text x="${x(tick).toFixed(1)}" y="270">${tick.toFixed(1)}</text>`).join("\n")}
  </g>
  <text class="text middle" x="${centre.toFixed(1)}" y="300">largest gap of a deal, where the group plays no part</text>

  <path class="mean" d="M${x(floor).toFixed(1)} 56V${bottom}" />
  <text class="text" x="${(x(floor) - 8).toFixed(1)}" y="46" text-anchor="end">noise floor ${floor.toFixed(3)}</text>
  <path class="mark" d="M${x(value).toFixed(1)} 56V${bottom}" />
  <text class="text" x="${(x(value) + 8).toFixed(1)}" y="46">measured gap ${value.toFixed(3)}</text>
  <rect class="reached" x="428.0" y="104" width="14" height="14" />
  <text class="text" x="450.0" y="116">${percent} % of deals reach it: p = ${pValue.toFixed(3)}</text>
  <rect class="below" x="428.0" y="130" width="14" height="14" />
  <text class="text" x="450.0" y="142">${100 - percent} % do not</text>
</svg>
`;
}

function bar(bin: number, { share, reached }: { readonly share: number; readonly reached: boolean }): string {
  const height = Math.max(share * pixelsPerShare, 1.5);
  const place = `x="${(left + bin * binPixels + 1).toFixed(1)}" y="${(bottom - height).toFixed(1)}"`;
  return `  <rect class="${reached ? "reached" : "below"}" ${place} width="${(binPixels - 2).toFixed(1)}" height="${height.toFixed(1)}" />`;
}

function barLabel(bin: number, { share, floor }: { readonly share: number; readonly floor: number }): string {
  const middle = left + (bin + 0.5) * binPixels;
  // Beside the dashed line, not across it.
  const beside = Math.abs(middle - x(floor)) < 20 ? x(floor) + 20 : middle;
  const y = bottom - share * pixelsPerShare - 6;
  return `    <text x="${beside.toFixed(1)}" y="${y.toFixed(1)}">${Math.round(100 * share)} %</text>`;
}

/** Every largest gap of two labels with its probability, when predictions are dealt anew within each label. */
function gapShares(): { readonly gap: number; readonly share: number }[] {
  const [first, second] = [0, 1].map(gapsWithin) as [LabelGap[], LabelGap[]];
  return first.flatMap((a) => second.map((b) => ({ gap: Math.max(a.gap, b.gap), share: a.share * b.share })));
}

interface LabelGap {
  readonly gap: number;
  readonly share: number;
}

function gapsWithin(label: number): LabelGap[] {
  const cell = (group: number, prediction: number) => example.counts[(group * 2 + label) * 2 + prediction]!;
  const [sizeA, sizeB] = [0, 1].map((group) => cell(group, 0) + cell(group, 1)) as [number, number];
  const positive = cell(0, 1) + cell(1, 1);
  const all = choose(sizeA + sizeB, positive);
  return Array.from({ length: positive + 1 }, (_, k) => k)
    .filter((k) => k <= sizeA && positive - k <= sizeB)
    .map((k) => ({
      gap: Math.abs(k / sizeA - (positive - k) / sizeB),
      share: (choose(sizeA, k) * choose(sizeB, positive - k)) / all,
    }));
}

function choose(n: number, k: number): number {
  let product = 1;
  for (let i = 1; i <= k; i++) product *= (n - k + i) / i;
  return product;
}
