const { reporters } = require("mocha");

/** Mocha's spec reporter, then a line that names every skipped test and one line that a CI system can read. */
module.exports = class SummaryReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const skipped = [];
    runner.on("pending", (test) => skipped.push(test.fullTitle()));
    runner.once("end", () => {
      const { passes, failures, pending } = this.stats;
      for (const title of skipped) console.log(`skipped: ${title}`);
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
    });
  }
};
