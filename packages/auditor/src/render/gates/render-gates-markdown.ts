import type { GateRun } from "../../gates/gate-run.js";
import { escapeMarkdown, type Markdown } from "../markdown-text.js";
import { sectionParagraphs } from "../render-markdown.js";
import { gateSections } from "./gate-sections.js";
import { gateRunSentence, gateRunWords } from "./gate-words.js";

/** What the page of a run is called in every format. */
export const gateRunTitle = "Fairness gates";

/**
 * Returns a run as GitHub Markdown: the verdict, what could not be judged, and a table of all gates with why each came
 * to its verdict. Text from the input is escaped.
 */
export function renderGatesMarkdown(run: GateRun): Markdown {
  const parts = [
    `# ${gateRunTitle}: ${escapeMarkdown(run.file)}`,
    `**${gateRunWords[run.verdict]}.** ${escapeMarkdown(gateRunSentence(run))}`,
    ...gateSections(run).flatMap((section) => sectionParagraphs(section, 2)),
  ];
  return `${parts.join("\n\n")}\n`;
}
