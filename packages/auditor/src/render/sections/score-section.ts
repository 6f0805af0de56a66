import type { EqualizingThresholds, FigureByGroup, ThresholdChoice } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import type { ScoreReport } from "../../report/optional-reports.js";
import { auditedUnit, type AuditedUnit } from "../../report/audited-unit.js";
import { formatCount, formatRate, formatScore } from "../numbers.js";
import { smallMeaning, sizeWord } from "../small-cells.js";
import type { Heading } from "./headings.js";
import {
  nameColumn,
  numberColumn,
  sentence,
  tables,
  undefinedBecause,
  type Cell,
  type Piece,
  type Section,
  type Table,
} from "./section.js";

const noProbabilities = "some score is not within 0 and 1, so it is not a probability";

/** Returns the figures of the scores behind the predictions; null where there are no scores. */
export function scoreSection(attribute: AttributeReport, report: AuditReport): Section | null {
  const { scores } = attribute;
  const { settings } = report;
  if (scores === null) return null;
  const unit = auditedUnit(report);
  const size = sizeWord(attribute);
  const { n, distinct, threshold, thresholdCurve } = scores;
  return {
    title: "Scores",
    pieces: [
      sentence(
        `${scoresText(attribute, n)}, ${formatCount(distinct)} of them distinct. AUC: how often a ${unit} of the positive class scores ` +
          "higher than another one (0.5 = chance). Brier score: mean squared distance of score and truth. Calibration error " +
          `(ECE): how far scores lie from the share of positives among ${unit}s with such scores. ${size} of an AUC is that of the rarer ` +
          `label. ${smallMeaning(attribute, settings.minimumSupport)}.`,
      ),
      ...tables([figureTable(scores, size)], "Figures of all groups"),
      ...(scores.brier === null
        ? [sentence(`Brier score and calibration error are undefined: ${noProbabilities}.`)]
        : []),
      ...(thresholdCurve.length < 2
        ? [sentence("The gap over thresholds is undefined: there are no two different scores.")]
        : [
            {
              kind: "threshold-chart" as const,
              title: "The gap over thresholds",
              note:
                "Positive where the score is at least the threshold. Hollow dots: some cells were left out. At either end nearly " +
                `all ${unit}s get one prediction, so a small gap there means little.`,
              curve: thresholdCurve,
              limit: settings.maxGap,
              threshold,
            },
          ]),
      ...thresholdPieces(scores.equalizingThresholds, unit),
    ],
  };
}

/** Returns the AUC of the groups in one line; null where there are no scores. */
export function scoreSentence({ scores }: AttributeReport): string | null {
  if (scores === null) return null;
  const { overall, gap } = scores.auc;
  if (gap.highest === null || gap.lowest === null) return `AUC ${formatRate(overall)}; by group: ${gap.reason}.`;
  const partial = gap.status === "partial" ? " (partial)" : "";
  const [low, high] = [gap.lowest, gap.highest].map(({ group, value }) => `${group} ${formatRate(value)}`);
  return `AUC ${formatRate(overall)}: ${low}, ${high}, a gap of ${formatRate(gap.value)}${partial}.`;
}

function scoresText({ rows }: AttributeReport, n: number): string {
  return rows.weight === undefined ? `${formatCount(n)} scores` : `Scores of rows that weigh ${formatCount(n)}`;
}

function figureTable({ auc, brier, calibration }: ScoreReport, size: string): Table {
  const shown: readonly (readonly [Heading, FigureByGroup])[] = [
    ["auc", auc],
    ...(brier === null ? [] : [["brier", brier] as const]),
    ...(calibration === null ? [] : [["calibration", calibration] as const]),
  ];
  const byGroup = auc.byGroup.map(({ group }, g) => [
    group,
    ...shown.map(([, one]) => figureCell(one.byGroup[g], size)),
  ]);
  return {
    caption: "Scores by group",
    columns: [nameColumn("group"), ...shown.map(([title]) => numberColumn(title))],
    rows: byGroup,
    foot: [
      ["All together", ...shown.map(([, { overall }]) => formatRate(overall))],
      ["Largest difference", ...shown.map(([, { gap }]) => gapCell(gap))],
    ],
  };
}

function gapCell({ value, reason, highest, lowest }: FigureByGroup["gap"]): string | Cell {
  if (value === null || highest === null || lowest === null) return undefinedBecause(reason);
  return { value: formatRate(value), detail: reason ?? `${lowest.group} to ${highest.group}` };
}

function figureCell(figure: FigureByGroup["byGroup"][number] | undefined, size: string): string | Cell {
  if (figure === undefined || figure.value === null) return `undefined (${size} = ${formatCount(figure?.n ?? 0)})`;
  const counts = `${size} = ${formatCount(figure.n)}`;
  return { value: formatRate(figure.value), counts, isSmall: figure.status !== "ok" };
}

function thresholdPieces({ common, separate, leftOut, reason }: EqualizingThresholds, unit: AuditedUnit): Piece[] {
  if (common === null || separate === null) {
    return [
      sentence(`Thresholds that would equalize the groups are undefined: ${reason ?? "nothing can be compared"}.`),
    ];
  }
  const left =
    leftOut.length === 0 ? "" : ` Without enough rows of both labels, and so left out: ${leftOut.join(", ")}.`;
  return [
    {
      kind: "fold",
      summary: "Thresholds by group that would make the gap smallest",
      pieces: [
        sentence(
          "This is information, not a recommendation: thresholds by group use the group in every decision, which may be neither " +
            `wanted nor lawful, and a gap that was made small on these ${unit}s is larger on others.`,
        ),
        sentence(`${choiceText("One threshold for all", common)} ${choiceText("One per group", separate)}${left}`),
        {
          kind: "table",
          table: {
            caption: "Both choices by group",
            columns: [
              nameColumn("group"),
              ...(["commonThreshold", "tpr", "fpr", "ownThreshold", "tpr", "fpr"] as const).map(numberColumn),
            ],
            rows: separate.byGroup.map((own, g) => {
              const shared = common.byGroup[g]!;
              return [
                own.group,
                ...[shared, own].flatMap(({ threshold, truePositiveRate, falsePositiveRate }) => [
                  threshold === null ? "none is positive" : formatScore(threshold),
                  formatRate(truePositiveRate),
                  formatRate(falsePositiveRate),
                ]),
              ];
            }),
          },
        },
      ],
    },
  ];
}

function choiceText(what: string, { gap, balancedAccuracy }: ThresholdChoice): string {
  return `${what}: gap ${formatRate(gap)} at balanced accuracy ${formatRate(balancedAccuracy)}.`;
}
