import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Log, Result } from "sarif";
import type { AuditReport } from "../../report/audit-report.js";
import type { RegressionReport } from "../../report/regression-report.js";
import { displayText } from "../display-text.js";
import { sarifRules, warningRule, type SarifRuleId } from "./sarif-rules.js";
import type { AuditedUnit } from "../../report/audited-unit.js";
import { formatSize } from "../../report/describe-gap.js";
import type { OnInconclusive } from "../../verdict/verdict.js";
import { capitalized, gateFinding } from "../verdict-text.js";
import { judgedAttributes, judgedUnit, type JudgedAttribute } from "./judged-attributes.js";

/**
 * Returns a report as SARIF 2.1.0 JSON for code scanning: a result for every gate that is violated (`error`) or cannot
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

/** One thing to report, before it has a place. */
interface SarifFinding {
  readonly ruleId: SarifRuleId;
  readonly level: Result.level;
  readonly message: string;
  /**
   * What tells this finding from others of its rule; has no figures, so that an alert stays the same when they change.
   */
  readonly identity: readonly string[];
  readonly properties: Readonly<Record<string, string | number | null>>;
}

/** Cells of one kind that an attribute reports one by one; the report lists them all. */
const mostCells = 20;

/** Warnings that say the same as the findings about cells. */
const cellWarnings = ["small-cells", "empty-cells"];

const softened = { fail: "error", warn: "warning", pass: "note" } as const satisfies Record<OnInconclusive, string>;

/** Returns what a report has to say to somebody who has to act: gates that do not hold, cells left out, warnings. */
function sarifFindings(report: AuditReport | RegressionReport): SarifFinding[] {
  const { rules: gates, warnings, settings } = report;
  const { minimumSupport } = settings;
  const unit = judgedUnit(report);
  return [
    ...gates.flatMap((gate) => gateResults(gate, settings.onInconclusive)),
    ...judgedAttributes(report).flatMap((attribute) => [
      ...cellFindings(attribute, { status: "empty", minimumSupport, unit }),
      ...cellFindings(attribute, { status: "small", minimumSupport, unit }),
    ]),
    ...warnings
      .filter(({ code }) => !cellWarnings.includes(code))
      .map(({ code, message }): SarifFinding => {
        // Messages hold figures; the n-th warning of its code is the same one in the next run.
        const nth = warnings.filter((other) => other.code === code).findIndex((other) => other.message === message);
        const identity = [code, String(nth)];
        return { ruleId: `warning/${code}`, level: "warning", message: sentence(message), identity, properties: {} };
      }),
  ];
}

function gateResults(
  gate: (AuditReport | RegressionReport)["rules"][number],
  onInconclusive: OnInconclusive,
): SarifFinding[] {
  if (gate.verdict === "pass") return [];
  const { metric, attribute, limit, value, verdict } = gate;
  // Gates on regressions are judged by one rule, and have no interval.
  const rule: Readonly<Record<string, string>> = "rule" in gate ? { rule: gate.rule } : {};
  const interval: Readonly<Record<string, number | null>> =
    "rule" in gate ? { lower: gate.lower, upper: gate.upper } : {};
  const violated = verdict === "violated";
  return [
    {
      ruleId: violated ? "gap-over-limit" : "undecided-gap",
      level: violated ? "error" : softened[onInconclusive],
      message: sentence(gateFinding(gate)),
      identity: [metric, attribute, ...Object.values(rule)],
      properties: { metric, attribute, limit, ...rule, value, ...interval, verdict },
    },
  ];
}

function cellFindings(
  { name, isWeighted, cells }: JudgedAttribute,
  of: { readonly status: "empty" | "small"; readonly minimumSupport: number; readonly unit: AuditedUnit },
): SarifFinding[] {
  const { status, minimumSupport, unit } = of;
  const [none, few] = isWeighted
    ? [
        `has no ${unit} with a weight`,
        (n: number) => `has a weight of ${formatSize(n)} of the ${minimumSupport} that a comparison takes`,
      ]
    : [`has no ${unit}`, (n: number) => `has ${n} of the ${minimumSupport} ${unit}s that a comparison takes`];
  const ruleId = status === "empty" ? "undefined-cell" : "small-cell";
  const level = status === "empty" ? "warning" : "note";
  const found = cells.filter((cell) => cell.status === status);
  const findings = found.slice(0, mostCells).map(({ where, label, group, n }): SarifFinding => {
    const lack = status === "empty" ? none : few(n);
    const message = `${where} in group ${JSON.stringify(group)} of ${JSON.stringify(name)} ${lack}, and is left out of every gap.`;
    return { ruleId, level, message, identity: [name, label, group], properties: { attribute: name, label, group, n } };
  });
  const more = found.length - findings.length;
  if (more === 0) return findings;
  const message = `${more} more cells of ${JSON.stringify(name)} are ${status}; the report lists them.`;
  return [...findings, { ruleId, level, message, identity: [name], properties: { attribute: name, cells: more } }];
}

function sentence(text: string): string {
  return capitalized(text.endsWith(".") ? text : `${text}.`);
}
