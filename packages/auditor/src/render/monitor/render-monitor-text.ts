import type { MonitorReport } from "../../report/monitor-report.js";
import type { Verdict } from "../../verdict/verdict.js";
import { displayText } from "../display-text.js";
import { formatCount } from "../numbers.js";
import { plainPalette, type Palette } from "../palette.js";
import { wrapText } from "../text-layout.js";
import { verdictWords } from "../verdict-text.js";
import { attributeSentences, batchSentence, monitorVerdictSentence } from "./monitor-sentences.js";

/** Returns what a monitor knows as lines of at most `width` columns (100 by default). Ends with a line break. */
export function renderMonitorText(
  report: MonitorReport,
  { width = 100, palette = plainPalette }: { readonly width?: number; readonly palette?: Palette } = {},
): string {
  const word = verdictWords[report.verdict];
  const [first = "", ...rest] = wrapText(`${word}  ${displayText(monitorVerdictSentence(report))}`, {
    width,
    hang: "  ",
  });
  const colour = colours[report.verdict](palette);
  const indented = (text: string) => wrapText(displayText(text), { width, indent: "  ", hang: "  " });
  let lines = [palette.strong(colour(word)) + first.slice(word.length), ...rest];
  for (const attribute of report.attributes) {
    const { name, verdict, monitoring } = attribute;
    const rows = formatCount(monitoring.looks.at(-1)?.rows ?? 0);
    const looks = monitoring.looks.length;
    const head = `${displayText(name)}: ${verdict}, after ${formatCount(looks)} ${looks === 1 ? "batch" : "batches"} and ${rows} rows`;
    const told = attributeSentences(attribute, report).flatMap(indented);
    lines = lines.concat("", wrapText(head, { width, hang: "  " }).map(palette.strong), told);
  }
  const batch = report.batches.at(-1);
  const ends = [
    ...(batch === undefined ? [] : wrapText(displayText(batchSentence(batch)), { width, hang: "  " })),
    `Last entry of the log: ${report.head}`,
  ];
  return [...lines, "", ...ends.map(palette.muted)].join("\n") + "\n";
}

const colours: Readonly<Record<Verdict, (palette: Palette) => (text: string) => string>> = {
  pass: ({ good }) => good,
  violated: ({ bad }) => bad,
  inconclusive: ({ unsure }) => unsure,
};
