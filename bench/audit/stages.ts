// Runs one audit as `evenodds audit` does and prints how long each stage of it took, as JSON.
// stages.ts <model> <graph>
import { plainPalette, renderText } from "@evenodds/auditor";
import { auditModel } from "evenodds";
import type { Measured } from "./measured.js";

const [model, graph] = process.argv.slice(2) as [string, string];
const marks: { readonly stage: string; readonly at: number; readonly usage: NodeJS.ResourceUsage }[] = [];
const onStage = (stage: string) => marks.push({ stage, at: performance.now(), usage: process.resourceUsage() });

const report = await auditModel(model, graph, { onProgress: onStage });
onStage("render report");
renderText(report, { palette: plainPalette, width: 100 });
onStage("end");

const stages = marks.slice(1).map((end, i): Measured => {
  const start = marks[i]!;
  const cpu = (usage: NodeJS.ResourceUsage) => (usage.userCPUTime + usage.systemCPUTime) / 1e6;
  return {
    name: start.stage,
    seconds: (end.at - start.at) / 1000,
    cpuSeconds: cpu(end.usage) - cpu(start.usage),
    peakBytes: end.usage.maxRSS * 1024,
  };
});
process.stdout.write(JSON.stringify(stages));
