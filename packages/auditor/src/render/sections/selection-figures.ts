import type { ReportedSelection } from "../../report/audit-report.js";
import { formatCount } from "../numbers.js";
import type { Figure } from "../figures.js";

/** Says which nodes were audited: `24 nodes, by test_mask of g.npz`. */
export function selectionText({ nodes, from, unmatched }: ReportedSelection): string {
  const lacking = unmatched === undefined ? "" : `, of which the graph lacks ${formatCount(unmatched)}`;
  return `${formatCount(nodes)} nodes, by ${from}${lacking}`;
}

/** Returns the same as figures, with the file that lists the nodes; none where all were audited. */
export function selectionFigures(audited: ReportedSelection | undefined): Figure[] {
  if (audited === undefined) return [];
  const { file } = audited;
  return [
    { term: "Chosen nodes", value: selectionText(audited), note: "the model has seen all nodes" },
    ...(file === undefined ? [] : [{ term: "File", value: file.file, note: `sha256 ${file.sha256}` }]),
  ];
}
