import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Log, Result } from "sarif";
import type { AuditReport } from "../../report/audit-report.js";
import type { RegressionReport } from "../../report/regression/regression-report.js";
import { displayText } from "../display-text.js";
import { sarifFindings, type SarifFinding } from "./sarif-findings.js";
import { sarifRules, warningRule } from "./sarif-rules.js";

/**
 * Returns a report as SARIF 2.1.0 JSON for code scanning: a result for every rule that is violated (`error`) or cannot
 * be decided (`error`, or what `onInconclusive` softens it to), for cells left out, and for warnings. A report in which
 * all is well has no results, which closes earlier alerts.
 *
 * Every result points at line 1 of `file`, the audited model, table or graph card: a path relative to the root of the
 * repository, because one result without a place makes GitHub refuse the whole file. By default it is the name of the
 * model or of the first data file. Fingerprints are made of what a finding is about and hold no figure, so an alert
 * lasts from run to run. `informationUri` is the tool's home page, left out by default.
 */
export function renderSarif(
  report: AuditReport | RegressionReport,
  options: { readonly file?: string | undefined; readonly informationUri?: string | undefined } = {},
): string {
  const {
    file = ("kind" in report ? undefined : report.model?.file) ?? report.data?.files[0]?.file ?? report.data?.name,
    informationUri,
  } = options;
  const uri = relativeUri(file ?? "predictions");
  const findings = sarifFindings(report);
  const codes = new Set(findings.map(({ ruleId }) => ruleId).filter((id) => id.startsWith("warning/")));
  const rules = [...sarifRules(report), ...[...codes].map((id) => warningRule(id.slice("warning/".length), report))];
  const ids: readonly string[] = rules.map(({ id }) => id);
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: report.tool.name,
            version: report.tool.version,
            semanticVersion: report.tool.version,
            ...(informationUri === undefined ? {} : { informationUri }),
            rules,
          },
        },
        // Runs on several models of a repository are different categories, and do not close each other's alerts.
        automationDetails: { id: `evenodds/${uri}/` },
        artifacts: [{ location: { uri } }],
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => asResult(finding, { uri, ruleIndex: ids.indexOf(finding.ruleId) })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function asResult(
  { ruleId, level, message, identity, properties }: SarifFinding,
  { uri, ruleIndex }: { readonly uri: string; readonly ruleIndex: number },
): Result {
  const fingerprint = bytesToHex(sha256(new TextEncoder().encode(JSON.stringify([ruleId, uri, ...identity])))).slice(
    0,
    32,
  );
  return {
    ruleId,
    ruleIndex,
    level,
    message: { text: messageText(message) },
    locations: [{ physicalLocation: { artifactLocation: { uri, index: 0 }, region: { startLine: 1 } } }],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "evenodds/v1": fingerprint },
    properties,
  };
}

/** Braces are place holders in SARIF messages, and brackets make links. */
function messageText(text: string): string {
  return displayText(text, 4000)
    .replace(/[{}]/g, "$&$&")
    .replace(/[[\]\\]/g, "\\$&");
}

/** A path as a relative URI: never absolute, never out of the repository, with `/` and percent escapes. */
function relativeUri(path: string): string {
  const parts = path
    .replace(/^[A-Za-z]:/, "")
    .split(/[\\/]+/)
    .filter((part) => part !== "" && part !== ".");
  const outside = /^([A-Za-z]:|[\\/])/.test(path) || parts.includes("..");
  const kept = outside ? parts.filter((part) => part !== "..").slice(-1) : parts;
  const uri = kept.map((part) => encodeURIComponent(displayText(part))).join("/");
  return uri === "" ? "predictions" : uri;
}
