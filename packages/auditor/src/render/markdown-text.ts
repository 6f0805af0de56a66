import { markdownTable } from "markdown-table";
import { displayText } from "./display-text.js";

/** Markdown in which all text from the input is escaped. */
export type Markdown = string;

/** Returns a table of raw texts. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): Markdown {
  return markdownTable(
    [head, ...rows].map((row) => row.map((cell) => (cell === "" ? "" : escapeMarkdown(cell)))),
    { alignDelimiters: false },
  );
}

/** Returns raw texts as a list. */
export function list(items: readonly string[]): Markdown {
  return items.map((item) => `- ${escapeMarkdown(item)}`).join("\n");
}

/**
 * Escapes text for any place inside a line of GitHub Markdown. Backslashes do for marks; addresses and mentions are
 * linked without any mark, so they get an entity in their middle. A blank line or mark at the start of a line cannot
 * come from here, because `displayText` leaves one line and every use follows other text.
 */
export function escapeMarkdown(text: string): string {
  return displayText(text)
    .replace(/[\\`*_{}[\]#|~$]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/@/g, "&#64;")
    .replace(/:\/\//g, "&#58;//")
    .replace(/www\./gi, (match) => `${match.slice(0, 3)}&#46;`);
}
