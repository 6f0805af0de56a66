// Trains, exports and audits the models of models/ again, all of them or those that are named, and writes their cards.
// npm run models [-- <name>...]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AuditReport } from "@evenodds/auditor";
import { modelCard } from "./model-card.js";
import { commandsOf, plannedModels } from "./planned-models.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !plannedModels.some((model) => model.name === name));
if (unknown !== undefined) {
  throw new Error(`no model "${unknown}"; there are ${plannedModels.map(({ name }) => name).join(", ")}`);
}
const evenodds = (args: readonly string[], stdout: "inherit" | "pipe" = "inherit") =>
  execFileSync(process.execPath, [join(root, "packages/cli/bin/evenodds.js"), ...args], {
    cwd: root,
    stdio: ["ignore", stdout, "inherit"],
    maxBuffer: 2 ** 26,
  });

const runs = mkdtempSync(join(tmpdir(), "evenodds-models-"));
try {
  for (const model of plannedModels.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const folder = join(root, "models", model.name);
    mkdirSync(folder, { recursive: true });
    const { train, export: exported, audit } = commandsOf(model, { run: join(runs, model.name) });
    evenodds(train);
    evenodds(exported);
    writeFileSync(join(folder, "audit.json"), evenodds(audit, "pipe"));
    const report = JSON.parse(readFileSync(join(folder, "audit.json"), "utf8")) as AuditReport;
    writeFileSync(join(folder, "README.md"), modelCard(model, report));
  }
} finally {
  rmSync(runs, { recursive: true, force: true });
}
