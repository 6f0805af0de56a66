/**
 * The part of {@link module:internal} that makes model files.
 *
 * @module
 */
export { cutModelFile } from "./model/cut-model-file.js";
export { importModelFile } from "./model/import-model-file.js";
export { graphsFor, optimizeModelFile } from "./model/optimize-model-file.js";
