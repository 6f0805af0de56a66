/**
 * TensorFlow's native library for TensorFlow.js: where it lies, whether it works, and how to get it; and the steps of a
 * set-up, for other libraries that come in wheels.
 *
 * @module
 */
export type { Device } from "./addon-folder.js";
export { checkAddon, type AddonCheck } from "./check-addon.js";
export { locateAddon, type AddonLocation } from "./locate-addon.js";
export { hasTfjsNode } from "./setup/check-host.js";
export { findCompiler, findPython, type Tool } from "./setup/find-tools.js";
export type { SetupResult } from "./setup/set-up.js";
export { checkSpace, freeBytes, neededBytes } from "./setup/check-space.js";
export { fetchWheels, unpackWheels } from "./setup/fetch-wheels.js";
export { dropWheels, keptWheels } from "./setup/keep-wheels.js";
export { closeStaging, openStaging, publish, type Staging } from "./setup/staging.js";
export type { Wheel } from "./setup/wheels.js";
export { setupTensorFlow, type SetupRequest } from "./setup/setup-tensorflow.js";
export type { SetupProgress } from "./setup/setup-progress.js";
