import { displayText } from "@evenodds/auditor";

/** Returns text from the input for any place of an SVG file, cut to `limit` characters. */
export function svgText(text: string, limit = 200): string {
  return displayText(text, limit)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

/** Returns a number of pixels with one decimal, without a negative zero. */
export function pixels(value: number): string {
  const text = value.toFixed(1);
  return text === "-0.0" ? "0.0" : text;
}

/** Returns one line of text; `content` must be escaped. */
export function textAt(
  { x, y }: { readonly x: number; readonly y: number },
  content: string,
  { bold = false, end = false }: { readonly bold?: boolean; readonly end?: boolean } = {},
): string {
  const weight = bold ? ' font-weight="600"' : "";
  const anchor = end ? ' text-anchor="end"' : "";
  return `<text x="${pixels(x)}" y="${pixels(y)}"${weight}${anchor}>${content}</text>`;
}
