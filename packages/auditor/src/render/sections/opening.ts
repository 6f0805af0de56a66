import type { AttributeReport, AuditReport, CellReport, GateReport } from "../../report/audit-report.js";
import { auditedUnit } from "../../report/audited-unit.js";
import { formatSize } from "../../report/describe-gap.js";
import type { ComparedCell, GroupEvidence } from "../../statistics/dependence/group-evidence.js";
import { formatCount, formatInterval, formatLevel, formatPValue, formatRate } from "../numbers.js";
import { rulesAgree } from "./decision-section.js";
import { byEvidence, standsOut } from "./group-evidence-section.js";
import { powerSentence, powerUnit } from "./power-text.js";
import { quote } from "../../report/quote.js";

/**
 * Returns what a reader must know besides the verdict, without jargon: which group, label and rates are behind it, how
 * sure that is, and what would change the answer. About the attribute of the gate that made the verdict; without gates,
 * about the one that predictions depend on most surely.
 */
export function openingSentences(report: AuditReport): string[] {
  const gate = leadingGate(report);
  const attribute = leadingAttribute(report);
  if (!report.labelled) return [withoutLabels(attribute), trainingSentence(report)].filter((text) => text !== "");
  return [
    whoSentence(attribute, report),
    sureSentence(attribute, report),
    [nextSentence(attribute, { report, gate }), trainingSentence(report)].filter((text) => text !== "").join(" "),
  ];
}

function leadingGate({ rules, verdict }: AuditReport): GateReport | null {
  return rules.find((gate) => gate.verdict === verdict) ?? null;
}

/** Returns the attribute that {@link openingSentences} are about. */
export function leadingAttribute(report: AuditReport): AttributeReport {
  const { attributes, labelled } = report;
  const gate = leadingGate(report);
  const gated = attributes.find(({ name }) => name === gate?.attribute);
  if (gated !== undefined) return gated;
  const gap = ({ equalizedOdds, demographicParityDifference }: AttributeReport) =>
    (labelled ? equalizedOdds.value : demographicParityDifference.value) ?? -1;
  const p = ({ dependence }: AttributeReport) => dependence.pValue ?? 2;
  return [...attributes].sort((a, b) => p(a) - p(b) || gap(b) - gap(a))[0]!;
}

/** Without labels: the rates and their ratio, with the rule of thumb that has a name. */
function withoutLabels({ name, demographicParityDifference, demographicParityRatio }: AttributeReport): string {
  const open = "Without true labels, nobody can say whether errors differ between groups; predictions can be compared.";
  const { worst, value, reason } = demographicParityDifference;
  if (worst === null || value === null)
    return `${open} Their difference is undefined: ${reason ?? "nothing was compared"}.`;
  const pair =
    `The largest difference by ${name} is ${formatRate(value)}: ${quote(worst.prediction)} is predicted for ` +
    `${rateText(worst.highest)} of group ${quote(worst.highest.group)} and ${rateText(worst.lowest)} of group ` +
    `${quote(worst.lowest.group)}.`;
  const ratio = demographicParityRatio;
  if (ratio.value === null || ratio.worst === null) return `${open} ${pair}`;
  const side = ratio.fourFifths === null ? "" : ratio.fourFifths ? ", at least four fifths" : ", below four fifths";
  return (
    `${open} ${pair} The smallest ratio of two such rates is ${formatRate(ratio.value)} (${quote(ratio.worst.prediction)}, ` +
    `groups ${quote(ratio.worst.lowest.group)} and ${quote(ratio.worst.highest.group)})${side} (four-fifths rule of thumb).`
  );
}

/** The group that stands out, and the pair that makes the gap. */
function whoSentence(attribute: AttributeReport, { settings }: AuditReport): string {
  const { name, groups, equalizedOdds } = attribute;
  const ordered = byEvidence(groups);
  const found = ordered.filter((group) => standsOut(group, settings.alpha));
  const [first] = found;
  const pair = pairSentence(attribute);
  if (first === undefined) {
    const isTested = ordered.some(({ pValue }) => pValue !== null);
    return isTested && equalizedOdds.value !== 0 ? `${pair} No group of ${name} stands out from all others.` : pair;
  }
  const said = standingOut(first, { name, alpha: settings.alpha });
  // Of two groups, each is all others of the other one: the pair is told already where it has the same label.
  if (groups.length === 2 && equalizedOdds.worst?.label === first.cell?.label) return said;
  const others = groups.length === 2 ? 0 : found.length - 1;
  const more =
    others === 0 ? "" : ` ${formatCount(others)} more ${others === 1 ? "group stands" : "groups stand"} out too.`;
  return `${said}${more} ${pair}`;
}

function pairSentence({ name, equalizedOdds }: AttributeReport): string {
  const { worst, value, reason } = equalizedOdds;
  if (worst === null || value === null)
    return `Groups of ${name} cannot be compared: ${reason ?? "none has enough rows"}.`;
  if (value === 0) return `All compared groups of ${name} have equal rates.`;
  const { label, prediction, highest, lowest } = worst;
  return (
    `The largest difference is ${formatRate(value)}: for true label ${quote(label ?? "")}, prediction ${quote(prediction)} ` +
    `goes to ${rateText(highest)} of group ${quote(highest.group)} and ${rateText(lowest)} of group ${quote(lowest.group)}.`
  );
}

function standingOut(
  { group, common, commonPValue, cell }: GroupEvidence,
  { name, alpha }: { readonly name: string; readonly alpha: number },
): string {
  const who = `Group ${quote(group)} of ${name}`;
  if (common !== null && common.lower !== null && common.upper !== null && (commonPValue ?? 1) <= alpha) {
    const isLess = common.difference < 0;
    const [lower, upper] = isLess ? [-common.upper, -common.lower] : [common.lower, common.upper];
    const prediction = cell === null || cell.prediction === cell.label ? "" : `, predicted ${quote(cell.prediction)}`;
    const most = cell === null ? "" : `, furthest for label ${quote(cell.label)}${prediction}: ${besideRest(cell)}`;
    return (
      `${who} is predicted right ${isLess ? "less" : "more"} often than all others with the same label, by ` +
      `${formatRate(Math.abs(common.difference))} (${formatLevel(alpha)} interval ${formatInterval({ lower, upper })})${most}.`
    );
  }
  if (cell === null) return `${who} stands out.`;
  const isLess = cell.group.k / cell.group.n < cell.rest.k / cell.rest.n;
  return (
    `${who} gets prediction ${quote(cell.prediction)} for true label ${quote(cell.label)} ${isLess ? "less" : "more"} often ` +
    `than all others: ${besideRest(cell)}.`
  );
}

function besideRest({ group, rest }: ComparedCell): string {
  const one = (side: ComparedCell["group"]) => rateText({ ...side, rate: side.k / side.n });
  return `${one(group)} against ${one(rest)}`;
}

/** Whether predictions depend on the attribute at all, and where its largest gap may lie. */
function sureSentence(attribute: AttributeReport, report: AuditReport): string {
  const { dependence, evidence, name } = attribute;
  const several = report.attributes.length > 1 && dependence.adjustedPValue !== null;
  const pValue = several ? dependence.adjustedPValue : dependence.pValue;
  const { lower, upper } = evidence;
  const range =
    lower === null || upper === null
      ? ""
      : ` The largest true difference lies between ${formatInterval({ lower, upper }).replace(" to ", " and ")} ` +
        `(${formatLevel(report.settings.alpha)}).`;
  const attributes = several ? report.attributes.length : 1;
  return `${chanceSentence({ pValue, reason: dependence.reason }, { name, attributes })}${range}`;
}

/**
 * Returns how often equal treatment would look like this, in words. `pValue` is adjusted where there are several
 * attributes.
 */
export function chanceSentence(
  { pValue, reason }: { readonly pValue: number | null; readonly reason: string | null },
  { name, attributes }: { readonly name: string; readonly attributes: number },
): string {
  if (pValue === null) return `Whether this is chance cannot be told: ${reason ?? "it was not tested"}.`;
  const adjusted = attributes > 1 ? `, adjusted for ${formatCount(attributes)} attributes` : "";
  return (
    `${chanceText(pValue)} (p ${formatPValue(pValue)}${adjusted}): if ${name} played no part given the true label, ` +
    `${shareText(pValue)} audits would look as uneven.`
  );
}

function chanceText(pValue: number): string {
  if (pValue < 0.001) return "This is not chance";
  return pValue <= 0.05 ? "This is unlikely to be chance" : "This may be chance";
}

function shareText(pValue: number): string {
  if (pValue < 0.001) return "fewer than 1 of 1,000";
  if (pValue < 0.01) return `about ${Math.round(1000 * pValue)} of 1,000`;
  return pValue > 0.995 ? "nearly all" : `about ${Math.round(100 * pValue)} of 100`;
}

/** What would change the answer: rows that cells lack, cells of another size, a limit. */
function nextSentence(
  attribute: AttributeReport,
  { report, gate }: { readonly report: AuditReport; readonly gate: GateReport | null },
): string {
  const missing = missingText(attribute, report);
  const parts: string[] = [];
  if (gate === null) parts.push("With a limit on this difference there would be a verdict.");
  else if (gate.power !== null && (gate.power.factor !== null || missing === "")) {
    const isEvidence = gate.rule === "evidence";
    const size = powerSentence(gate.power, powerUnit(gate, report));
    parts.push(isEvidence ? size : `By the evidence rule the answer is still open. ${size}`);
  } else if (missing === "" && gate.verdict !== "inconclusive" && rulesAgree(gate)) {
    const side = gate.verdict === "pass" ? "within" : "above";
    parts.push(`On these ${auditedUnit(report)}s it is ${side} the limit by either rule.`);
  }
  if (missing !== "") parts.push(missing);
  if ((attribute.rows.excluded["small-group"] ?? 0) > 0) {
    parts.push("Fewer attributes together, or a smaller minimum of rows, would count the groups that are missing.");
  }
  return parts.join(" ");
}

/** Cells that a sentence names. */
const namedCells = 2;

/** `Too few to compare: "overseas" with label "below median" (4 of 5), and 6 more.` */
function missingText({ cells, rows }: AttributeReport, { settings }: AuditReport): string {
  const found = cells.filter(({ status }) => status !== "ok");
  if (found.length === 0) return "";
  const needed = settings.minimumSupport;
  const named = found
    .slice(0, namedCells)
    .map(
      ({ group, label, n }: CellReport) => `${quote(group)} with label ${quote(label)} (${formatSize(n)} of ${needed})`,
    );
  const more = found.length > namedCells ? ` and ${formatCount(found.length - namedCells)} more` : "";
  const unit = rows.weight === undefined ? "rows" : "weight";
  return `Too few ${unit} to compare ${formatCount(found.length)} of ${formatCount(cells.length)} cells: ${named.join(", ")}${more}.`;
}

export function trainingSentence({
  trainingNodes,
  data,
  model,
}: Pick<AuditReport, "trainingNodes" | "data" | "model">): string {
  if (trainingNodes !== null) return "";
  return `Whether the model was trained on these ${auditedUnit({ model, data })}s is not known.`;
}

function rateText({ rate, k, n }: { readonly rate: number; readonly k: number; readonly n: number }): string {
  return `${formatRate(rate)} (${formatCount(k)} of ${formatCount(n)})`;
}
