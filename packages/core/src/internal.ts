/**
 * What the tests of this repository look at besides what the package exports. Not published, and no part of the API.
 *
 * @module
 */
export { boundExponent, roundHalfEven } from "./plan/fixed-point.js";
export { codeShift, numberedNames } from "./table/near-spelling.js";
