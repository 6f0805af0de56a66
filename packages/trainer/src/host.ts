/**
 * What asks the machine and needs no TensorFlow.js: processes of their own, and the name of the platform.
 *
 * @module
 */
export { askChild, describeEnding, type ChildAnswer } from "./tensorflow/ask-child.js";
export { hostPlatform } from "./tensorflow/setup/check-host.js";
