import { importDataSet } from "@evenodds/data";
import { checkOutput } from "evenodds/internal";
import type { ImportDataFlags } from "../commands/import-data.js";
import type { Terminal } from "../console/terminal.js";

/** Makes a graph folder of the original files of a data set of the literature. */
export async function importDataAction(
  { name, folder }: { readonly name: string; readonly folder: string },
  { out, files }: ImportDataFlags,
  terminal: Pick<Terminal, "log">,
): Promise<void> {
  await checkOutput(out, { kind: "new folder" });
  const imported = await importDataSet(name, { folder, out, files });
  for (const file of imported.files) terminal.log(`${file.name}: the file of ${file.source}`);
  const { nodes, edges, features, labelled } = imported.statistics;
  terminal.log(`wrote ${out}: ${nodes} nodes, ${edges} edges, ${features} features, ${labelled} labelled`);
}
