import type { AuditReport } from "../../report/audit-report.js";
import type { RegressionReport } from "../../report/regression-report.js";
import { escapeMarkdown } from "../markdown-text.js";
import { renderMarkdown } from "../render-markdown.js";
import { verdictSentence, verdictWords } from "../verdict-text.js";

/** What one step of GitHub Actions may write; a larger summary is dropped as a whole. */
export const summaryBytes = 1024 * 1024;

/**
 * Returns a report as Markdown for the summary of a GitHub step, at most `room` bytes of UTF-8 (1,024 KiB less one by
 * default): whole where it fits, else cut before the first section that does not, with a sentence that names
 * `fullReport`. The verdict is always there, unless `room` is too small for it alone: then the text is empty.
 */
export function renderSummary(
  report: AuditReport | RegressionReport,
  options: { readonly room?: number; readonly fullReport?: string | undefined } = {},
): string {
  const { room = summaryBytes - 1, fullReport = "the full report" } = options;
  const whole = renderMarkdown(report);
  if (bytes(whole) <= room) return whole;
  const note =
    `**Cut here.** The rest does not fit into a step summary of ${summaryBytes / 1024} KiB. ` +
    `All of it is in ${escapeMarkdown(fullReport)}.\n`;
  const sections = whole.split(/\n\n(?=#{2,6} )/);
  const verdict = `**${verdictWords[report.verdict]}.** ${escapeMarkdown(verdictSentence(report))}`;
  let kept = bytes(sections[0]!) + bytes(note) + 2 <= room ? sections[0]! : verdict;
  let left = room - bytes(kept) - bytes(note) - 2;
  if (left < 0) return "";
  for (const section of kept === verdict ? [] : sections.slice(1)) {
    left -= bytes(section) + 2;
    if (left < 0) break;
    kept += `\n\n${section}`;
  }
  return `${kept}\n\n${note}`;
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
