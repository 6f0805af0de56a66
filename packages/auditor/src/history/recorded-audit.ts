import { InputError, ownValue } from "@evenodds/core";
import { jsonValue } from "../report/json-value.js";
import { verdicts, type RunVerdict } from "../verdict/verdict.js";

/** What a history keeps of the report of an audit, of whatever kind. */
export interface RecordedAudit {
  readonly tool: string;
  /** What was audited: file of the model, data and split, as far as the report says. */
  readonly subject: string;
  readonly verdict: RunVerdict;
  /** Hash of the model; null for an audit of a table. */
  readonly model: string | null;
  /** Hashes of the audited files in their order, as one text; null where the report names none. */
  readonly data: string | null;
  readonly minimumSupport: number;
  readonly classes: readonly string[];
  readonly attributes: readonly RecordedAttribute[];
}

export interface RecordedAttribute {
  readonly name: string;
  /** Name of the gap: that of equalized odds, of demographic parity without labels, or of the mean error. */
  readonly metric: RecordedMetric;
  readonly value: number | null;
  /** Bounds of the gap, by cluster where the audit has clusters; null where it has none. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly used: number;
  /** The gate on this gap; null without one. */
  readonly gate: { readonly limit: number; readonly rule: string; readonly verdict: RunVerdict } | null;
  /** Between whom the gap is: groups, label and prediction; null where there is none. */
  readonly worst: string | null;
  /** How much more often each group is predicted right than all others with the same label; empty where not known. */
  readonly groups: readonly RecordedGroup[];
}

export type RecordedMetric = "equalizedOddsDifference" | "demographicParityDifference" | "meanErrorGap";

export interface RecordedGroup {
  readonly group: string;
  readonly difference: number;
}

/**
 * Returns what a history keeps of the report that a text holds, as `renderJson` writes it, of a classifier or a
 * regression. Throws {@link InputError} for any other text and for a report of a later version; `file` is how the text
 * is called.
 */
export function recordedAudit(text: string, file: string): RecordedAudit {
  const refuse = (found: string): never => {
    const expected = "the report of an audit, as audit writes with --json or --out";
    throw new InputError({ argument: file, expected, found });
  };
  const part = new Part(jsonValue(text, refuse), "the report", refuse);
  const version = part.at("schemaVersion").value;
  if (version !== 1) refuse(version === undefined ? "no schemaVersion" : `schemaVersion ${JSON.stringify(version)}`);
  return part.at("kind").value === "regression" ? ofRegression(part) : ofClassifier(part);
}

function ofClassifier(report: Part): RecordedAudit {
  const model = report.at("model").orNull();
  const labelled = report.at("labelled").value !== false;
  const classes = report
    .at("classes")
    .list()
    .map((one) => one.text());
  return {
    ...common(report),
    subject: subjectOf({ model: model?.at("file").text() ?? "predictions", report, split: report.at("split").text() }),
    model: model?.at("sha256").text() ?? null,
    classes,
    attributes: report
      .at("attributes")
      .list()
      .map((attribute) => classifierAttribute(attribute, { report, labelled })),
  };
}

function classifierAttribute(
  attribute: Part,
  { report, labelled }: { readonly report: Part; readonly labelled: boolean },
): RecordedAttribute {
  const name = attribute.at("name").text();
  const metric = labelled ? "equalizedOddsDifference" : "demographicParityDifference";
  const gap = attribute.at(labelled ? "equalizedOdds" : "demographicParityDifference");
  const clusters = attribute.at("clusters").orNull();
  const bounds = !labelled ? null : (clusters?.at("intervals") ?? attribute.at("evidence"));
  const worst = gap.at("worst").orNull();
  return {
    name,
    metric,
    value: gap.at("value").number(),
    lower: bounds?.at("lower").number() ?? null,
    upper: bounds?.at("upper").number() ?? null,
    used: attribute.at("rows").at("used").number() ?? 0,
    gate: gateOf(report, { name, metric }),
    worst: worst === null ? null : pairText(worst),
    // Reports of earlier versions have no evidence of groups.
    groups: (attribute.at("groups").value === undefined ? [] : attribute.at("groups").list()).flatMap((group) => {
      const difference = group.at("common").orNull()?.at("difference").number() ?? null;
      return difference === null ? [] : [{ group: group.at("group").text(), difference }];
    }),
  };
}

/** `low | high: B below A` */
function pairText(worst: Part): string {
  const label = worst.at("label").value === null ? "" : ` | ${worst.at("label").text()}`;
  const group = (end: string) => worst.at(end).at("group").text();
  return `P(${worst.at("prediction").text()}${label}): ${group("lowest")} below ${group("highest")}`;
}

function ofRegression(report: Part): RecordedAudit {
  return {
    ...common(report),
    subject: subjectOf({ model: "regression", report, split: "all" }),
    model: null,
    classes: [],
    attributes: report
      .at("attributes")
      .list()
      .map((attribute): RecordedAttribute => {
        const name = attribute.at("name").text();
        const gap = attribute.at("meanError");
        const [highest, lowest] = [gap.at("highest").value, gap.at("lowest").value];
        const metric = "meanErrorGap";
        return {
          name,
          metric,
          value: gap.at("value").number(),
          lower: null,
          upper: null,
          used: attribute.at("rows").at("used").number() ?? 0,
          gate: gateOf(report, { name, metric }),
          worst: typeof highest === "string" && typeof lowest === "string" ? `${lowest} below ${highest}` : null,
          groups: [],
        };
      }),
  };
}

function common(report: Part): Pick<RecordedAudit, "tool" | "verdict" | "data" | "minimumSupport"> {
  const tool = report.at("tool");
  const data = report.at("data").orNull();
  const files = data?.at("files").list() ?? [];
  return {
    tool: `${tool.at("name").text()} ${tool.at("version").text()}`,
    verdict: verdictOf(report.at("verdict")),
    data: files.length === 0 ? null : files.map((file) => file.at("sha256").text()).join(" "),
    minimumSupport: report.at("settings").at("minimumSupport").number() ?? 0,
  };
}

function subjectOf({
  model,
  report,
  split,
}: {
  readonly model: string;
  readonly report: Part;
  readonly split: string;
}): string {
  const data = report.at("data").orNull()?.at("name").text();
  return `${model}${data === undefined ? "" : ` on ${data}`}${split === "all" ? "" : `, split ${split}`}`;
}

function gateOf(
  report: Part,
  { name, metric }: { readonly name: string; readonly metric: RecordedMetric },
): RecordedAttribute["gate"] {
  const gate = report
    .at("rules")
    .list()
    .find((one) => one.at("attribute").value === name && one.at("metric").value === metric);
  if (gate === undefined) return null;
  const rule = gate.at("rule").value;
  return {
    limit: gate.at("limit").number() ?? 0,
    rule: typeof rule === "string" ? rule : "point",
    verdict: verdictOf(gate.at("verdict")),
  };
}

function verdictOf(part: Part): RunVerdict {
  const word = part.text();
  return [...verdicts, "no-gate" as const].find((one) => one === word) ?? part.refuse(`"${word}" as ${part.name}`);
}

/** A part of a report that is looked at before it is taken for what it should be. */
class Part {
  constructor(
    readonly value: unknown,
    readonly name: string,
    readonly refuse: (found: string) => never,
  ) {}

  /** A part of this one; undefined where this one is no object or lacks it. */
  at(key: string): Part {
    const { value } = this;
    const found = typeof value === "object" && value !== null ? ownValue(value, key) : undefined;
    return new Part(found, key, this.refuse);
  }

  orNull(): Part | null {
    return this.value === null || this.value === undefined ? null : this;
  }

  text(): string {
    return typeof this.value === "string" ? this.value : this.refuse(`no text as ${this.name}`);
  }

  /** A number, or null where the report says that there is none. */
  number(): number | null {
    return this.value === null || typeof this.value === "number"
      ? this.value
      : this.refuse(`no number as ${this.name}`);
  }

  list(): readonly Part[] {
    if (!Array.isArray(this.value)) return this.refuse(`no list as ${this.name}`);
    return this.value.map((one: unknown) => new Part(one, `an entry of ${this.name}`, this.refuse));
  }
}
