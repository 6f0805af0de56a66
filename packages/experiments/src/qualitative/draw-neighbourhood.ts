import { Random, maximum, type Category } from "@evenodds/core";
import { chartColours } from "../render/chart-svg.js";
import { drawNode, distinctClasses, distinctGroups, classColour } from "./draw-node.js";
import { placeNodes, type Place } from "./place-nodes.js";
import type { DrawnNeighbourhood, Example, QualitativeStudy, DrawnNode, NodeOutput } from "./qualitative-study.js";
import { pixels, svgText, textAt } from "./svg-text.js";
import { formatCount } from "../render/format-count.js";
import { groupTitle, formatPercent } from "./wording.js";

/**
 * The red of the ring has a contrast of at least 4 to 1 on white and on GitHub's dark background, like the other
 * colours.
 */
const ringColour = "#dc3d43";
const radius = [11, 8, 5] as const;
const ringRadius = 18;
const width = 640;
const graphHeight = 420;
const headerHeight = 60;

/**
 * Returns an SVG file of an example: who is around it, with the node in a ring, colours for classes, shapes for groups,
 * unlabelled nodes hollow, direct neighbours larger than the second hop; above it what both models say. Nothing in it
 * identifies a node. The same example and seed give the same bytes.
 */
export function drawNeighbourhood(
  example: Example,
  study: Pick<QualitativeStudy, "attribute" | "classes" | "groups" | "labelName" | "models" | "seed">,
): string {
  const { drawn, number } = example;
  const graphTop = headerHeight + probabilitiesHeight + 14;
  const legendTop = graphTop + graphHeight + 20;
  const legend = legendOf(drawn.nodes, study);
  const places = placeNodes(drawn, {
    ...{ width: width - 2 * ringRadius, height: graphHeight, radius },
    random: Random.of(study.seed, `places around node ${number}`),
  }).map(({ x, y }) => ({ x: x + width / 2, y: y + graphTop + graphHeight / 2 }));
  const height = legendTop + legend.height + 46;
  const [title, whose] = captions(example, study);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="${chartColours.ink}">`,
    `<title>${title}. ${whose}</title>`,
    textAt({ x: 20, y: 24 }, title, { bold: true }),
    textAt({ x: 20, y: 44 }, whose),
    drawProbabilities(example, { ...study, top: headerHeight }),
    drawLinks(drawn, { places, height, id: `around-node-${number}` }),
    ...drawn.nodes.map((node, i) => drawNode(node, { ...places[i]!, radius: radius[node.hop] })),
    `<circle cx="${pixels(places[0]!.x)}" cy="${pixels(places[0]!.y)}" r="${ringRadius}" fill="none" ` +
      `stroke="${ringColour}" stroke-width="3"/>`,
    legend.draw(legendTop),
    textAt({ x: 20, y: height - 30 }, "In the ring the node, large its direct neighbours, small the second hop."),
    textAt({ x: 20, y: height - 12 }, drawnPart(drawn)),
    "</svg>\n",
  ].join("\n");
}

function captions(
  { number, group, label, counts }: Example,
  study: Pick<QualitativeStudy, "attribute" | "classes" | "groups">,
): [string, string] {
  const name = (text: string) => svgText(text, 30);
  const own = name(groupTitle(group, study));
  return [
    `Node ${number}: ${own}, label ${name(study.classes[label]!)}`,
    `Within two hops ${formatCount(counts.sameGroup)} of ${formatCount(counts.knownGroup)} have ${own}; ` +
      `${formatCount(counts.otherLabel)} of ${formatCount(counts.labelled)} have another label.`,
  ];
}

function drawnPart({ nodes, omittedDirect, omittedSecond }: DrawnNeighbourhood): string {
  const omitted = omittedDirect + omittedSecond;
  if (omitted === 0) return `All ${formatCount(nodes.length)} nodes are drawn.`;
  return `${formatCount(omitted)} of ${formatCount(nodes.length + omitted)} nodes are not drawn.`;
}

/** Lines under a mask with holes at the nodes, so that none shows through a hollow one on any background. */
function drawLinks(
  { nodes, links }: DrawnNeighbourhood,
  { places, id, height }: { readonly places: readonly Place[]; readonly id: string; readonly height: number },
): string {
  const area = `x="0" y="0" width="${width}" height="${height}"`;
  const holes = nodes.map(({ hop }, i) => {
    const { x, y } = places[i]!;
    return `<circle cx="${pixels(x)}" cy="${pixels(y)}" r="${hop === 0 ? ringRadius : radius[hop] + 1}"/>`;
  });
  const lines = links.map(([a, b]) => {
    const [from, to] = [places[a]!, places[b]!];
    const ends = `x1="${pixels(from.x)}" y1="${pixels(from.y)}" x2="${pixels(to.x)}" y2="${pixels(to.y)}"`;
    const strength = a === 0 ? 'stroke-width="1.4" stroke-opacity="0.9"' : 'stroke-width="0.8" stroke-opacity="0.4"';
    return `<line ${ends} ${strength}/>`;
  });
  return [
    `<mask id="${id}" maskUnits="userSpaceOnUse" ${area}><rect ${area} fill="white"/><g fill="black">`,
    ...holes,
    `</g></mask><g mask="url(#${id})" stroke="${chartColours.line}">`,
    ...lines,
    "</g>",
  ].join("\n");
}

interface LegendEntry {
  readonly mark: Omit<DrawnNode, "hop">;
  readonly text: string;
}

const rowHeight = 20;
const columnStart = [24, 334] as const;
const longestName = 32;

/** What colours and shapes mean, as lines, and how high they are. */
interface Legend {
  readonly height: number;
  readonly draw: (top: number) => string;
}

/**
 * Returns the legend: the label with a colour for each class, which the bars have too, on the left; the attribute with
 * a shape for each group that some drawn node has on the right.
 */
function legendOf(
  nodes: readonly DrawnNode[],
  { attribute, classes, groups, labelName }: Pick<QualitativeStudy, "attribute" | "classes" | "groups" | "labelName">,
): Legend {
  const labels = [...classes.keys(), ...nodes.map(({ label }) => label)];
  const present = nodes.map(({ group }) => group);
  const columns = [
    entries(labels, { levels: classes, distinct: distinctClasses }, ["other classes", "no label"]).map(
      ({ code, text }): LegendEntry => ({ mark: { label: code, group: 0 }, text }),
    ),
    entries(present, { levels: groups, distinct: distinctGroups }, ["other groups", "unknown"]).map(
      ({ code, text }): LegendEntry => ({ mark: { label: -1, group: code }, text }),
    ),
  ];
  const draw = (top: number) => {
    const heads = [labelName, attribute].map((name, c) =>
      textAt({ x: columnStart[c]! - 4, y: top + 10 }, svgText(name, longestName), { bold: true }),
    );
    const rows = columns.flatMap((column, c) =>
      column.map(({ mark, text }, row) => {
        const [x, y] = [columnStart[c]!, top + (row + 1) * rowHeight + 10];
        return drawNode(mark, { x, y: y - 4, radius: 6 }) + textAt({ x: x + 14, y }, svgText(text, longestName));
      }),
    );
    return [...heads, ...rows].join("\n");
  };
  return { height: (1 + maximum(columns.map((column) => column.length))) * rowHeight, draw };
}

function entries(
  codes: readonly number[],
  { levels, distinct }: Pick<Category, "levels"> & { readonly distinct: number },
  [others, missing]: readonly [string, string],
): { code: number; text: string }[] {
  const present = new Set(codes.map((code) => Math.min(code, distinct)));
  return [
    ...levels.slice(0, distinct).map((text, code) => ({ code, text })),
    { code: distinct, text: others },
    { code: -1, text: missing },
  ].filter(({ code }) => present.has(code));
}

const lineHeight = 22;
const barPlace = { x: 72, width: 230, height: 12 };
const figureColumns = { right: 396, neighbours: 530, prediction: 552 };

/** Height of {@link drawProbabilities}. */
const probabilitiesHeight = 3 * lineHeight;

/**
 * Returns, for each of the two models, the probabilities of all classes as a bar, and those of two labels in figures.
 */
function drawProbabilities(
  { before, after, label, neighboursLabel }: Example,
  { models, top }: Pick<QualitativeStudy, "models"> & { readonly top: number },
): string {
  const line = (row: number) => top + row * lineHeight + 14;
  const rows = [before, after].map((output, i) => {
    const y = line(i + 1);
    return [
      textAt({ x: 20, y }, `λ = ${models[i]!.lambda}`, { bold: true }),
      drawBar(output, y - barPlace.height + 2),
      textAt({ x: figureColumns.right, y }, formatPercent(output.probability[label]!), { end: true }),
      textAt({ x: figureColumns.neighbours, y }, formatPercent(output.probability[neighboursLabel]!), { end: true }),
      textAt({ x: figureColumns.prediction, y }, output.prediction === label ? "✓ right" : "✗ wrong"),
    ].join("");
  });
  const head = [
    textAt({ x: barPlace.x, y: line(0) }, "probabilities of the classes"),
    textAt({ x: figureColumns.right, y: line(0) }, "right label", { end: true }),
    textAt({ x: figureColumns.neighbours, y: line(0) }, "neighbours' label", { end: true }),
    textAt({ x: figureColumns.prediction, y: line(0) }, "predicted"),
  ];
  return [...head, ...rows].join("\n");
}

function drawBar({ probability }: NodeOutput, y: number): string {
  let x = barPlace.x;
  return probability
    .map((share, label) => {
      const start = x;
      x += share * barPlace.width;
      const place = `x="${pixels(start)}" y="${pixels(y)}" width="${pixels(x - start)}" height="${barPlace.height}"`;
      return `<rect ${place} fill="${classColour(label)}"/>`;
    })
    .join("");
}
