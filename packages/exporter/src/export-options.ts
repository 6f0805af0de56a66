import { defaultExportForm, exportForms, UsageError, type ExportForm } from "@evenodds/core";

/** How a model is written, and what is written beside it. */
export interface ExportOptions {
  /**
   * `fast` (default) sorts nodes by in-degree into tables; sums have a fixed order and memory stays small. `portable`
   * uses ScatterElements: a small choice of operators for runtimes that lack others, several times slower on a CPU,
   * with every arc's row in memory at once.
   */
  readonly form?: ExportForm | undefined;
  /** N, for runtimes that need static shapes. Default: any number, known when the model runs. */
  readonly nodes?: number | undefined;
  /** E, as `nodes`. Use the portable form where all shapes must be static. */
  readonly arcs?: number | undefined;
  /**
   * Whether the file takes weights of arcs as a third input `edge_weight: float32[E]`, each a number from 0: an arc of
   * weight w counts as one that is listed w times. Default: as the model was trained, see `TrainedModel.edgeWeights`;
   * one that was trained with them cannot be written without. Only for models whose layers sum or average over arcs.
   */
  readonly edgeWeights?: boolean | undefined;
  /** `model_author`, names separated by commas. Left out by default. */
  readonly author?: string | undefined;
  /** `model_license`, an SPDX identifier or text. Left out by default: nobody but the owner of the data can say it. */
  readonly license?: string | undefined;
  /** `doc_string` of the model. By default one sentence that names the label and its classes. */
  readonly description?: string | undefined;
}

/**
 * Throws {@link UsageError} for a form that is unknown, sizes that no graph has, and an author or a license without a
 * letter.
 */
export function checkExportOptions({ form = defaultExportForm, nodes, arcs, author, license }: ExportOptions): void {
  if (!exportForms.includes(form)) {
    throw new UsageError({ argument: "form", expected: exportForms.join(" or "), found: `"${form}"` });
  }
  checkSize("nodes", { size: nodes, least: 1 });
  checkSize("arcs", { size: arcs, least: 0 });
  for (const [argument, text] of Object.entries({ author, license })) {
    if (text === undefined || text.trim() !== "") continue;
    throw new UsageError({ argument, expected: "a text, or nothing at all", found: JSON.stringify(text) });
  }
}

function checkSize(argument: string, { size, least }: { size: number | undefined; least: number }): void {
  if (size === undefined || (Number.isSafeInteger(size) && size >= least)) return;
  throw new UsageError({ argument, expected: `a whole number from ${least}`, found: `${size}` });
}
