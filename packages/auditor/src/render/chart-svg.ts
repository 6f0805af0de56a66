import * as Plot from "@observablehq/plot";
import { DOMParser } from "linkedom";

/** Text in the place of a value that does not exist. */
export const quiet = { textAnchor: "start", fontStyle: "italic", fill: "var(--muted)", dx: 4 } as const;
/** The name of an upright line, above where it ends. */
export const aboveFrame = { frameAnchor: "top", lineAnchor: "bottom", dy: -5, fontWeight: 600 } as const;
/** Text that crosses a line stays readable on a seam of background. */
export const seam = { stroke: "var(--paper)", strokeWidth: 4 } as const;

/** Returns a plot as the text of an SVG in the colours of the page. */
export function draw(options: Plot.PlotOptions): string {
  // Types of the DOM stay out of this package, so the elements pass through without one; their text is the markup.
  const document: unknown = new DOMParser().parseFromString("<!doctype html><html></html>", "text/html");
  const fixed = { document, className: "chart", style: { fontSize: "13px", background: "none" } };
  const svg: unknown = Plot.plot({ ...options, ...fixed });
  // Plot names groups of marks, which have no role that could bear a name; the whole picture has one.
  const markup = String(svg).replace(/(<g\b[^>]*?) aria-label="[^"]*"/g, "$1");
  return markup.replace("<svg", '<svg role="img"');
}
