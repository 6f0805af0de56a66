import { maximum } from "@evenodds/core";
import { chartColours } from "./chart-svg.js";

/** An SVG text with its size in pixels. */
export interface Panel {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const legendHeight = 34;

/** Nests SVGs in one, from left to right, with a legend in the middle below them. */
export function svgRow(panels: readonly Panel[], { legend }: { readonly legend?: string | undefined } = {}): string {
  const width = panels.reduce((sum, panel) => sum + panel.width, 0);
  const top = maximum(panels.map(({ height }) => height));
  const height = top + (legend === undefined ? 0 : legendHeight);
  let x = 0;
  const nested = panels.map((panel) => {
    const placed = panel.svg.trim().replace("<svg", `<svg x="${x}"`);
    x += panel.width;
    return placed;
  });
  const text =
    legend === undefined
      ? ""
      : `<text x="${width / 2}" y="${top + legendHeight / 2}" text-anchor="middle" font-family="system-ui, sans-serif" ` +
        `font-size="12" fill="${chartColours.ink}">${legend}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `${nested.join("")}${text}</svg>\n`
  );
}
