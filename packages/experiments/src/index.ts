/**
 * Sweeps over methods, options and splits, and the paper's experiments as pages. Everything here is a function of graphs,
 * options and seeds.
 *
 * @module
 */
export {};
