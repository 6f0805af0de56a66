import { UsageError } from "@evenodds/core";
import { fileFormat, hasFormulas, isRowFile, writePredictions } from "@evenodds/data";
import { predict } from "evenodds";
import { checkOutput, dataFilesOf, readInspected } from "evenodds/internal";
import type { PredictFlags } from "../commands/predict.js";
import type { Terminal } from "../console/terminal.js";
import type { DescribedCommand } from "../options/described-command.js";
import { requestedData } from "./requested-data.js";
import { askedKind } from "./asked-kind.js";

/** Writes what a model says about every node of a graph. */
export async function predictAction(
  flags: PredictFlags,
  run: {
    readonly model: string;
    readonly graph: string;
    readonly command: DescribedCommand;
    readonly terminal: Pick<Terminal, "log">;
  },
): Promise<void> {
  const { model, graph, command, terminal } = run;
  const { out, provider, deviceId, allowFallback, csvSafe, trustScatter, memory, map, output } = flags;
  const outputKind = askedKind(flags);
  await checkOutput(out, { kind: "file" });
  if (!hasFormulas(fileFormat(out, "write")) && csvSafe) throw noFormulas(out);
  const inspected = await readInspected(model);
  await command.checkRead(...dataFilesOf(inspected));
  const predicted = await predict(inspected, requestedData(graph, flags), {
    outputKind,
    map,
    output,
    trustScatter,
    provider,
    deviceId,
    allowFallback,
    memory,
  });
  await writePredictions(out, { ...predicted, csvSafe });
  for (const { message } of predicted.warnings) terminal.log(`warning: ${message}`);
  for (const note of predicted.notes) terminal.log(`note: ${note}`);
  terminal.log(`wrote ${out}: ${predicted.nodeIds.length} ${isRowFile(graph) ? "rows" : "nodes"}`);
}

function noFormulas(out: string): UsageError {
  return new UsageError({
    argument: "--csv-safe",
    expected: "a CSV or TSV file to write",
    found: `--out ${out}`,
    hint: "leave it out: spreadsheets find no formulas in other formats",
  });
}
