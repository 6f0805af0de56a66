import {
  auditOutcomes,
  auditRegression,
  checkLimit,
  checkGates,
  formatBeside,
  gatedMetric,
  isBlocking,
  judgeEvidence,
  judgePoint,
  worstVerdict,
  type Gate,
} from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import { expect } from "chai";
import { outcomesOf } from "../../support/outcomes.js";

const outcomes = outcomesOf({ y: "0,0,1,1", predicted: "0,1,0,1", s: "a,b,a,b" });
const audit = { attributes: [{ name: "group", outcomes }], version: "1" };

const estimated = (value: number) => ({ status: "estimated", value, reason: null }) as const;
const partial = (value: number) => ({ status: "partial", value, reason: "1 of 4 cells left out" }) as const;
const undefinedGap = { status: "undefined", value: null, reason: "no label has two groups" } as const;

describe("judgePoint", () => {
  it("passes up to the limit, the limit included, and violates above it at full precision", () => {
    expect(judgePoint(estimated(0.05), 0.05).verdict).to.equal("pass");
    expect(judgePoint(estimated(0.05 + Number.EPSILON), 0.05).verdict).to.equal("violated");
    expect(judgePoint(estimated(0), 0).verdict).to.equal("pass");
  });

  it("judges magnitudes: −0.056 against 0.05 is violated (fairpipe#27)", () => {
    expect(judgePoint(estimated(-0.056), 0.05)).to.deep.equal({
      verdict: "violated",
      reason: "0.056 is above the limit 0.05",
    });
  });

  it("takes a partial gap as a lower bound", () => {
    expect(judgePoint(partial(0.2), 0.1).verdict).to.equal("violated");
    expect(judgePoint(partial(0.05), 0.1)).to.deep.equal({
      verdict: "inconclusive",
      reason: "0.050 is within the limit 0.1, but 1 of 4 cells left out",
    });
  });

  it("is inconclusive for an undefined gap and for NaN, whatever the limit (bmad PR#116, Aequitas, deepchecks)", () => {
    expect(judgePoint(undefinedGap, 1)).to.deep.equal({
      verdict: "inconclusive",
      reason: "the gap is undefined: no label has two groups",
    });
    for (const value of [NaN, Infinity]) expect(judgePoint(estimated(value), 1).verdict).to.equal("inconclusive");
  });
});

describe("judgeEvidence", () => {
  const evidence = (lower: number, upper: number) => ({
    comparisons: 2,
    worst: null,
    surest: null,
    lower,
    upper,
    reason: null,
  });

  it("violates where an interval lies beyond the limit, passes where all lie within, and else cannot tell", () => {
    const gap = estimated(0.2);
    expect(judgeEvidence({ gap, evidence: evidence(0.11, 0.3) }, 0.1).verdict).to.equal("violated");
    expect(judgeEvidence({ gap, evidence: evidence(0.1, 0.3) }, 0.1).verdict).to.equal("inconclusive");
    expect(judgeEvidence({ gap, evidence: evidence(0.05, 0.3) }, 0.3).verdict).to.equal("pass");
  });

  it("does not pass on part of the cells, but violates on them", () => {
    const gap = partial(0.2);
    expect(judgeEvidence({ gap, evidence: evidence(0.05, 0.3) }, 0.4).verdict).to.equal("inconclusive");
    expect(judgeEvidence({ gap, evidence: evidence(0.15, 0.3) }, 0.1).verdict).to.equal("violated");
  });

  it("is inconclusive without intervals and with NaN bounds", () => {
    const none = { ...evidence(0, 0), lower: null, upper: null, reason: "rows are weighted" };
    expect(judgeEvidence({ gap: estimated(0), evidence: none }, 1)).to.deep.equal({
      verdict: "inconclusive",
      reason: "there are no intervals: rows are weighted",
    });
    expect(judgeEvidence({ gap: estimated(0), evidence: evidence(NaN, NaN) }, 1).verdict).to.equal("inconclusive");
  });
});

describe("checkLimit", () => {
  it("takes 0 and 1 and what lies between, and nothing else", () => {
    for (const limit of [0, 0.05, 1]) expect(() => checkLimit(limit)).not.to.throw();
    for (const limit of [NaN, -0.01, 1.01, Infinity])
      expect(() => checkLimit(limit)).to.throw(UsageError, /from 0 to 1/);
  });

  it("recognises a percentage", () => {
    expect(() => checkLimit(5)).to.throw(UsageError, /write 0.05 for 5 %/);
  });
});

describe("checkGates", () => {
  const gate: Gate = { metric: "equalizedOddsDifference", attribute: "sex", limit: 0.1, rule: "point" };
  const on = { attributes: ["sex", "region"], positiveClass: null };

  it("accepts gates that can be judged", () => {
    checkGates([gate, { ...gate, metric: "diagonalRecallGap", rule: "evidence" }], on);
    checkGates([{ ...gate, metric: "equalOpportunityDifference" }], { ...on, positiveClass: "1" });
  });

  it("refuses an attribute that is not audited, with near matches", () => {
    expect(() => checkGates([{ ...gate, attribute: "regoin" }], on)).to.throw(
      UsageError,
      /"regoin".*did you mean "region"/,
    );
  });

  it("refuses equal opportunity without a positive class, and a limit that is not one", () => {
    expect(() => checkGates([{ ...gate, metric: "equalOpportunityDifference" }], on)).to.throw(
      UsageError,
      /positive class/,
    );
    expect(() => checkGates([{ ...gate, limit: NaN }], on)).to.throw(UsageError, /limit.*NaN/);
  });

  it("refuses a rule that it does not know, and judges it as no other", () => {
    for (const text of ["evidance", "Point", "toString", ""]) {
      const unknown = text as Gate["rule"];
      expect(() => checkGates([{ ...gate, rule: unknown }], on)).to.throw(UsageError, /rule.*point, evidence/);
      const settings = { rule: unknown, maxGap: 0.1 };
      expect(() => auditOutcomes({ ...audit, settings })).to.throw(UsageError, /rule.*point, evidence/);
      expect(() => auditOutcomes({ ...audit, gates: [{ ...gate, attribute: "group", rule: unknown }] })).to.throw(
        UsageError,
        /rule.*point, evidence/,
      );
    }
  });
});

describe("settings of an audit", () => {
  it("refuse a policy for inconclusive runs that they do not know, for classes and for numbers", () => {
    const settings = { onInconclusive: "Fail" as "fail" };
    const attribute = {
      name: "group",
      groups: ["a", "b"],
      group: Int32Array.of(0, 1),
      label: Float64Array.of(1, 2),
      prediction: Float64Array.of(1, 2),
    };
    expect(() => auditOutcomes({ ...audit, settings })).to.throw(UsageError, /onInconclusive.*fail, warn, pass/);
    expect(() => auditRegression({ attributes: [attribute], version: "1", settings })).to.throw(
      UsageError,
      /onInconclusive.*fail, warn, pass/,
    );
    expect(isBlocking("inconclusive", settings.onInconclusive)).to.equal(true);
    expect(isBlocking("inconclusive", "toString" as "fail")).to.equal(true);
  });
});

describe("gatedMetric", () => {
  it("takes exact names only and lists them (Building-ML-Pipelines#22)", () => {
    expect(gatedMetric("diagonalRecallGap")).to.equal("diagonalRecallGap");
    expect(() => gatedMetric("EqualizedOddsDifference")).to.throw(UsageError, /did you mean "equalizedOddsDifference"/);
    expect(() => gatedMetric("AUC")).to.throw(UsageError, /demographicParityDifference.*found "AUC"/);
  });
});

describe("worstVerdict", () => {
  it("puts violated before inconclusive before pass, and says when there is no gate (tfx#5148)", () => {
    expect(worstVerdict(["pass", "inconclusive", "violated"])).to.equal("violated");
    expect(worstVerdict(["pass", "inconclusive", "pass"])).to.equal("inconclusive");
    expect(worstVerdict(["pass"])).to.equal("pass");
    expect(worstVerdict([])).to.equal("no-gate");
  });
});

describe("isBlocking", () => {
  it("always stops for violated, and for inconclusive unless softened", () => {
    for (const policy of ["fail", "warn", "pass"] as const) {
      expect(isBlocking("violated", policy)).to.equal(true);
      expect(isBlocking("pass", policy)).to.equal(false);
      expect(isBlocking("no-gate", policy)).to.equal(false);
      expect(isBlocking("inconclusive", policy)).to.equal(policy === "fail");
    }
  });
});

describe("formatBeside", () => {
  it("prints three decimals, or as many as show the side of the limit", () => {
    expect(formatBeside(0.2, 0.1)).to.equal("0.200");
    expect(formatBeside(0.1, 0.1)).to.equal("0.100");
    expect(formatBeside(0.05004, 0.05)).to.equal("0.05004");
    expect(formatBeside(0.04996, 0.05)).to.equal("0.04996");
    expect(Number(formatBeside(0.05 + Number.EPSILON, 0.05))).to.be.above(0.05);
    expect(formatBeside(1e-300, 0)).to.equal("1e-300");
  });
});
