/**
 * The part of {@link module:internal} that trains.
 *
 * @module
 */
export { exportRun } from "./train/export-run.js";
export { resumeRun, startRun, type WatchRun } from "./train/start-run.js";
