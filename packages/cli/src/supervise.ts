/**
 * What the guard needs to run a command in a process of its own. Loads none of the packages.
 *
 * @module
 */
export { needsChild } from "./supervision/needs-child.js";
export { supervise } from "./supervision/supervise.js";
