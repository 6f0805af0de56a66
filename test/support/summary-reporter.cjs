const { relative } = require("node:path");
const { reporters } = require("mocha");

/**
 * Mocha's spec reporter, then a line that names every skipped test and one line that a CI system can read. With
 * `--reporter-option slowest=20` also the files whose tests take longest, in seconds without their hooks and imports.
 */
module.exports = class SummaryReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const skipped = [];
    const seconds = new Map();
    const wanted = Number(options.reporterOptions?.slowest ?? 0);
    runner.on("pending", (test) => skipped.push(test.fullTitle()));
    runner.on("test end", ({ file, duration = 0 }) => seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000));
    runner.once("end", () => {
      const { passes, failures, pending } = this.stats;
      for (const title of skipped) console.log(`skipped: ${title}`);
      const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, wanted);
      for (const [file, took] of slowest) console.log(`${took.toFixed(1).padStart(6)} s  ${relative(".", file)}`);
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
    });
  }
};
