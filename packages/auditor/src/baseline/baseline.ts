import { createHash } from "node:crypto";
import { InputError, type OutcomeCounts } from "@evenodds/core";
import type { AuditReport } from "../report/audit-report.js";
import { countsOf } from "../report/compared-reports.js";
import { jsonValue } from "../report/json-value.js";
import { jsonText } from "../render/display-text.js";

/**
 * What a model was like that later ones may not be worse than: its counts, on which nodes they were made, and by which
 * definitions. Made to be committed: everything is sorted, and `sha256` is the hash of all the rest, so that a number
 * that was changed by hand is noticed. It is no signature: whoever can change the file can also make a new one.
 */
export interface Baseline {
  readonly schemaVersion: 1;
  readonly kind: "baseline";
  readonly nodes: BaselineNodes;
  readonly classes: readonly string[];
  readonly minimumSupport: number;
  readonly attributes: readonly BaselineAttribute[];
  readonly sha256: string;
}

/** Which nodes or rows were audited, as far as a report says it. */
export interface BaselineNodes {
  readonly of: "graph" | "table" | "predictions";
  /** Hashes of the files of the graph or the table; none for predictions, whose file is another one every time. */
  readonly files: readonly string[];
  readonly split: string;
  /** Where it was said which nodes are audited, with the hash of a list; null where nobody did. */
  readonly selection: string | null;
}

export interface BaselineAttribute {
  readonly name: string;
  readonly groups: readonly string[];
  /** `[G][C][C]`: group, label, prediction. */
  readonly counts: readonly (readonly (readonly number[])[])[];
}

/**
 * Returns the baseline of an audit. Throws {@link InputError} for an audit without labels and for weighted rows, whose
 * counts are none.
 */
export function baselineOf(report: AuditReport): Baseline {
  const refuse = (found: string): never => {
    throw new InputError({ argument: "report", expected: "an audit of labelled rows without weights", found });
  };
  if (!report.labelled) refuse("an audit without labels");
  const classes = [...report.classes].sort();
  const attributes = report.attributes.map((attribute): BaselineAttribute => {
    if (attribute.rows.weight !== undefined) refuse(`weights of ${JSON.stringify(attribute.name)}`);
    const groups = [...new Set(attribute.cells.map(({ group }) => group))].sort();
    const { counts } = countsOf(attribute, { groups, classes });
    const width = classes.length;
    const row = (start: number) => Array.from(counts.subarray(start, start + width));
    return {
      name: attribute.name,
      groups,
      counts: groups.map((_, g) => classes.map((__, y) => row((g * width + y) * width))),
    };
  });
  const content: Omit<Baseline, "sha256"> = {
    schemaVersion: 1,
    kind: "baseline",
    nodes: nodesOf(report),
    classes,
    minimumSupport: report.settings.minimumSupport,
    attributes: attributes.sort((one, other) => (one.name < other.name ? -1 : 1)),
  };
  return { ...content, sha256: contentHash(content) };
}

/** Returns the counts of an attribute of a baseline as an audit has them. */
export function baselineCounts(
  { classes }: Pick<Baseline, "classes">,
  { groups, counts }: BaselineAttribute,
): OutcomeCounts {
  return { groups, classes, counts: Float64Array.from(counts.flat(2)), excluded: {} };
}

/** Returns a baseline as the text of its file, which ends with a line break. Equal baselines give equal bytes. */
export function renderBaseline(baseline: Baseline): string {
  return jsonText(baseline);
}

/**
 * Returns the baseline that a text holds. Throws {@link InputError} for any other text, and for content that does not
 * have the hash that stands in it; `file` is how the text is called. How the text is laid out does not matter.
 */
export function readBaseline(text: string, file: string): Baseline {
  const refuse = (found: string, hint = "make it anew with ‘rebase’, and look at what changes"): never => {
    throw new InputError({ argument: file, expected: "a baseline as evenodds wrote it", found, hint });
  };
  const value = jsonValue(text, (found) => refuse(found));
  if (typeof value !== "object" || value === null || !("sha256" in value)) return refuse("no sha256");
  const { sha256, ...content } = value as Baseline;
  if (content.kind !== "baseline" || content.schemaVersion !== 1) {
    refuse(`kind ${JSON.stringify(content.kind)}, schemaVersion ${JSON.stringify(content.schemaVersion)}`);
  }
  if (sha256 !== contentHash(content)) refuse("other content than its sha256 stands for: it was changed by hand");
  return { ...content, sha256 };
}

function contentHash(content: object): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(content)))
    .digest("hex");
}

/** The same with the keys of all objects in text order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, own]) => [key, sorted(own)]);
}

function nodesOf({ model, data, split }: AuditReport): BaselineNodes {
  const audited = data?.audited;
  const listed = audited?.file === undefined ? "" : `, sha256 ${audited.file.sha256}`;
  return {
    of: model === null ? "predictions" : data?.arcs === null ? "table" : "graph",
    files: model === null ? [] : (data?.files ?? []).map(({ sha256 }) => sha256).sort(),
    split,
    selection: audited === undefined ? null : `${audited.nodes} nodes by ${audited.from}${listed}`,
  };
}
