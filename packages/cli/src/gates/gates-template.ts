import { displayText } from "@evenodds/auditor";

/** A group of an attribute with its rows. */
export interface TemplateGroup {
  readonly value: string;
  /** Null where the rows of the table are counts of others. */
  readonly rows: number | null;
}

/** What a file of gates is written for. Paths are relative to it. */
export interface TemplateParts {
  readonly name: string;
  /** Lines of the audit: keys with their values, and a comment where one helps. */
  readonly options: readonly {
    readonly key: string;
    readonly value: string | boolean | readonly string[];
    readonly comment?: string | undefined;
  }[];
  readonly attributes: readonly { readonly name: string; readonly groups: readonly TemplateGroup[] | null }[];
  /** Null where the label is a number. */
  readonly classes: readonly string[] | null;
}

/** Groups that a comment lists at most. */
const mostListed = 8;

/**
 * Returns a commented file of gates that runs as it is: one audit with one gate, and others behind comment signs. Names
 * from the data are quoted, so that none can end its line.
 */
export function gatesTemplate(parts: TemplateParts): string {
  const { name, options, attributes } = parts;
  const [first, second] = attributes;
  const crossed =
    second === undefined || first === undefined ? [] : [`    # cross: ${quoted(`${first.name}*${second.name}`)}`];
  const lines = [
    "# What models of this project are held to. Run: evenodds gate",
    "# All keys are explained in docs/gates.md of evenodds.",
    "version: 1",
    "",
    "# Options of every audit below, by the names of the flags of evenodds audit.",
    "defaults:",
    "  min-support: 5 # fewest rows of a group with one label that are compared",
    "  seed: 0",
    "",
    "audits:",
    `  ${name}:`,
    ...options.map(({ key, value, comment }) => {
      const text = Array.isArray(value) ? `[${value.map(quoted).join(", ")}]` : quoted(value as string | boolean);
      return `    ${key}: ${text}${comment === undefined ? "" : ` # ${comment}`}`;
    }),
    ...attributes.map(groupComment),
    ...crossed,
    ...(parts.classes === null ? regressionGates : classGates({ attributes, classes: parts.classes })),
    "",
  ];
  return lines.join("\n");
}

const regressionGates = [
  "    gates:",
  "      # The largest gap between groups in the mean error, in the unit of the label: choose what you can defend.",
  "      - metric: meanErrorGap",
  "        limit: 1",
  "        # inconclusive: warn # what happens where there are too few rows to say: fail, warn or pass",
];

function classGates({
  attributes,
  classes,
}: {
  readonly attributes: TemplateParts["attributes"];
  readonly classes: readonly string[];
}): string[] {
  const positive = quoted(classes.at(-1) ?? "1");
  const [first] = attributes;
  const attribute = quoted(first?.name ?? "sex");
  // One group of each of the first two, as an example that exists.
  const parts = attributes.slice(0, 2).flatMap(({ name, groups }) => {
    const group = groups?.[0];
    return group === undefined ? [] : [`${name}=${group.value}`];
  });
  return [
    `    # positive: ${positive}`,
    "    # baseline: baseline.json # it may not be worse than these counts; evenodds gate --rebase writes them",
    "    gates:",
    "      # The largest gap between groups of a rate given the true label, for each attribute.",
    "      - metric: equalizedOddsDifference",
    "        limit: 0.1",
    "        # rule: evidence # judge by intervals that have to clear the limit, not by the estimate",
    "        # inconclusive: warn # what happens where there are too few rows to say: fail, warn or pass",
    "",
    "      # Take the signs out for more:",
    "      # - metric: accuracy # of all rows",
    "      #   floor: 0.8",
    "      # - metric: truePositiveRate # of each group",
    `      #   class: ${positive}`,
    `      #   attribute: ${attribute}`,
    "      #   floor: 0.7",
    "      # - metric: demographicParityRatio",
    `      #   attribute: ${attribute}`,
    "      #   floor: 0.8",
    "      #   severity: warning # is listed and does not block",
    "      # - metric: equalizedOddsDifference # one group beside all others",
    `      #   subgroup: ${quoted(parts.length === 0 ? "sex=F" : parts.join(", "))}`,
    "      #   limit: 0.15",
    "      #   waive: # accepted up to a day; needs evenodds gate --today",
    "      #     reason: known, see ticket 12; a new model is being trained",
    "      #     until: 2027-01-31",
  ];
}

function groupComment({ name, groups }: TemplateParts["attributes"][number]): string {
  if (groups === null) return `    # ${displayText(name)}: too many values to be groups`;
  const listed = groups
    .slice(0, mostListed)
    .map(({ value, rows }) => displayText(value, 40) + (rows === null ? "" : ` (${rows})`));
  const more = groups.length > mostListed ? ` and ${groups.length - mostListed} more` : "";
  return `    # groups of ${displayText(name)}: ${listed.join(", ")}${more}`;
}

/** Returns a text as YAML reads it back on every line: as it is where nothing in it means anything, else quoted. */
function quoted(text: string | boolean): string {
  if (typeof text === "boolean") return String(text);
  const isWord = /^[A-Za-z_][\w./-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isWord ? text : JSON.stringify(text);
}
