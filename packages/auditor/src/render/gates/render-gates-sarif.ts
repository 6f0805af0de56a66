import type { Log, ReportingDescriptor, Result, Run } from "sarif";
import type { GatedAudit, GateRun } from "../../gates/gate-run.js";
import type { GateFinding } from "../../gates/report-gate.js";
import { categoryPart, fileUri, hashOf, messageText } from "../ci/render-sarif.js";
import { displayText } from "../display-text.js";
import { capitalized } from "../verdict-text.js";
import { gateExplanation, gateTopic } from "./gate-words.js";

const tags = ["fairness"];

/** What can be found about a gate. Ids never change their meaning, because alerts are tracked by them. */
const rules: readonly ReportingDescriptor[] = [
  {
    id: "gate-violated",
    name: "GateViolated",
    shortDescription: { text: "A metric is on the wrong side of the limit or floor of a gate." },
    fullDescription: { text: "A gate names a metric, whom it is about, and the largest or smallest value allowed." },
    help: { text: "See the groups and their counts in the full report of the audit." },
    defaultConfiguration: { level: "error" },
    properties: { tags },
  },
  {
    id: "gate-inconclusive",
    name: "GateInconclusive",
    shortDescription: { text: "The data cannot decide whether a gate holds." },
    fullDescription: {
      text: "A metric is undefined, known from some of the cells only, or too uncertain. That is no pass.",
    },
    help: { text: "Collect more rows of the groups that the message names, or say what inconclusive means." },
    defaultConfiguration: { level: "error" },
    properties: { tags },
  },
  {
    id: "gate-not-judged",
    name: "GateNotJudged",
    shortDescription: { text: "An audit could not run, or a gate matches nothing in it." },
    fullDescription: { text: "Nothing is known then, and that is no pass." },
    help: { text: "The message says what is wrong and what to do." },
    defaultConfiguration: { level: "error" },
    properties: { tags },
  },
];
/**
 * How many runs GitHub takes in one file; a file with more is rejected as a whole (docs.github.com, "SARIF results
 * exceed one or more limits").
 */
export const mostSarifRuns = 20;

type RuleId = "gate-violated" | "gate-inconclusive" | "gate-not-judged";

/**
 * Returns a run as SARIF 2.1.0 JSON for code scanning: one run per audit, with a result for every gate that does not
 * pass and for everything that could not be judged. What blocks is an `error`, what is softened a `warning`, and a
 * waived gate is suppressed, with the reason of the waiver.
 *
 * Every result is about the audited file as a whole, because one without a place makes GitHub refuse them all. Paths
 * are those of the run, which have to be from the root of the repository; GitHub takes absolute ones too, and shows
 * them without a preview.
 *
 * Each audit has a category of its own, `evenodds/gate/<file of gates>/<audit>/`, so that a run of some of the audits
 * leaves the alerts of the others open; an audit in which all is well has no results, which closes its alerts.
 * Fingerprints are made of the file of gates, the audit's name and what the gate is about: metric, attribute or
 * subgroup, class, bound and rule, and which of several such gates it is. Neither holds a figure, a threshold, a reason
 * or the audited file, so an alert lasts while limits are moved, and while one model takes the place of another.
 */
export function renderGatesSarif(run: GateRun): string {
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: run.audits.map((audit) => runOf(audit, run)),
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** What is the same in all results of an audit: where they are, and what tells them from those of other audits. */
interface AuditPlace {
  readonly uri: string;
  readonly audited: readonly string[];
}

function runOf(audit: GatedAudit, { tool, file }: GateRun): Run {
  const uri = fileUri(audit.file);
  const gates = categoryPart(fileUri(file));
  const of: AuditPlace = { uri, audited: [gates, audit.name] };
  const identities = audit.findings.map((finding) => JSON.stringify(gateIdentity(finding)));
  const results = [
    ...audit.errors.map((error, i) =>
      resultOf("gate-not-judged", { ...of, level: "error", message: error, identity: [String(i)] }),
    ),
    ...audit.findings.flatMap((finding, i) => {
      const nth = identities.slice(0, i).filter((other) => other === identities[i]).length;
      return findingResult(finding, { ...of, nth });
    }),
  ];
  return {
    tool: {
      driver: { name: tool.name, version: tool.version, semanticVersion: tool.version, rules: [...rules] },
    },
    automationDetails: { id: `evenodds/gate/${gates}/${encodeURIComponent(displayText(audit.name))}/` },
    artifacts: [{ location: { uri } }],
    columnKind: "utf16CodeUnits",
    results,
  };
}

/** What a gate is about, without a figure; gates that only differ in these are told apart by their order. */
function gateIdentity({ metric, attribute, subgroup, class: about, bound, rule }: GateFinding): string[] {
  return [metric, attribute ?? "", subgroup ?? "", about ?? "", bound, rule];
}

function findingResult(finding: GateFinding, of: AuditPlace & { readonly nth: number }): Result[] {
  const { verdict, outcome, waiver, blocks } = finding;
  if (verdict === "pass") return [];
  const { metric, attribute, subgroup, class: about, bound, threshold, rule, value, lower, upper } = finding;
  const message = `${capitalized(gateTopic(finding))}: ${gateExplanation(finding)}`;
  const result = resultOf(verdict === "violated" ? "gate-violated" : "gate-inconclusive", {
    ...of,
    level: blocks ? "error" : "warning",
    message,
    identity: [...gateIdentity(finding), String(of.nth)],
    properties: { metric, attribute, subgroup, class: about, [bound]: threshold, rule, value, lower, upper, verdict },
  });
  const suppression = {
    kind: "external",
    status: "accepted",
    justification: messageText(waiver?.reason ?? ""),
  } as const;
  return [outcome === "waived" ? { ...result, suppressions: [suppression] } : result];
}

function resultOf(
  ruleId: RuleId,
  of: AuditPlace & {
    readonly level: Result.level;
    readonly message: string;
    readonly identity: readonly string[];
    readonly properties?: Readonly<Record<string, string | number | null>>;
  },
): Result {
  const { audited, uri, level, message, identity, properties } = of;
  const fingerprint = hashOf(["gate", audited, ruleId, ...identity]);
  return {
    ruleId,
    ruleIndex: rules.findIndex(({ id }) => id === ruleId),
    level,
    message: { text: messageText(message) },
    locations: [{ physicalLocation: { artifactLocation: { uri, index: 0 } } }],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "evenodds/v1": fingerprint },
    ...(properties === undefined ? {} : { properties }),
  };
}
