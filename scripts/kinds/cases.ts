/** What adding a kind to its list begins with, and every file in which the compiler then has to ask for something. */
export interface KindCase {
  readonly title: string;
  /** Heading of its recipe in CONTRIBUTING.md, which names the same files. */
  readonly recipe: string;
  /** The one edit that adds the kind `newcomer`: text of a file that is there once, and what takes its place. */
  readonly edit: { readonly file: string; readonly find: string; readonly replace: string };
  /** Files with errors after that edit, and no others. */
  readonly asks: readonly string[];
}

/** Every list of kinds that the compiler guards. */
export const kindCases: readonly KindCase[] = [
  {
    title: "a layer",
    recipe: "Add a layer",
    edit: {
      file: "packages/core/src/model/layer.ts",
      find: '  "jumping-knowledge",\n] as const',
      replace: '  "jumping-knowledge",\n  "newcomer",\n] as const',
    },
    asks: [
      "packages/core/src/model/layer.ts",
      "packages/core/src/model/weighing.ts",
      "packages/core/src/model/weight-shapes.ts",
      "packages/exporter/src/layers/translation-of.ts",
      "packages/trainer/src/layers/definition-of.ts",
    ],
  },
  {
    title: "an execution provider",
    recipe: "Add an execution provider",
    edit: {
      file: "packages/core/src/contract/provider.ts",
      find: 'webgpu: "WebGpuExecutionProvider",',
      replace: 'webgpu: "WebGpuExecutionProvider",\n  newcomer: "NewcomerExecutionProvider",',
    },
    asks: ["packages/auditor/src/session/provider-definition.ts", "packages/cli/src/doctor/check-providers.ts"],
  },
  {
    title: "an SQL engine",
    recipe: "Add an SQL engine",
    edit: {
      file: "packages/data/src/outcomes/engine/sql-engine.ts",
      find: 'trino: "server" }',
      replace: 'trino: "server", newcomer: "server" }',
    },
    asks: [
      "packages/cli/src/actions/requested-source.ts",
      "packages/cli/src/gates/check-secret.ts",
      "packages/cli/src/options/audit-options.ts",
      "packages/cli/src/options/audit-subjects.ts",
      "packages/evenodds/src/audit/audit-table.ts",
    ],
  },
  {
    title: "a rule kind",
    recipe: "Add a rule kind",
    edit: {
      file: "packages/auditor/src/verdict/verdict.ts",
      find: 'ruleKinds = ["point", "evidence"]',
      replace: 'ruleKinds = ["point", "evidence", "newcomer"]',
    },
    asks: [
      "packages/auditor/src/render/sections/decision-section.ts",
      "packages/auditor/src/report/audit-report.ts",
      "packages/auditor/src/report/gate-report.ts",
      "packages/auditor/src/verdict/rule-definitions.ts",
    ],
  },
  {
    title: "a metric of the report",
    recipe: "Add a metric",
    edit: {
      file: "packages/auditor/src/report/metrics.ts",
      find: '  "accuracyDifference",\n] as const',
      replace: '  "accuracyDifference",\n  "newcomer",\n] as const',
    },
    asks: ["packages/auditor/src/render/figures.ts", "packages/auditor/src/report/metrics.ts"],
  },
  {
    title: "a metric that a gate can limit",
    recipe: "Add a metric",
    edit: {
      file: "packages/auditor/src/verdict/verdict.ts",
      find: '  "demographicParityDifference",\n] as const',
      replace: '  "demographicParityDifference",\n  "newcomer",\n] as const',
    },
    asks: [
      "packages/auditor/src/report/gated-disparity.ts",
      "packages/auditor/src/render/verdict-text.ts",
      "packages/auditor/src/verdict/gated-metric-definitions.ts",
    ],
  },
  {
    title: "a figure of a sweep",
    recipe: "Add a metric",
    edit: {
      file: "packages/experiments/src/sweep/sweep-figures.ts",
      find: "  accuracy: { ...share,",
      replace: '  newcomer: { ...share, title: "newcomer" },\n  accuracy: { ...share,',
    },
    asks: ["packages/experiments/src/sweep/part-figures.ts"],
  },
  {
    title: "a format of the full report",
    recipe: "Add a report format",
    edit: {
      file: "packages/auditor/src/render/report-formats.ts",
      find: 'html: "report.html" }',
      replace: 'html: "report.html", newcomer: "report.new" }',
    },
    asks: ["packages/evenodds/src/write-report.ts"],
  },
  {
    title: "a format with a flag of its own",
    recipe: "Add a report format",
    edit: {
      file: "packages/auditor/src/render/report-formats.ts",
      find: 'ciFormats = ["junit", "sarif", "summary"]',
      replace: 'ciFormats = ["junit", "sarif", "summary", "newcomer"]',
    },
    asks: [
      "packages/cli/src/options/audit-options.ts",
      "packages/cli/src/actions/ci-files.ts",
      "packages/cli/src/commands/gate.ts",
      "packages/cli/src/actions/gate-outputs.ts",
    ],
  },
];
