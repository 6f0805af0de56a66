/** The files of a full report, which stand in one folder, by their format. */
export const reportFiles = { json: "report.json", markdown: "report.md", html: "report.html" } as const;

/** The files of a run of gates, which stand beside the folders of its audits, by their format. */
export const gateFiles = { json: "gates.json", markdown: "gates.md", html: "gates.html" } as const;
/** The files of a comparison, by their format. */
export const comparisonFiles = {
  json: "comparison.json",
  markdown: "comparison.md",
  html: "comparison.html",
} as const;

/** A format of a full report. */
export type ReportFormat = keyof typeof reportFiles;

/** Formats for systems that run checks; each is a file of its own, and a flag asks for it. */
export const ciFormats = ["junit", "sarif", "summary"] as const;
export type CiFormat = (typeof ciFormats)[number];
