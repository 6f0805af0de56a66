import { join } from "node:path";
import { renderSideBySideText, type NamedReport } from "@evenodds/auditor";
import type { Terminal } from "../console/terminal.js";
import { reportInFlagWords } from "../options/flag-words.js";
import { watchRun } from "./watch-run.js";
import { maximum } from "@evenodds/core";
import { rm, writeFile } from "node:fs/promises";
import { renderSideBySideHtml } from "@evenodds/auditor/html";
import { writeFileAtomically } from "@evenodds/data";
import { parseTrainingOptions, RunFolder, type TrainingOptions } from "@evenodds/trainer";
import { auditModel, checkOutput } from "evenodds/internal";
import { exportRun, startRun, type WatchRun } from "evenodds/internal/training";

/** The main job from end to end, on the graph of a folder. */
export async function demoAction(
  graph: string,
  { out, seed }: { readonly out: string; readonly seed: number },
  terminal: Terminal,
): Promise<void> {
  const { palette, log } = terminal;
  const reports = await runDemo({ graph, out, seed }, { watch: watchRun(terminal), log });
  terminal.out(renderSideBySideText(reports, { attribute: demoAttribute, palette }));
  log(`wrote ${join(out, "report.html")}`);
}

/** The attribute of the sample graph that the demonstration looks at. */
export const demoAttribute = "country";

const maxGap = 0.25;

/** The two methods, with the settings of the paper's NBA experiment and one seed, so that both have the same split. */
const methods = { GCN: "gcn", EqGNN: "eqgnn" } as const;

function demoOptions(method: "gcn" | "eqgnn", seed: number): TrainingOptions {
  return parseTrainingOptions({
    method,
    sensitive: demoAttribute,
    lambda: 0.1,
    gamma: 50,
    seed,
    stratify: "label-and-sensitive",
  });
}

/**
 * Trains GCN and EqGNN on the same split of one graph, exports both, audits both on the test nodes and writes
 * everything to `out`: a folder with run, model and audit per method, and `report.html` with the two side by side.
 */
export async function runDemo(
  { graph, out, seed }: { readonly graph: string; readonly out: string; readonly seed: number },
  { watch, log }: { readonly watch: WatchRun; readonly log: (line: string) => void },
): Promise<NamedReport[]> {
  await checkOutput(out, { kind: "folder" });
  const reports: NamedReport[] = [];
  for (const [name, method] of Object.entries(methods)) {
    const run = join(out, method);
    const options = demoOptions(method, seed);
    const model = join(run, "model.onnx");
    await RunFolder.remove(run);
    await rm(model, { force: true });
    const { summary } = await startRun({ graph, engine: "auto", options, out: run }, watch);
    const { proofs } = await exportRun(run, { graph, out: model });
    const worst = maximum(proofs.map((proof) => proof.relativeDifference));
    log(
      `${name}: ${summary.epochs} epochs, exported to ${model}, logits equal on ${proofs.length} graphs ` +
        `(largest relative difference ${worst.toExponential(1)})`,
    );
    const report = await auditModel(model, graph, { split: "test", sensitive: [demoAttribute], seed, maxGap });
    reports.push({ name, report: reportInFlagWords(report) });
  }
  const { data } = reports[0]!.report;
  const page = renderSideBySideHtml(reports, {
    attribute: demoAttribute,
    title: `${reports.map(({ name }) => name).join(" beside ")} on ${data?.name ?? "the graph"}`,
    introduction:
      `Two classifiers, trained with seed ${seed} on the same nodes and audited on the same test nodes, which neither of ` +
      `them has learned from. The limit is an equalized odds difference of ${maxGap}.`,
  });
  await writeFileAtomically(join(out, "report.html"), (beside) => writeFile(beside, page));
  return reports;
}
