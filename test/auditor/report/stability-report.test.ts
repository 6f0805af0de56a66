import {
  auditOutcomes,
  auditRegression,
  renderJson,
  renderJunit,
  renderMarkdown,
  renderSarif,
  renderText,
  type AuditReport,
  type StabilityInput,
} from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import type { OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { binaryOutcomes } from "../../support/outcomes.js";

/** Ten rows of each label in either group; `flipped` of the negative ones of b are predicted positive. */
function counts(flipped: number): OutcomeCounts {
  return binaryOutcomes({ a: { tn: 10, fp: 0, fn: 0, tp: 10 }, b: { tn: 10 - flipped, fp: flipped, fn: 0, tp: 10 } });
}

/** A run on the CPU with so many threads. */
function run(threads: number | null, flipped: number, isReproducible = true): StabilityInput["runs"][number] {
  const attributes = [{ name: "group", outcomes: counts(flipped) }];
  return { provider: "cpu", threads, flipped, isReproducible, attributes };
}

function report(stability: StabilityInput | undefined, settings = {}): AuditReport {
  return auditOutcomes({
    attributes: [{ name: "group", outcomes: counts(0) }],
    version: "1",
    settings: { maxGap: 0.25, draws: 50, ...settings },
    stability,
  });
}

const stable = { compared: 40, flipped: 0, runs: [run(1, 0), run(2, 0)] };
/** Two rows flip, which makes a gap of 0.2; three make one of 0.3. */
const within = { compared: 40, flipped: 2, runs: [run(1, 0), run(2, 2)] };
const beyond = { compared: 40, flipped: 3, runs: [run(1, 0), run(2, 3)] };
const racing = { compared: 40, flipped: 3, runs: [run(1, 0), run(2, 3, false)] };

describe("an audit of a model that ran more than once", () => {
  it("is that of the first run, and has no such part where there was no other", () => {
    const alone = report(undefined);
    expect(alone).not.to.have.property("stability");
    const { stability, ...rest } = report(stable);
    expect(rest).to.deep.equal(alone);
    expect(stability).to.deep.equal({
      ...{ compared: 40, flips: false, flipped: 0, reason: null, verdictDepends: false },
      runs: [
        { provider: "cpu", threads: 1, flipped: 0 },
        { provider: "cpu", threads: 2, flipped: 0 },
      ],
    });
  });

  it("warns of predictions that flip, and keeps a verdict that does not depend on them", () => {
    const { stability, verdict, warnings, rules } = report(within);
    expect({ verdict, depends: stability!.verdictDepends, flipped: stability!.flipped }).to.deep.equal({
      ...{ verdict: "pass", depends: false, flipped: 2 },
    });
    expect(rules).to.deep.equal(report(undefined).rules);
    expect(warnings).to.deep.equal([
      {
        code: "unstable-predictions",
        message:
          "2 of 40 audited rows get another prediction when the model runs again (on cpu with 1 thread: 0; " +
          "on cpu with 2 threads: 2); every gate is judged alike in all runs",
      },
    ]);
  });

  it("is inconclusive where the verdict depends on which run is audited", () => {
    const { stability, verdict, rules, warnings } = report(beyond);
    expect({ verdict, depends: stability!.verdictDepends }).to.deep.equal({ verdict: "inconclusive", depends: true });
    expect(rules[0]).to.deep.include({
      verdict: "inconclusive",
      value: 0,
      reason:
        "0.000 is within the limit 0.25, but the gate is violated where the model runs again on cpu with 2 threads",
    });
    expect(rules[0]!.point).to.deep.equal({ verdict: "inconclusive", reason: rules[0]!.reason });
    expect(warnings[0]!.message).to.match(/; the verdict depends on which run is audited$/);
  });

  it("judges each rule by itself: the one that does not decide may depend on the run alone", () => {
    // Rows of ten to a cell: intervals reach past the limit in both runs.
    expect(report(beyond).rules[0]!.evidence.reason).not.to.include("runs again");
    // A hundred to a cell: gaps of 0 and 0.45 are both within 0.5, but an interval around 0.45 reaches past it.
    const wide = (n: number) => {
      const many = (flipped: number) =>
        binaryOutcomes({ a: { tn: n, fp: 0, fn: 0, tp: n }, b: { tn: n - flipped, fp: flipped, fn: 0, tp: n } });
      return auditOutcomes({
        attributes: [{ name: "group", outcomes: many(0) }],
        version: "1",
        settings: { maxGap: 0.5, draws: 0 },
        stability: {
          compared: 4 * n,
          flipped: 0.45 * n,
          runs: [{ ...run(2, 0.45 * n), attributes: [{ name: "group", outcomes: many(0.45 * n) }] }],
        },
      });
    };
    const [gate] = wide(100).rules;
    expect(gate!.verdict).to.equal("pass");
    expect(gate!.evidence.verdict).to.equal("inconclusive");
    expect(gate!.evidence.reason).to.match(/, but the gate is inconclusive where the model runs again on cpu with 2/);
    // No p-value and no size of cells says what another run would.
    expect([gate!.evidence.pValue, gate!.evidence.adjustedPValue, gate!.power]).to.deep.equal([null, null, null]);
    expect(wide(100).stability!.verdictDepends).to.equal(false);
  });

  it("has no number where a run is never the same twice, so that two audits have the same bytes", () => {
    const audited = report(racing);
    const { stability, warnings } = audited;
    expect(stability).to.deep.include({
      ...{ flips: true, flipped: null, verdictDepends: true },
      reason: "which updates threads lose differs from run to run",
    });
    expect(stability!.runs.map(({ flipped }) => flipped)).to.deep.equal([0, null]);
    expect(warnings[0]!.message).to.match(/^some of 40 .*on cpu with 1 thread: 0; .*2 threads: another number every/);
    // Another number of lost updates, another gap above the limit.
    const other = { ...racing, flipped: 7, runs: [run(1, 0), run(2, 7, false)] };
    expect(renderJson(report(other))).to.equal(renderJson(audited));
  });

  it("has no verdict to depend on without a gate", () => {
    const { stability, verdict, warnings } = report(beyond, { maxGap: null });
    expect([stability!.verdictDepends, verdict]).to.deep.equal([null, "no-gate"]);
    expect(warnings[0]!.message).to.match(/2 threads: 3\)$/);
  });

  it("depends on the run where a gate does, though the worst verdict is the same", () => {
    const attributes = (one: number, other: number) => [
      { name: "first", outcomes: counts(one) },
      { name: "second", outcomes: counts(other) },
    ];
    const { verdict, stability, rules } = auditOutcomes({
      attributes: attributes(3, 0),
      version: "1",
      settings: { maxGap: 0.25, draws: 0 },
      stability: { compared: 40, flipped: 6, runs: [{ ...run(2, 6), attributes: attributes(0, 3) }] },
    });
    expect(rules.map((gate) => gate.verdict)).to.deep.equal(["inconclusive", "inconclusive"]);
    expect([verdict, stability!.verdictDepends]).to.deep.equal(["inconclusive", true]);
  });

  it("never turns a verdict into a pass or a violation that it was not", () => {
    const flips = fc.nat({ max: 10 });
    fc.assert(
      fc.property(flips, fc.array(flips, { maxLength: 3 }), fc.constantFrom(0, 0.25, 0.5), (own, others, maxGap) => {
        const input = (stability?: StabilityInput) =>
          auditOutcomes({
            attributes: [{ name: "group", outcomes: counts(own) }],
            version: "1",
            settings: { maxGap, draws: 0 },
            stability,
          });
        const alone = input().verdict;
        const all = [own, ...others].map((flipped) => flipped / 10 > maxGap);
        const runs = others.map((flipped, i) => run(i + 1, flipped));
        const agreed = all.every((one) => one === all[0]);
        expect(input({ compared: 40, flipped: 0, runs }).verdict).to.equal(agreed ? alone : "inconclusive");
      }),
    );
  });

  it("is shown in every format", async () => {
    const audited = report(beyond);
    const reason = /but the gate is violated where the model runs again on cpu with 2 threads/;
    const flat = (text: string) => text.replace(/\s+/g, " ");
    for (const page of [renderMarkdown(audited), renderHtml(audited)]) {
      expect(flat(page)).to.match(reason);
      expect(flat(page)).to.match(/When the model runs again.*3 of 40 audited rows.*The verdict depends on which run/);
      expect(flat(page)).to.match(/On cpu with 2 threads(?:<\/t[hd]> ?<td[^>]*>| \| )3/);
    }
    const text = flat(renderText(audited));
    expect(text)
      .to.match(/^INCONCLUSIVE/)
      .and.to.match(reason);
    expect(text).to.match(/! 3 of 40 audited rows get another prediction/);
    expect(await renderJunit(audited)).to.match(/<error message="[^"]*runs again on cpu with 2 threads/);
    const sarif = renderSarif(audited);
    expect(sarif).to.match(reason).and.to.include('"warning/unstable-predictions"');
  });
});

describe("an audit of a regression that ran more than once", () => {
  /** Two rows of either group with the label 1; those of b are predicted `shift` too high. */
  const rows = (shift: number) => ({
    name: "group",
    groups: ["a", "b"],
    group: Int32Array.of(0, 0, 1, 1),
    label: Float64Array.of(1, 2, 1, 2),
    prediction: Float64Array.of(1, 2, 1 + shift, 2 + shift),
  });
  const audit = (shifts: readonly number[] | undefined, maxErrorGap: number | null = 1) =>
    auditRegression({
      attributes: [rows(0)],
      version: "1",
      labelBins: { edges: [0, 3] },
      settings: { minimumSupport: 1, draws: 20, maxErrorGap },
      stability: shifts?.map((shift, i) => ({ provider: "cpu", threads: i + 1, attributes: [rows(shift)] })),
    });

  it("is that of the first run where the verdict is the same in all of them", () => {
    const { stability, ...rest } = audit([0, 0.9]);
    expect(rest).to.deep.equal(audit(undefined));
    expect(audit(undefined)).not.to.have.property("stability");
    expect(stability).to.deep.equal({
      runs: [
        { provider: "cpu", threads: 1 },
        { provider: "cpu", threads: 2 },
      ],
      verdictDepends: false,
    });
    expect(audit([2], null).stability!.verdictDepends).to.equal(null);
  });

  it("is inconclusive where another run is judged otherwise, and says so in every format", async () => {
    const report = audit([0, 1.1]);
    const reason =
      "0.000 is within the limit 1, but the gate is violated where the model runs again on cpu with 2 threads";
    expect(report.verdict).to.equal("inconclusive");
    expect(report.rules[0]).to.deep.include({ verdict: "inconclusive", reason, value: 0 });
    expect(report.warnings.map(({ code }) => code)).to.include("unstable-predictions");
    const said =
      "Stability: the model ran again on cpu with 1 thread and on cpu with 2 threads; the verdict depends on";
    const flat = (text: string) => text.replace(/\s+/g, " ");
    for (const page of [renderText(report), renderMarkdown(report), renderHtml(report)]) {
      expect(flat(page)).to.include(reason).and.to.include(said);
    }
    expect(await renderJunit(report)).to.include(reason);
    expect(renderSarif(report)).to.include('"warning/unstable-predictions"');
  });
});
