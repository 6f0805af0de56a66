/**
 * The part of {@link module:internal} that makes model files.
 *
 * @module
 */
export { importModelFile } from "./model/import-model.js";
export { graphsFor, optimizeModelFile } from "./model/optimize-model.js";
