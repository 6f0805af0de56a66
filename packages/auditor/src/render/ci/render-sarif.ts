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

/** Where a SARIF file says that its findings are, and what tells its audit from others. */
export interface SarifOptions {
  /**
   * The audited model, table or database: a path from the root of the repository, or an absolute path for a file
   * outside of it. Default: the name of the model, or of the first data file.
   */
  readonly file?: string | undefined;
  /**
   * What was audited, in texts that stay the same from run to run: inputs, split, columns, the hash of a query.
   * Default: what the report says of it.
   */
  readonly identity?: readonly string[] | undefined;
  /** The tool's home page. Default: none. */
  readonly informationUri?: string | undefined;
}

/**
 * Returns a report as SARIF 2.1.0 JSON for code scanning: a result for every gate that is violated (`error`) or cannot
 * be decided (`error`, or what `onInconclusive` softens it to), for cells left out, and for warnings. A report in which
 * all is well has no results, which closes earlier alerts.
 *
 * Every result is about `file` as a whole, because one result without a place makes GitHub refuse them all. A file
 * outside of the repository has an absolute `file:` URI, which GitHub takes and shows without a preview; it knows no
 * base ids.
 *
 * `automationDetails.id` names the audit by its identity, attributes, metrics and rules: GitHub replaces the results of
 * an earlier file of the same id, and no others. Fingerprints are made of the identity, the rule and what a finding is
 * about. Neither holds a figure or a limit, so alerts last from run to run. The key `primaryLocationLineHash` is the
 * only one that GitHub compares; its upload step makes one of the line that a result points at and warns of any other,
 * but none for results that point at a file as a whole.
 *
 * Source: https://docs.github.com/code-security/code-scanning, "SARIF support"; SARIF 2.1.0, 3.17 and 3.29.4.
 */
export function renderSarif(report: AuditReport | RegressionReport, options: SarifOptions = {}): string {
  const { model, files } = auditedFiles(report);
  const { file = model?.file ?? files[0]?.file ?? report.data?.name ?? "predictions", informationUri } = options;
  const uri = fileUri(file);
  const audited = options.identity ?? reportedIdentity(report);
  const findings = sarifFindings(report);
  const codes = new Set(findings.map(({ ruleId }) => ruleId).filter((id) => id.startsWith("warning/")));
  const rules = [...sarifRules(report), ...[...codes].map((id) => warningRule(id.slice("warning/".length), report))];
  const ids: readonly string[] = rules.map(({ id }) => id);
  const [named] = [model ?? [], files].flat().filter((one) => lastPart(one.file) === lastPart(file));
  const category = `evenodds/${categoryPart(uri)}/${auditHash(report, [uri, ...audited])}`;
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
        automationDetails: { id: `${category}/` },
        artifacts: [{ location: { uri }, ...(named === undefined ? {} : { hashes: { "sha-256": named.sha256 } }) }],
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => asResult(finding, { uri, audited, ruleIndex: ids.indexOf(finding.ruleId) })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function asResult(
  { ruleId, level, message, identity, properties }: SarifFinding,
  {
    uri,
    audited,
    ruleIndex,
  }: { readonly uri: string; readonly audited: readonly string[]; readonly ruleIndex: number },
): Result {
  const fingerprint = hashOf([ruleId, uri, audited, ...identity]);
  return {
    ruleId,
    ruleIndex,
    level,
    message: { text: messageText(message) },
    locations: [{ physicalLocation: { artifactLocation: { uri, index: 0 } } }],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "evenodds/v1": fingerprint },
    properties,
  };
}

/** What stands for a file in a category: its URI, or its name alone where it lies outside of the repository. */
export function categoryPart(uri: string): string {
  return uri.startsWith("file:") ? lastPart(uri) : uri;
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** The model that ran and the files of the data, as the report names them. */
function auditedFiles(report: AuditReport | RegressionReport) {
  return { model: ("kind" in report ? undefined : report.model) ?? null, files: report.data?.files ?? [] };
}

/** What a report says of what was audited; of a query it knows neither text nor database. */
function reportedIdentity(report: AuditReport | RegressionReport): string[] {
  const { model, files } = auditedFiles(report);
  const { data } = report;
  const selection = data !== null && "audited" in data ? data.audited : undefined;
  const split = "split" in report ? report.split : "all";
  return [
    model?.file ?? "",
    data?.name ?? "",
    ...files.map(({ file }) => file),
    `split ${split}`,
    selection?.file?.file ?? selection?.from ?? "",
  ];
}

/** Tells apart audits of one source by what they look at. */
function auditHash(report: AuditReport | RegressionReport, audited: readonly string[]): string {
  const attributes = judgedAttributes(report).map(({ name }) => name);
  const gates = report.rules.map((gate) => gateIdentity(gate));
  return hashOf([audited, attributes, gates]).slice(0, 12);
}

function gateIdentity(gate: (AuditReport | RegressionReport)["rules"][number]): string[] {
  // Gates on regressions are judged by one rule.
  return [gate.metric, gate.attribute, ...("rule" in gate ? [gate.rule] : [])];
}

/** Half of the SHA-256 of a list as JSON, which is as good as unique among the alerts of a repository. */
export function hashOf(list: readonly unknown[]): string {
  return bytesToHex(sha256(new TextEncoder().encode(JSON.stringify(list)))).slice(0, 32);
}

/** Braces are place holders in SARIF messages, and brackets make links. */
export function messageText(text: string): string {
  return displayText(text, 4000)
    .replace(/[{}]/g, "$&$&")
    .replace(/[[\]\\]/g, "\\$&");
}

/**
 * A path as a URI with `/` and percent escapes: a relative one, or one with the scheme `file` for an absolute path of
 * Unix, of Windows or of a share.
 */
export function fileUri(path: string): string {
  const [, host, drive] = /^(?:[\\/]{2}([^\\/]+)|([A-Za-z]:))?/.exec(path)!;
  const rest = path.slice(host === undefined ? (drive?.length ?? 0) : host.length + 2);
  const isAbsolute = host !== undefined || /^[\\/]/.test(rest);
  const parts: string[] = [];
  for (const part of rest.split(/[\\/]+/)) {
    if (part === "" || part === ".") continue;
    if (part !== ".." || (parts.length === 0 && !isAbsolute) || parts.at(-1) === "..") parts.push(part);
    else parts.pop();
  }
  const uri = parts.map((part) => encodeURIComponent(displayText(part))).join("/");
  if (uri === "") return "predictions";
  if (!isAbsolute) return uri;
  return `file://${host === undefined ? "" : encodeURIComponent(host)}/${drive === undefined ? "" : `${drive}/`}${uri}`;
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
  // Those on regressions are judged by one rule, and have no interval.
  const rule: Readonly<Record<string, string>> = "rule" in gate ? { rule: gate.rule } : {};
  const interval: Readonly<Record<string, number | null>> =
    "rule" in gate ? { lower: gate.lower, upper: gate.upper } : {};
  const violated = verdict === "violated";
  return [
    {
      ruleId: violated ? "gap-over-limit" : "undecided-gap",
      level: violated ? "error" : softened[onInconclusive],
      message: sentence(gateFinding(gate)),
      identity: gateIdentity(gate),
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
