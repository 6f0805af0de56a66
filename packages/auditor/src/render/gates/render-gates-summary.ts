import type { GateRun } from "../../gates/gate-run.js";
import { summaryBytes } from "../ci/render-summary.js";
import { escapeMarkdown, type Markdown } from "../markdown-text.js";
import { gateRunSentence, gateRunWords } from "./gate-words.js";
import { gateRunTitle, renderGatesMarkdown } from "./render-gates-markdown.js";

/**
 * Returns a run as Markdown for the summary of a GitHub step, at most `room` bytes of UTF-8 (1,024 KiB less one by
 * default): whole where it fits, else the verdict alone, which is empty too where it does not.
 */
export function renderGatesSummary(
  run: GateRun,
  { room = summaryBytes - 1 }: { readonly room?: number } = {},
): Markdown {
  const verdict = `**${gateRunWords[run.verdict]}.** ${escapeMarkdown(gateRunSentence(run))}`;
  const short = `# ${gateRunTitle}\n\n${verdict}\n\nThe table of all gates does not fit into a step summary.\n`;
  const fitting = [renderGatesMarkdown(run), short].find((text) => new TextEncoder().encode(text).length <= room);
  return fitting ?? "";
}
