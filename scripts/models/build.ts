// Trains, exports and audits the models of models/ again, all of them or those that are named, and writes their cards.
// With --audits, models are only audited: their files stay as they are.
// npm run models [-- [--audits] <name>...]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { AuditReport } from "@evenodds/auditor";
import { modelCard } from "./model-card.js";
import { commandsOf, plannedModels } from "./planned-models.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values: flags, positionals: wanted } = parseArgs({
  options: { audits: { type: "boolean", default: false } },
  allowPositionals: true,
});
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
    if (!flags.audits) {
      evenodds(train);
      evenodds(exported);
    }
    writeFileSync(join(folder, "audit.json"), evenodds(audit, "pipe"));
    const report = JSON.parse(readFileSync(join(folder, "audit.json"), "utf8")) as AuditReport;
    writeFileSync(join(folder, "README.md"), modelCard(model, report));
  }
} finally {
  rmSync(runs, { recursive: true, force: true });
}
