/**
 * How an exported file puts neighbours together: `fast` by tables of neighbours, `portable` by scatters. It stands in
 * the metadata as `evenodds.form`.
 */
export const exportForms = ["fast", "portable"] as const;

export type ExportForm = (typeof exportForms)[number];

/** The form of a file for which none was asked. */
export const defaultExportForm = "fast" satisfies ExportForm;
