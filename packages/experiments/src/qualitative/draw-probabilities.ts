import { classColour } from "./draw-node.js";
import type { Example, NodeOutput, QualitativeStudy } from "./qualitative-study.js";
import { pixels, textAt } from "./svg-text.js";
import { formatPercent } from "./wording.js";

const rowHeight = 22;
const bar = { x: 72, width: 230, height: 12 };
const columns = { right: 396, neighbours: 530, prediction: 552 };

/** Height of {@link drawProbabilities}. */
export const probabilitiesHeight = 3 * rowHeight;

/**
 * Returns, for each of the two models, the probabilities of all classes as a bar, and those of two labels in figures.
 */
export function drawProbabilities(
  { before, after, label, neighboursLabel }: Example,
  { models, top }: Pick<QualitativeStudy, "models"> & { readonly top: number },
): string {
  const line = (row: number) => top + row * rowHeight + 14;
  const rows = [before, after].map((output, i) => {
    const y = line(i + 1);
    return [
      textAt({ x: 20, y }, `λ = ${models[i]!.lambda}`, { bold: true }),
      drawBar(output, y - bar.height + 2),
      textAt({ x: columns.right, y }, formatPercent(output.probability[label]!), { end: true }),
      textAt({ x: columns.neighbours, y }, formatPercent(output.probability[neighboursLabel]!), { end: true }),
      textAt({ x: columns.prediction, y }, output.prediction === label ? "✓ right" : "✗ wrong"),
    ].join("");
  });
  const head = [
    textAt({ x: bar.x, y: line(0) }, "probabilities of the classes"),
    textAt({ x: columns.right, y: line(0) }, "right label", { end: true }),
    textAt({ x: columns.neighbours, y: line(0) }, "neighbours' label", { end: true }),
    textAt({ x: columns.prediction, y: line(0) }, "predicted"),
  ];
  return [...head, ...rows].join("\n");
}

function drawBar({ probability }: NodeOutput, y: number): string {
  let x = bar.x;
  return probability
    .map((share, label) => {
      const start = x;
      x += share * bar.width;
      const place = `x="${pixels(start)}" y="${pixels(y)}" width="${pixels(x - start)}" height="${bar.height}"`;
      return `<rect ${place} fill="${classColour(label)}"/>`;
    })
    .join("");
}
