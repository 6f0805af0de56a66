import { escape } from "html-escaper";
import { displayText } from "./display-text.js";
import { fitNames, longestName } from "./fit-names.js";

/** Escaped HTML. Only {@link text}, {@link name} and templates of this folder make it. */
export type Html = string;

/** Returns text from anywhere as HTML, on one line and without characters that hide or reorder. */
export function text(raw: string): Html {
  return escape(displayText(raw));
}

/**
 * Returns a name from the input as HTML, set apart so that right-to-left text does not reorder the text around it. In a
 * table, `names` says how each is shown, so that none looks like another.
 */
export function name(raw: string, names: ReadonlyMap<string, string> = fitNames([raw], longestName)): Html {
  return `<bdi>${text(names.get(raw)!)}</bdi>`;
}

/** One cell of a table: its content, and a class for its style. */
export interface HtmlCell {
  readonly html: Html;
  readonly kind?: "number" | "number undefined" | "rate" | "rate right" | "rate undefined" | undefined;
}

/**
 * Returns a table with a caption for screen readers and eyes, heads of columns, and the first cell of every row as its
 * head. It scrolls by itself where the page is narrower.
 */
export function htmlTable(table: {
  readonly caption: Html;
  readonly head: readonly HtmlCell[];
  readonly rows: readonly (readonly HtmlCell[])[];
  /** Rows that stay below all others. */
  readonly foot?: readonly (readonly HtmlCell[])[];
}): Html {
  const { caption, head, rows, foot = [] } = table;
  const heads = head.map(({ html, kind }) => `<th scope="col"${classOf(kind)}>${html}</th>`).join("");
  const below = foot.length === 0 ? "" : `<tfoot>\n${foot.map(rowHtml).join("\n")}\n</tfoot>`;
  return (
    `<div class="scroll" tabindex="0" role="group" aria-label="${withoutTags(caption)}"><table><caption>${caption}</caption>` +
    `<thead><tr>${heads}</tr></thead><tbody>\n${rows.map(rowHtml).join("\n")}\n</tbody>${below}</table></div>`
  );
}

function rowHtml(row: readonly HtmlCell[]): Html {
  const cells = row.map(({ html, kind }, c) =>
    c === 0 ? `<th scope="row">${html}</th>` : `<td${classOf(kind)}>${html}</td>`,
  );
  return `<tr>${cells.join("")}</tr>`;
}

/** Texts hold no bare sign of a tag. */
function withoutTags(html: Html): Html {
  return html.replace(/<[^>]*>/g, "");
}

function classOf(kind: HtmlCell["kind"]): string {
  return kind === undefined ? "" : ` class="${kind}"`;
}
