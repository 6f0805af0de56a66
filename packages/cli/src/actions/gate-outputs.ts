import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ciFormats,
  gateFiles,
  jsonText,
  renderGatesJunit,
  renderGatesMarkdown,
  renderGatesSarif,
  renderGatesSummary,
  type CiFormat,
  type GateRun,
} from "@evenodds/auditor";
import type { Output } from "@evenodds/data";
import { checkoutPath } from "../places/checkout-path.js";
import { grownText, type CiFiles } from "./ci-files.js";

/** What the file of each format for systems that run checks is to hold. */
const contents: Readonly<Record<CiFormat, (run: GateRun, path: string) => string | Promise<string>>> = {
  junit: async (run) => renderGatesJunit(await inCheckout(run)),
  sarif: async (run) => renderGatesSarif(await inCheckout(run)),
  summary: (run, path) => grownText(path, (room) => renderGatesSummary(run, { room })),
};

/** Names of the files of a run as files of the repository are called everywhere. */
async function inCheckout(run: GateRun): Promise<GateRun> {
  const audits = run.audits.map(async (audit) => ({ ...audit, file: await checkoutPath(audit.file) }));
  return { ...run, file: await checkoutPath(run.file), audits: await Promise.all(audits) };
}

/**
 * Returns the files that are asked for, to be written together with the reports of the audits: the page of all gates in
 * the folder `out`, and the files for systems that run checks. A summary comes last.
 */
export async function gateOutputs(
  run: GateRun,
  { out, ...files }: CiFiles & { readonly out?: string | undefined },
): Promise<Output[]> {
  const outputs: { readonly path: string; readonly content: string }[] = [];
  if (out !== undefined) {
    const { renderGatesHtml } = await import("@evenodds/auditor/html");
    outputs.push({ path: join(out, gateFiles.json), content: jsonText(run) });
    outputs.push({ path: join(out, gateFiles.markdown), content: renderGatesMarkdown(run) });
    outputs.push({ path: join(out, gateFiles.html), content: renderGatesHtml(run) });
  }
  for (const format of ciFormats) {
    const path = files[format];
    if (path !== undefined) outputs.push({ path, content: await contents[format](run, path) });
  }
  return outputs.map(({ path, content }) => ({ path, kind: "file", write: (beside) => writeFile(beside, content) }));
}
