/** Inputs of public bug reports on gates, and what is right on them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  auditOutcomes,
  gatedMetric,
  gatedMetrics,
  isBlocking,
  judgeEvidence,
  judgePoint,
  type AuditReport,
  type RuleKind,
} from "@evenodds/auditor";
import { UsageError, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { auditCase, equal, unequal } from "../cli/support/audit-case.js";
import { useTempFolder } from "../cli/support/temp-folder.js";
import { countsOf, reportOf } from "../support/audit-reports.js";
import { runCli } from "../support/fake-terminal.js";
import { anyOutcomes } from "../support/outcomes.js";

describe("a metric that is NaN (bmad-method-test-architecture-enterprise PR#116)", () => {
  const evidence = (lower: number, upper: number) => ({
    ...{ comparisons: 1, worst: null, surest: null, lower, upper, reason: null },
  });

  it("is inconclusive and not zero to the shell by default", () => {
    for (const limit of [0, 0.5, 1]) {
      const gap = { status: "estimated", value: NaN, reason: null } as const;
      expect(judgePoint(gap, limit).verdict).to.equal("inconclusive");
      for (const [lower, upper] of [
        [NaN, NaN],
        [NaN, 0],
        [0, NaN],
      ] as const) {
        const verdict = judgeEvidence(
          { gap: { status: "estimated", reason: null }, evidence: evidence(lower, upper) },
          limit,
        ).verdict;
        expect(verdict).to.equal("inconclusive");
      }
    }
    expect(isBlocking("inconclusive", "fail")).to.equal(true);
  });

  it("cannot be a limit either", () => {
    for (const limit of [NaN, Infinity, -Infinity, -0.1, 1.1]) {
      expect(() => judgePoint({ status: "estimated", value: 0, reason: null }, limit)).to.throw(UsageError);
    }
  });
});

describe("everything is undefined or too small (Aequitas and deepchecks in source)", () => {
  const nothing: Record<string, OutcomeCounts> = {
    "no rows": countsOf(["0", "1"], {
      a: [
        [0, 0],
        [0, 0],
      ],
      b: [
        [0, 0],
        [0, 0],
      ],
    }),
    "small cells only": countsOf(["0", "1"], {
      a: [
        [2, 1],
        [1, 2],
      ],
      b: [
        [3, 0],
        [0, 3],
      ],
    }),
    "one group": countsOf(["0", "1"], {
      a: [
        [90, 10],
        [10, 90],
      ],
    }),
    "groups that share no label": countsOf(["0", "1"], {
      a: [
        [90, 10],
        [0, 0],
      ],
      b: [
        [0, 0],
        [10, 90],
      ],
    }),
  };
  for (const [name, outcomes] of Object.entries(nothing)) {
    it(`is inconclusive, never a pass: ${name}`, () => {
      for (const rule of ["point", "evidence"] as const) {
        const report = reportOf(outcomes, { settings: { maxGap: 1, rule } });
        expect(report.verdict).to.equal("inconclusive");
        expect(report.rules[0]!.value).to.equal(null);
        expect(report.rules[0]!.reason).not.to.equal("");
      }
    });
  }
});

describe("value −0.056 and limit 0.05 (fairpipe#27)", () => {
  const folder = useTempFolder();

  it("is violated: a two-sided metric is judged by its magnitude", () => {
    const gap = { status: "estimated", value: -0.056, reason: null } as const;
    expect(judgePoint(gap, 0.05).verdict).to.equal("violated");
    expect(judgePoint({ ...gap, value: 0.056 }, 0.05).verdict).to.equal("violated");
    expect(judgePoint({ ...gap, value: -0.044 }, 0.05).verdict).to.equal("pass");
  });

  it("has one verdict whichever group is better off, in the library and on the command line", async () => {
    // 500 rows a cell: 444 and 472 are recognised, a difference of 0.056.
    const groups = {
      low: [
        [450, 50],
        [56, 444],
      ],
      high: [
        [450, 50],
        [28, 472],
      ],
    };
    const turned = { high: groups.low, low: groups.high };
    for (const [at, counts] of [groups, turned].entries()) {
      const outcomes = countsOf(["0", "1"], counts);
      const lines = Object.entries(counts).flatMap(([group, labels]) =>
        labels.flatMap((row, y) => row.map((n, p) => `${group},${y},${p},${n}`)),
      );
      await folder.write({ [`${at}.csv`]: ["g,y,p,count", ...lines, ""].join("\n") });
      const table = ["--counts", folder.at(`${at}.csv`), "--label", "y", "--prediction", "p", "--sensitive", "g"];
      for (const [limit, verdict, code] of [
        [0.05, "violated", 1],
        [0.056, "pass", 0],
      ] as const) {
        const report = reportOf(outcomes, { settings: { maxGap: limit } });
        expect(report.rules[0]!.value).to.equal(0.056);
        expect(report.verdict).to.equal(verdict);
        const result = await runCli(["audit", ...table, "--max-gap", String(limit), "--json"]);
        expect(result.code).to.equal(code);
        expect((JSON.parse(result.out) as AuditReport).verdict).to.equal(verdict);
      }
    }
  });
});

describe("no limits are configured (tfx#5148)", () => {
  const folder = useTempFolder();
  it("is said, ends with 0, and with 2 where a gate is required, however large the gap is", async () => {
    for (const rows of [equal, unequal]) {
      await folder.write(auditCase(rows));
      const audit = (...flags: string[]) =>
        runCli(["audit", folder.at("model.onnx"), folder.at("graph"), "--min-support", "1", ...flags]);
      const { code, out } = await audit();
      expect(code).to.equal(0);
      expect(out).to.match(/no gate configured/i);
      expect((JSON.parse((await audit("--json")).out) as AuditReport).verdict).to.equal("no-gate");
      expect((await audit("--require-gate")).code).to.equal(2);
    }
  });
});

describe("a gate names AUC, the metric is auc (Building-ML-Pipelines#22)", () => {
  it("is refused before anything is computed, with the valid names and the near one", () => {
    for (const [name, near] of [
      ["AUC", "equalizedOddsDifference"],
      ["EqualizedOddsDifference", "equalizedOddsDifference"],
      ["equalized_odds_difference", "equalizedOddsDifference"],
      ["demographicParityDiference", "demographicParityDifference"],
      ["", "diagonalRecallGap"],
    ] as const) {
      expect(() => gatedMetric(name)).to.throw(UsageError, near);
    }
    for (const metric of gatedMetrics) expect(gatedMetric(metric)).to.equal(metric);
  });

  it("is refused in a list of gates of an audit, and so is an unknown attribute", () => {
    const outcomes = countsOf(["0", "1"], {
      a: [
        [9, 1],
        [1, 9],
      ],
      b: [
        [9, 1],
        [1, 9],
      ],
    });
    const gate = { metric: "equalizedOddsDifference", attribute: "grup", limit: 0.1, rule: "point" } as const;
    expect(() => reportOf(outcomes, { gates: [gate] })).to.throw(UsageError, /did you mean "group"/);
  });
});

describe("an optional package is there or not (fairpipe#37)", () => {
  const sources = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name));

  it("changes no verdict: figures and verdicts ask nothing of the machine", () => {
    const folders = ["verdict", "report", "statistics"].map((name) => `packages/auditor/src/${name}`);
    // How much memory there is, and is held, decides whether and how something runs, and no figure.
    const ofMemory = /\/(machine|free)-memory\.ts$/;
    const files = [...folders, "packages/core/src"].flatMap(sources).filter((file) => !ofMemory.test(file));
    expect(files.length).to.be.above(80);
    for (const file of files) {
      expect(readFileSync(file, "utf8"), file).not.to.match(
        /\bawait import\(|\brequire\(|\bprocess\.|createRequire|navigator\b/,
      );
    }
  });

  it("is not possible: no package that counts or judges has optional dependencies, and the command one to train", () => {
    const optional = (name: string) => {
      const text = readFileSync(`packages/${name}/package.json`, "utf8");
      const { optionalDependencies = {}, peerDependenciesMeta = {} } = JSON.parse(text) as Record<string, object>;
      return Object.keys({ ...optionalDependencies, ...peerDependenciesMeta });
    };
    for (const name of ["core", "auditor", "data"]) expect(optional(name), name).to.deep.equal([]);
    expect(optional("cli")).to.deep.equal(["@evenodds/trainer"]);
  });

  it("follows from the input: the same counts and settings have the same verdict", () => {
    fc.assert(
      fc.property(anyOutcomes(), fc.constantFrom<RuleKind>("point", "evidence"), (outcomes, rule) => {
        const audit = () =>
          auditOutcomes({
            attributes: [{ name: "group", outcomes }],
            version: "0",
            settings: { maxGap: 0.1, rule, draws: 5 },
          });
        expect(JSON.stringify(audit())).to.equal(JSON.stringify(audit()));
      }),
      { numRuns: 30 },
    );
  });
});
