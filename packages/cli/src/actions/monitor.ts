import { writeFile } from "node:fs/promises";
import { isBlocking, jsonText, renderMonitorText, renderPrometheus, type MonitorReport } from "@evenodds/auditor";
import { writeTogether, type Output } from "@evenodds/data";
import { checkOutput, monitor } from "evenodds/internal";
import type { CommandContext } from "../commands/command-context.js";
import type { MonitorFlags } from "../commands/monitor.js";
import { exitCodes } from "../exit-codes.js";

/** Adds a batch to a monitor, says what is known then, and sets the exit code. */
export async function monitorAction(
  state: string,
  flags: MonitorFlags,
  { terminal, setExitCode }: CommandContext,
): Promise<void> {
  const { prometheus, html, json, onInconclusive } = flags;
  for (const [flag, path] of Object.entries({ "--prometheus": prometheus, "--html": html })) {
    if (path !== undefined) await checkOutput(path, { argument: flag, kind: "file" });
  }
  const report = await monitor(state, flags);
  const outputs = await outputsOf(report, flags);
  await writeTogether(outputs);
  const { out, log, palette, columns: width } = terminal;
  out(json === true ? jsonText(report) : renderMonitorText(report, { palette, width }));
  const { verdict } = report;
  if (verdict === "inconclusive" && onInconclusive === "warn") {
    log("warning: it is not decided yet; --on-inconclusive warn makes the exit code 0");
  }
  if (outputs.length > 0) log(`wrote ${outputs.map(({ path }) => path).join(", ")}`);
  if (!isBlocking(verdict, onInconclusive)) setExitCode(exitCodes.pass);
  else setExitCode(verdict === "violated" ? exitCodes.violated : exitCodes.inconclusive);
}

async function outputsOf(report: MonitorReport, { prometheus, html }: MonitorFlags): Promise<Output[]> {
  const file = (path: string, content: string): Output => ({
    path,
    kind: "file",
    write: (beside) => writeFile(beside, content),
  });
  return [
    ...(prometheus === undefined ? [] : [file(prometheus, renderPrometheus(report))]),
    ...(html === undefined ? [] : [file(html, (await import("@evenodds/auditor/html")).renderMonitorHtml(report))]),
  ];
}
