import type { OptimizeFindings } from "./optimize-findings.js";
import { rewriteModel } from "./rewrite-model.js";
import { embedData } from "./embed-data.js";
import type { ExternalData } from "./external-content.js";

/** What {@link optimizeModel} made of a file. */
export interface OptimizedModel {
  /** Not proven yet, see `proveOptimized`. */
  readonly bytes: Uint8Array;
  readonly findings: OptimizeFindings;
}

/**
 * Returns a model whose sums over neighbours are computed from tables of neighbours instead of scatters, which ONNX
 * Runtime is slow at: the form that `exportModel` writes. Sums are found by what the nodes compute, not by their names:
 * see `matchScatter`. Everything else stays as it is, byte for byte: inputs, outputs, weights, metadata, versions; only
 * nodes and constants that nothing needs any more are left out, and a file up to IR version 3 becomes one of version 4,
 * where constants are not inputs. Data in files beside the model becomes part of it.
 *
 * Arcs keep their order within a target, so the sums differ by rounding alone. As for `exportModel`, indices have to be
 * in `[0, N)`: scatters wrap negative ones, tables do not.
 *
 * Throws {@link ModelError} for bytes that are not a model, for an opset below 16, where scatters have no reduction and
 * the model is wrong as it is, for a model without such a sum, with what was found instead, and for one of more than 2
 * GiB, which `optimizeFiles` writes as two files.
 */
export function optimizeModel(
  bytes: Uint8Array,
  { externalData = new Map() }: { readonly externalData?: ExternalData } = {},
): OptimizedModel {
  return rewriteModel(embedData(bytes, externalData));
}
