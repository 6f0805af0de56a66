import { maximum } from "@evenodds/core";
import type { Category } from "@evenodds/core";
import { distinctClasses, distinctGroups, drawNode } from "./draw-node.js";
import type { DrawnNode, QualitativeStudy } from "./qualitative.js";
import { svgText, textAt } from "./svg-text.js";

interface LegendEntry {
  readonly mark: Omit<DrawnNode, "hop">;
  readonly text: string;
}

const rowHeight = 20;
const columnStart = [24, 334] as const;
const longestName = 32;

/** What colours and shapes mean, as lines, and how high they are. */
export interface Legend {
  readonly height: number;
  readonly draw: (top: number) => string;
}

/**
 * Returns the legend: the label with a colour for each class, which the bars have too, on the left; the attribute with
 * a shape for each group that some drawn node has on the right.
 */
export function legendOf(
  nodes: readonly DrawnNode[],
  { attribute, classes, groups, labelName }: Pick<QualitativeStudy, "attribute" | "classes" | "groups" | "labelName">,
): Legend {
  const labels = [...classes.keys(), ...nodes.map(({ label }) => label)];
  const present = nodes.map(({ group }) => group);
  const columns = [
    entries(labels, { levels: classes, distinct: distinctClasses }, ["other classes", "no label"]).map(
      ({ code, text }): LegendEntry => ({ mark: { label: code, group: 0 }, text }),
    ),
    entries(present, { levels: groups, distinct: distinctGroups }, ["other groups", "unknown"]).map(
      ({ code, text }): LegendEntry => ({ mark: { label: -1, group: code }, text }),
    ),
  ];
  const draw = (top: number) => {
    const heads = [labelName, attribute].map((name, c) =>
      textAt({ x: columnStart[c]! - 4, y: top + 10 }, svgText(name, longestName), { bold: true }),
    );
    const rows = columns.flatMap((column, c) =>
      column.map(({ mark, text }, row) => {
        const [x, y] = [columnStart[c]!, top + (row + 1) * rowHeight + 10];
        return drawNode(mark, { x, y: y - 4, radius: 6 }) + textAt({ x: x + 14, y }, svgText(text, longestName));
      }),
    );
    return [...heads, ...rows].join("\n");
  };
  return { height: (1 + maximum(columns.map((column) => column.length))) * rowHeight, draw };
}

function entries(
  codes: readonly number[],
  { levels, distinct }: Pick<Category, "levels"> & { readonly distinct: number },
  [others, missing]: readonly [string, string],
): { code: number; text: string }[] {
  const present = new Set(codes.map((code) => Math.min(code, distinct)));
  return [
    ...levels.slice(0, distinct).map((text, code) => ({ code, text })),
    { code: distinct, text: others },
    { code: -1, text: missing },
  ].filter(({ code }) => present.has(code));
}
