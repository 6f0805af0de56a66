export { formatTensor } from "./inspect/describe-tensor.js";
export type { ExternalFile } from "./inspect/external-files.js";
export { inspectModel } from "./inspect/inspect-model.js";
export { findingText, type ModelFinding } from "./inspect/model-findings.js";
export { taskOf, type DecidedOutput } from "./inspect/output-kind/decide-output.js";
export type { OutputDescription } from "./inspect/output-kind/describe-output.js";
export type { GraphEvidence } from "./inspect/output-kind/graph-evidence.js";
export { outputKinds, type KnownBy, type OutputKind, type OutputMeaning } from "./inspect/output-kind/output-kind.js";
export type { ModelDescription, ModelMetadata, TensorDescription } from "./inspect/model-description.js";
export { predictClasses, type Logits, type Predictions } from "./predictions/predict-classes.js";
export {
  expandLogit,
  classProbabilities,
  classPredictions,
  type ClassifierOutput,
  softmax,
} from "./predictions/classifier-output.js";
export { classIds, namesOfIds } from "./predictions/class-ids.js";
export { decideRun } from "./predictions/decide-run.js";
export { nonFinitePolicies, type NonFinite } from "./predictions/non-finite-error.js";
export { predictNumbers, type NumericPredictions } from "./predictions/predict-numbers.js";
export { checkLabelKind } from "./preflight/check-label-kind.js";
export { matchClasses, recodeLabels, type ClassMatch } from "./preflight/match-classes.js";
export {
  featureOrder,
  featureOrderNote,
  inFeatureOrder,
  reportedFeatures,
  type FeatureOrder,
  type ReportedFeatures,
} from "./preflight/feature-order.js";
export { featureScales, type FeatureScales } from "./preflight/feature-scales.js";
export { recordedClasses, recordedFeatures, type RecordedNames } from "./preflight/recorded-names.js";
export { bindColumns, type BoundColumns, type ColumnMap } from "./preflight/bind-columns.js";
export { blankNote, prepareColumns } from "./preflight/prepare-columns.js";
export { featureInput, type BoundInput, type InputMap } from "./preflight/bind-inputs.js";
export {
  bindModel,
  bindOutput,
  outputColumns,
  type BindingOptions,
  type ModelBinding,
} from "./preflight/bind-model.js";
export { isIds } from "./preflight/pick-output.js";
export { inputRoles, type InputRole } from "./preflight/input-role.js";
export {
  columnsNote,
  inputNote,
  reportedColumns,
  reportedInputs,
  type ReportedInput,
} from "./preflight/reported-inputs.js";
export {
  classOrderNote,
  classOrderWarnings,
  resolveClasses,
  type ClassOrder,
  type ClassSides,
  type GraphClasses,
  type NamedClass,
} from "./preflight/resolve-classes.js";
export {
  describeInputs,
  type DescribedInput,
  type DescribedInputs,
  type InputDescription,
} from "./preflight/describe-inputs.js";
export { edgeAttributeNotes } from "./preflight/edge-attribute-notes.js";
export { prepareInputs, type FedInput } from "./preflight/prepare-inputs.js";
export { resolveTask } from "./preflight/resolve-task.js";
export { renderAnnotations } from "./render/ci/render-annotations.js";
export { checkReportGate, hasIntervals, type Threshold } from "./gates/check-report-gate.js";
export { parseSubgroup } from "./gates/find-group.js";
export { checkDay } from "./gates/gate-waiver.js";
export { gateRunVerdict, judgeGates, type GatedAudit, type GateRun, type GateRunVerdict } from "./gates/gate-run.js";
export { ruleFindings } from "./gates/rule-findings.js";
export { isUnsteady } from "./gates/steady-judgement.js";
export { judgeGate } from "./gates/judge-gate.js";
export {
  baselineMetric,
  gateSeverities,
  type GateFinding,
  type GateOutcome,
  type GateSeverity,
  type GateWaiver,
  type GroupPart,
  type ReportGate,
} from "./gates/report-gate.js";
export { reportMetrics, type ReportMetric } from "./gates/report-metrics.js";
export { renderGatesAnnotations } from "./render/gates/render-gates-annotations.js";
export { renderGatesJunit } from "./render/gates/render-gates-junit.js";
export { renderGatesMarkdown } from "./render/gates/render-gates-markdown.js";
export { mostSarifRuns, renderGatesSarif } from "./render/gates/render-gates-sarif.js";
export { renderGatesSummary } from "./render/gates/render-gates-summary.js";
export { renderGatesText } from "./render/gates/render-gates-text.js";
export { renderJunit } from "./render/ci/render-junit.js";
export { renderSarif, type SarifOptions } from "./render/ci/render-sarif.js";
export { renderSummary, summaryBytes } from "./render/ci/render-summary.js";
export { displayText, jsonText, showControls } from "./render/display-text.js";
export { plainPalette, type Palette } from "./render/palette.js";
export { renderJson, renderJsonPieces } from "./render/render-json.js";
export {
  ciFormats,
  comparisonFiles,
  gateFiles,
  reportFiles,
  type CiFormat,
  type ReportFormat,
} from "./render/report-formats.js";
export { escapeMarkdown } from "./render/markdown-text.js";
export { renderMarkdown } from "./render/render-markdown.js";
export { wrapText } from "./render/text-layout.js";
export { renderText, type TextOptions } from "./render/render-text.js";
export { checkInputs } from "./preflight/prepare-inputs.js";
export type { ArcBatch, ArcBatches } from "./layerwise/arc-tiles.js";
export { RowFile, rowsOf, type RowSource } from "@evenodds/core";
export { hasRoom } from "./layerwise/tile-sizes.js";
export { runPlan, type PlanInputs, type PlanRunOptions } from "./layerwise/run-plan.js";
export { checkDataFiles } from "./session/check-data-files.js";
export { losesUpdates } from "./session/loses-updates.js";
export type { ModelRun, ModelSession } from "./session/model-session.js";
export { machineMemory } from "@evenodds/core";
export { openNodeSession, type NodeSessionOptions } from "./session/open-node-session.js";
export { openSession, type SessionOptions } from "./session/open-session.js";
export {
  checkCudaLibraries,
  cudaFolder,
  describeCudaLibraries,
  type CudaLibraryState,
} from "./session/cuda-libraries.js";
export { onnxRuntimeVersion, runtimeFolder } from "./session/runtime-package.js";
export { formatPlacement, type Placement } from "./session/placement.js";
export type {
  AttributeReport,
  AuditReport,
  AuditSettings,
  CellReport,
  ClassDisparity,
  EqualizedOddsReport,
  EvidenceDecision,
  OneVsRestReport,
  PerformanceReport,
  PredictionRate,
  ReportedClassOrder,
  ReportedData,
  ReportedModel,
  ReportedSelection,
  ReportWarning,
  RowAccounting,
  GateReport,
  SelectionReport,
} from "./report/audit-report.js";
export { knownByText, meaningText, reportedOutput, type ReportedOutput } from "./report/reported-output.js";
export type { ClusterReport, ConditionalReport, ScoreReport } from "./report/optional-reports.js";
export type { BoundedFigure, ReferenceCell, ReferenceComparison, ReferenceReport } from "./report/reference-report.js";
export type { AttributeExtras } from "./report/attribute-report.js";
export type { OptionValue, ReportedOptions } from "./report/reported-options.js";
export {
  makeHistory,
  type History,
  type HistoryAudit,
  type HistoryEntry,
  type HistorySeries,
} from "./history/history.js";
export {
  recordedAudit,
  type RecordedAttribute,
  type RecordedAudit,
  type RecordedGroup,
  type RecordedMetric,
} from "./history/recorded-audit.js";
export { defaultSettings } from "./report/default-settings.js";
export {
  auditOutcomes,
  auditOutcomesInSteps,
  type AuditedAttribute,
  type AuditInput,
} from "./report/audit-outcomes.js";
export {
  compareOutcomes,
  compareOutcomesInSteps,
  type ComparedAttribute,
  type ComparisonInput,
} from "./report/compare-outcomes.js";
export { comparedReports, type ComparedReportsOptions } from "./report/compared-reports.js";
export type {
  AttributeComparison,
  CellChange,
  ChangeFinding,
  ComparedSource,
  ComparisonReport,
  ComparisonSettings,
  ReportedChangeTest,
  RightChange,
  RightRate,
} from "./report/comparison-report.js";
export { readReport } from "./report/read-report.js";
export type { RepeatedRun, StabilityInput, StabilityReport, StabilityRun } from "./report/stability-report.js";
export { runText } from "./report/stability-report.js";
export { auditRegression, auditRegressionInSteps, type RegressionInput } from "./report/audit-regression.js";
export type { RegressionAttribute } from "./report/regression-attribute.js";
export type {
  ErrorCellReport,
  ErrorGapReport,
  LabelBinReport,
  RegressionAttributeReport,
  RegressionReport,
  RegressionGateReport,
  RegressionSettings,
  RegressionStability,
} from "./report/regression-report.js";
export { renderMonitorText } from "./render/monitor/render-monitor-text.js";
export { renderPrometheus } from "./render/monitor/render-prometheus.js";
export type { MonitoredAttribute, MonitoredBatch, MonitorReport } from "./report/monitor-report.js";
export { errorPermutationTest, type ErrorPermutationReport } from "./statistics/error-permutation-test.js";
export type { DrawsDone, StepsHooks } from "./statistics/steps.js";
export { describeGap } from "./report/describe-gap.js";
export {
  clusterBootstrap,
  defaultBootstrapDraws,
  type ClusterBootstrapReport,
} from "./statistics/cluster/cluster-bootstrap.js";
export type { ClusterCounts } from "@evenodds/core";
export { clusterCounts, type ClusteredRows } from "./statistics/cluster/cluster-counts.js";
export { clusterIntervals, type ClusterIntervalReport } from "./statistics/cluster/cluster-intervals.js";
export { clusterTest, type ClusterTestReport } from "./statistics/cluster/cluster-test.js";
export { mostExactTables } from "./statistics/exact-distribution.js";
export { holmAdjusted } from "./statistics/holm-adjusted.js";
export { limitPValue } from "./statistics/limit-p-value.js";
export { evidencePower, type PowerReport } from "./statistics/evidence-power.js";
export { drawHypergeometric, type Urn, drawMultivariateHypergeometric } from "./statistics/draw-hypergeometric.js";
export { newcombeInterval } from "./statistics/newcombe-interval.js";
export { koopmanInterval } from "./statistics/koopman-interval.js";
export { normalQuantile } from "./statistics/normal-quantile.js";
export { defaultAlpha, defaultDraws } from "./statistics/defaults.js";
export { dependenceTest } from "./statistics/dependence/dependence-test.js";
export type { DependenceReport, RankedMeasure } from "./statistics/dependence/dependence-tally.js";
export type { ComparedCell, GroupEvidence, GroupTest } from "./statistics/dependence/group-evidence.js";
export {
  mantelHaenszelDifference,
  type CommonDifference,
  type FractionPair,
} from "./statistics/dependence/mantel-haenszel-difference.js";
export { permutationTest, type PermutationReport } from "./statistics/permutation-test.js";
export type { Pairing } from "./statistics/paired/change-spread.js";
export type { OutcomePair } from "./statistics/paired/gap-change.js";
export { mcnemarTest, type Discordant } from "./statistics/paired/mcnemar-test.js";
export type { ChangeTest } from "./statistics/paired/swap-test-steps.js";
export {
  monitorGaps,
  type CellState,
  type MonitorLook,
  type Monitoring,
  type MonitorOptions,
} from "./statistics/sequential/monitor-gaps.js";
export type { CellGap, GapSide } from "./statistics/sequential/cell-gaps.js";
export { monitoredPredictions, type MonitoredPredictions } from "./statistics/sequential/monitored-cells.js";
export { simultaneousIntervals, type EvidenceReport, type PairInterval } from "./statistics/simultaneous-intervals.js";
export { wilsonInterval, type Fraction, type Interval } from "./statistics/wilson-interval.js";
export { baselineFindings, type BaselineGate } from "./baseline/baseline-findings.js";
export { baselineOf, readBaseline, renderBaseline, type Baseline } from "./baseline/baseline.js";
export {
  judgeBaseline,
  tightenedBaseline,
  type BaselineJudgement,
  type HeldAttribute,
  type HeldCell,
} from "./baseline/judge-baseline.js";
export { judgementSentences, renderBaselineJudgement } from "./baseline/render-baseline-judgement.js";
export { checkLimit, checkGates, gatedMetric } from "./verdict/check-gates.js";
export { formatBeside } from "./verdict/format-beside.js";
export { judgeEvidence } from "./verdict/judge-evidence.js";
export { judgePoint } from "./verdict/judge-point.js";
export { isBlocking, worstVerdict } from "./verdict/worst-verdict.js";
export {
  gatedMetrics,
  inconclusivePolicies,
  ruleKinds,
  type GatedMetric,
  type Judgement,
  type OnInconclusive,
  type Gate,
  type RuleKind,
  type RunVerdict,
  type Verdict,
} from "./verdict/verdict.js";
export { sideBySide, type SideBySideRow, type NamedReport } from "./render/side-by-side.js";
export { renderComparisonMarkdown } from "./render/render-comparison-markdown.js";
export { renderComparisonText, type ComparisonTextOptions } from "./render/render-comparison-text.js";
export { renderSideBySideText } from "./render/render-side-by-side-text.js";
export {
  describeGraph,
  type AttributeGraphFindings,
  type BucketGap,
  type GraphAudit,
  type GraphReport,
} from "./report/describe-graph.js";
