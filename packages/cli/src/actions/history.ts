import { writeFile } from "node:fs/promises";
import { jsonText, type History } from "@evenodds/auditor";
import { writeTogether } from "@evenodds/data";
import { checkOutput, readGivenFile, readHistory } from "evenodds/internal";
import type { HistoryFlags } from "../commands/history.js";
import type { Terminal } from "../console/terminal.js";

/** Reads the reports of a folder, and writes what became of gaps as one page or as JSON. */
export async function historyAction(
  folder: string,
  { order, title, out, json }: HistoryFlags,
  terminal: Pick<Terminal, "out" | "log">,
): Promise<void> {
  if (out !== undefined) await checkOutput(out, { kind: "file" });
  const { history, leftOut } = await readHistory(folder, {
    order: order === undefined ? undefined : await lines(order),
  });
  if (leftOut.length > 0) {
    const [first] = leftOut;
    terminal.log(
      `warning: ${leftOut.length} JSON files are not called report.json and were left out, such as ${JSON.stringify(first)}`,
    );
  }
  if (out !== undefined) {
    const { renderHistoryHtml } = await import("@evenodds/auditor/html");
    const page = renderHistoryHtml(history, { title });
    await writeTogether([{ path: out, kind: "file", write: (beside) => writeFile(beside, page) }]);
  }
  terminal.out(json ? jsonText(history) : `${summary(history)}${out === undefined ? "" : `wrote ${out}\n`}`);
}

async function lines(file: string): Promise<string[]> {
  const bytes = await readGivenFile(file, { expected: "a file with the points in their order" });
  const names = bytes
    .toString("utf8")
    .split(/\r?\n/)
    .map((line) => line.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/** How many reports were read, and each series whose latest audit did not pass. */
function summary({ points, series }: History): string {
  const reports = series.reduce((sum, { audits }) => sum + audits.length, 0);
  const now = series.map(({ name, audits }) => ({ name, latest: audits.at(-1)! }));
  const failed = now.filter(({ latest }) => ["violated", "inconclusive"].includes(latest.audit.verdict));
  const most = 20;
  const shown = failed.slice(0, most).map(({ name, latest }) => {
    return `  ${latest.audit.verdict}: ${JSON.stringify(name)} at ${JSON.stringify(latest.point)}\n`;
  });
  const more = failed.length > most ? `  and ${failed.length - most} more\n` : "";
  const passed = now.filter(({ latest }) => latest.audit.verdict === "pass").length;
  return (
    `${reports} reports of ${series.length} series at ${points.length} points; the latest of each: ` +
    `${passed} passed, ${failed.length} did not, ${series.length - passed - failed.length} have no gate\n${shown.join("")}${more}`
  );
}
