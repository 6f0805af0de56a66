import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { jsonText, renderJsonPieces, type AuditReport, type RegressionReport } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import type { DescribedCommand } from "../options/described-command.js";
import { signEnvelope } from "./envelope.js";
import { evidenceInputs } from "./evidence-inputs.js";
import { auditStatement } from "./statement.js";

/**
 * Returns the statement about a report as JSON, in an envelope that is signed with the private key in the file `key`,
 * if there is one.
 */
export async function attestation(
  report: AuditReport | RegressionReport,
  { command, key }: { readonly command: DescribedCommand; readonly key: string | undefined },
): Promise<string> {
  const hash = createHash("sha256");
  for (const piece of renderJsonPieces(report)) hash.update(piece);
  const statement = jsonText(
    auditStatement(report, {
      sha256: hash.digest("hex"),
      inputs: await evidenceInputs(report, command),
    }),
  );
  return key === undefined ? statement : jsonText(signEnvelope(statement, await readKeyFile(key)));
}

/** Throws {@link UsageError} where a key cannot be read or signs nothing, before there is anything to sign. */
export async function checkAttestKey(key: string): Promise<void> {
  signEnvelope("", await readKeyFile(key));
}

async function readKeyFile(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    const found = `${path}, which cannot be read (${error.code ?? error.message})`;
    throw new UsageError({ argument: "--attest-key", expected: "a file with a private key in PEM", found });
  });
}
