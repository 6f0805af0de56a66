import { auditExitCode, errorExitCode, exitCodes, gateExitCode } from "@evenodds/cli/internal";
import { InputError, InterruptedError } from "@evenodds/core";
import { expect } from "chai";
import { countsOf, reportOf } from "../support/audit-reports.js";

const classes = ["no", "yes"];
const right = [
  [10, 0],
  [0, 10],
];
const wrong = [
  [0, 10],
  [10, 0],
];
const few = [
  [10, 0],
  [0, 1],
];

describe("exitCodes", () => {
  it("are those that the documentation promises", () => {
    const outcomes = { pass: 0, violated: 1, error: 2, inconclusive: 3, fault: 70 };
    expect(exitCodes).to.deep.equal({ ...outcomes, hungUp: 129, interrupted: 130, terminated: 143 });
  });
});

describe("auditExitCode", () => {
  const code = (b: number[][], settings: object) =>
    auditExitCode(reportOf(countsOf(classes, { a: right, b }), { settings }));

  it("is that of the verdict", () => {
    expect(code(right, { maxGap: 0 })).to.equal(0);
    expect(code(wrong, { maxGap: 0.5 })).to.equal(1);
    expect(code(few, { maxGap: 0.5 })).to.equal(3);
    expect(code(wrong, {})).to.equal(0);
  });

  it("is softened for undecided audits alone", () => {
    for (const onInconclusive of ["warn", "pass"]) {
      expect(code(few, { maxGap: 0.5, onInconclusive })).to.equal(0);
      expect(code(wrong, { maxGap: 0.5, onInconclusive })).to.equal(1);
    }
  });
});

describe("errorExitCode", () => {
  it("tells what a user can fix, an interruption and a fault apart", () => {
    const complaint = { argument: "a", expected: "b", found: "c" };
    expect(errorExitCode(new InputError(complaint))).to.equal(2);
    expect(errorExitCode(new InterruptedError(complaint))).to.equal(130);
    expect(errorExitCode(new TypeError("no"))).to.equal(70);
    expect(errorExitCode("no")).to.equal(70);
  });
});

describe("gateExitCode", () => {
  it("is 2 for what could not be judged, 1 for violations, 3 for what cannot be decided, else 0", () => {
    const verdicts = ["error", "violated", "inconclusive", "pass", "nothing"] as const;
    expect(verdicts.map(gateExitCode)).to.deep.equal([2, 1, 3, 0, 0]);
  });
});
