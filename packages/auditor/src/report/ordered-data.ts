import type { ReportedData, ReportedSelection } from "./audit-report.js";

/** Returns what a report says of its data, with the keys in their order. */
export function orderedData({ name, files, nodes, arcs, countColumn, audited }: ReportedData): ReportedData {
  return {
    name,
    files: files.map(({ file, sha256 }) => ({ file, sha256 })),
    nodes,
    arcs,
    ...(countColumn === undefined ? {} : { countColumn }),
    ...(audited === undefined ? {} : { audited: orderedSelection(audited) }),
  };
}

function orderedSelection({ nodes, from, file, unmatched }: ReportedSelection): ReportedSelection {
  return {
    nodes,
    from,
    ...(file === undefined ? {} : { file: { file: file.file, sha256: file.sha256 } }),
    ...(unmatched === undefined ? {} : { unmatched }),
  };
}
