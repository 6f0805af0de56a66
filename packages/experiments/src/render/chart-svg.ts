import * as Plot from "@observablehq/plot";
import { DOMParser } from "linkedom";

/**
 * Colours of a chart that stands alone as a file, where no style sheet reaches it and nothing is painted behind it:
 * `ink` for text and the colours of series have a contrast of at least 4 to 1 on white and on GitHub's dark background
 * (#0d1117); `line` is for grids.
 */
export const chartColours = {
  ink: "#747d88",
  line: "#8b949e",
  first: "#2f81d6",
  second: "#c2611a",
  third: "#18866f",
  fourth: "#8f6bd0",
} as const;

/** The colours of series, in their order. */
export const seriesColours = [
  chartColours.first,
  chartColours.second,
  chartColours.third,
  chartColours.fourth,
] as const;

/**
 * Returns a plot as the text of an SVG file, which Markdown can show as an image. `ariaLabel` should say what it shows.
 */
export function chartSvg(options: Plot.PlotOptions): string {
  // Types of the DOM stay out of this package, so the elements pass through without one; their text is the markup.
  const document: unknown = new DOMParser().parseFromString("<!doctype html><html></html>", "text/html");
  const style = { fontSize: "12px", background: "none", color: chartColours.ink };
  const svg: unknown = Plot.plot({ ...options, document, className: "chart", style });
  const markup = String(svg).replace("<svg", '<svg role="img"');
  return (
    (markup.includes("xmlns=") ? markup : markup.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')) + "\n"
  );
}
