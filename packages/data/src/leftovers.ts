/**
 * Clearing up after a process that was ended while it wrote. Loads no database.
 *
 * @module
 */
export { removeLeftovers } from "./write/leftovers.js";
