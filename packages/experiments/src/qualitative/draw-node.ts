import { chartColours, seriesColours } from "../render/chart-svg.js";
import type { DrawnNode } from "./qualitative-study.js";
import type { Place } from "./place-nodes.js";
import { pixels } from "./svg-text.js";

/** How many classes have a colour of their own, and how many groups a shape. */
export const distinctClasses = seriesColours.length;
export const distinctGroups = 4;

/** The colour of a class; the classes beyond the colours share one. */
export function classColour(label: number): string {
  return seriesColours[label] ?? chartColours.ink;
}

/**
 * Returns the mark of a node: its shape is that of its group, its colour that of its class, an unlabelled node is
 * hollow. Groups beyond the shapes share a cross, a missing group is a pentagon.
 */
export function drawNode({ label, group }: Omit<DrawnNode, "hop">, at: Place & { readonly radius: number }): string {
  const paint =
    label < 0
      ? `fill="none" stroke="${chartColours.ink}" stroke-width="1.5"`
      : `fill="${classColour(label)}" stroke="none"`;
  return `<path d="${outline(group, at)}" ${paint}/>`;
}

function outline(group: number, { x, y, radius }: Place & { readonly radius: number }): string {
  if (group === 0) return circle({ x, y, radius });
  const corners = (group < 0 ? pentagon : (shapes[group - 1] ?? cross)).map(
    ([dx, dy]) => `${pixels(x + dx * radius)},${pixels(y + dy * radius)}`,
  );
  return `M${corners.join("L")}Z`;
}

function circle({ x, y, radius }: Place & { readonly radius: number }): string {
  const arc = (toX: number) => `A${radius},${radius} 0 0 1 ${pixels(toX)},${pixels(y)}`;
  return `M${pixels(x - radius)},${pixels(y)}${arc(x + radius)}${arc(x - radius)}Z`;
}

type Corners = readonly (readonly [number, number])[];

// Corners for a radius of 1, sized so that all shapes look equally large.
const square: Corners = [
  [-0.88, -0.88],
  [0.88, -0.88],
  [0.88, 0.88],
  [-0.88, 0.88],
];
const diamond: Corners = [
  [0, -1.25],
  [1.25, 0],
  [0, 1.25],
  [-1.25, 0],
];
const triangle: Corners = [
  [0, -1.3],
  [1.17, 0.75],
  [-1.17, 0.75],
];
const cross: Corners = [
  [-0.4, -1.1],
  [0.4, -1.1],
  [0.4, -0.4],
  [1.1, -0.4],
  [1.1, 0.4],
  [0.4, 0.4],
  [0.4, 1.1],
  [-0.4, 1.1],
  [-0.4, 0.4],
  [-1.1, 0.4],
  [-1.1, -0.4],
  [-0.4, -0.4],
];
const pentagon: Corners = [
  [0, -1.12],
  [1.06, -0.35],
  [0.66, 0.9],
  [-0.66, 0.9],
  [-1.06, -0.35],
];
const shapes: readonly Corners[] = [square, diamond, triangle];
