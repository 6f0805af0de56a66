/**
 * What the tests of this repository look at besides what the package exports. Not published, and no part of the API.
 *
 * @module
 */
export { exactSum } from "./gates/exact-sum.js";
export { findAttribute, findGroup } from "./gates/find-group.js";
export { halfToNumber, numberToHalf } from "./inspect/half.js";
export { inputBytes, inputSizes } from "./preflight/prepare-inputs.js";
export { contradiction, formatSeen, lookAt } from "./inspect/output-kind/values-seen.js";
export { listNames } from "./preflight/list-names.js";
export { fitNames } from "./render/fit-names.js";
export { fitWidth, jsonPieces, textWidth } from "./render/display-text.js";
export { gapChart } from "./render/charts.js";
export { arrangeGroups } from "./render/arrange-groups.js";
export { htmlPage } from "./render/html-page.js";
export { htmlTable } from "./render/html-table.js";
export { orderGroups } from "./render/order-groups.js";
export { gapFigures, otherFigures, performanceFigures } from "./render/figures.js";
export { mainRates } from "./render/main-rates.js";
export {
  countOf,
  formatCount,
  formatGap,
  formatLevel,
  formatPValue,
  formatRate,
  formatScore,
  plainPValue,
} from "./render/numbers.js";
export { originFigures, subject, worstFirst } from "./render/sections/describe-audit.js";
export { formatAmount } from "./render/regression-words.js";
export { exclusions, rowSentence } from "./render/row-text.js";
export { classRateTables } from "./render/sections/class-rate-tables.js";
export { clusterSection, clusterSentence } from "./render/sections/cluster-section.js";
export { conditionSection, conditionSentence } from "./render/sections/condition-section.js";
export { inNaturalOrder } from "./history/in-natural-order.js";
export { furthestGroups } from "./render/history/history-charts.js";
export { namesApart } from "./render/names-apart.js";
export { optionPieces } from "./render/sections/option-pieces.js";
export { referenceSection, referenceSummary } from "./render/sections/reference-section.js";
export { resolveReferences } from "./report/resolve-references.js";
export { byEvidence, groupEvidenceTable } from "./render/sections/group-evidence-section.js";
export { chanceSentence, openingSentences } from "./render/sections/opening.js";
export { partingSentence } from "./render/sections/parting-sentence.js";
export { decisionSection, otherRuleSentence } from "./render/sections/decision-section.js";
export { graphSection, graphSentence } from "./render/sections/graph-section.js";
export { headings } from "./render/sections/headings.js";
export { powerSentence } from "./render/sections/power-text.js";
export { rateSection } from "./render/sections/attribute-section.js";
export { scoreSection, scoreSentence } from "./render/sections/score-section.js";
export type { Piece, Section, Table } from "./render/sections/section.js";
export { weightSection, weightSentence } from "./render/sections/weight-section.js";
export { thresholdChart } from "./render/threshold-chart.js";
export { verdictSentence } from "./render/verdict-text.js";
export { stabilitySection, stabilitySentence } from "./render/sections/stability-section.js";
export { holdUncounted } from "./verdict/hold-uncounted.js";
export { holdUnstable } from "./verdict/hold-unstable.js";
export { layerwiseKernels } from "./layerwise/kernels.wasm.js";
export { TileMemory } from "./layerwise/tile-memory.js";
export { tileSizes } from "./layerwise/tile-sizes.js";
export { cudaLibraries, preloadCuda } from "./session/cuda-libraries.js";
export { idMakers } from "./session/id-makers.js";
export { cudaRemedy, webGpuRemedy } from "./session/provider-definition.js";
export { isArithmetic, placementOf, provePlacement, readPlacement, type PlacedNode } from "./session/placement.js";
export { choleskyFactor } from "./statistics/cluster/cholesky-factor.js";
export { clusterScores } from "./statistics/cluster/cluster-scores.js";
export { comparedCounts } from "./statistics/cluster/compared-counts.js";
export { comparedLabels } from "./statistics/cluster/compared-labels.js";
export { randomSums } from "./statistics/cluster/random-sums.js";
export { scoreSums } from "./statistics/cluster/score-sums.js";
export { studentQuantile } from "./statistics/cluster/student-quantile.js";
export { weightedSums, type ClusterVectors } from "./statistics/cluster/weighted-sums.js";
export { dealtStatistic } from "./statistics/dependence/dealt-statistic.js";
export { dependenceMeter } from "./statistics/dependence/dependence-meter.js";
export { dealtTestSteps } from "./statistics/dependence/dependence-test.js";
export { groupEvidence } from "./statistics/dependence/group-evidence.js";
export { logFactorial, tabulateLogFactorials } from "./statistics/log-factorial.js";
export { logHypergeometricRatio } from "./statistics/log-hypergeometric-ratio.js";
export { pairSearch } from "./statistics/pair-search.js";
export { drawSteps, finishSteps, takeSteps, type DrawsDone } from "./statistics/steps.js";
export { memories, runningBets } from "./statistics/sequential/bets.js";
export { cellEvidence } from "./statistics/sequential/cell-evidence.js";
export { gapSequence } from "./statistics/sequential/gap-sequence.js";
export { logRatio, twoSampleLogEValue } from "./statistics/sequential/log-e-value.js";
export { standingGap, standingRate } from "./statistics/sequential/standing-bet.js";
export { monitoredCells } from "./statistics/sequential/monitored-cells.js";
export { gapEvidence } from "./statistics/sequential/gap-evidence.js";
export { RateTable } from "./statistics/sequential/rate-table.js";
export { nearestNull } from "./statistics/sequential/nearest-null.js";
export { referenceBounds } from "./statistics/sequential/reference-bounds.js";
export { strataOf, strataOfAll, type Stratum } from "./statistics/stratum.js";
export { cellDealer, rowDealer } from "./statistics/stratum-dealer.js";
export { gapChange, type OutcomePair } from "./statistics/paired/gap-change.js";
export { comparedGroups, gapOfCounts } from "./statistics/paired/gap-of-counts.js";
export { HalfBinomial, fewHeads } from "./statistics/paired/half-binomial.js";
export { changeOfLargest } from "./statistics/paired/change-of-largest.js";
export { swapTestSteps } from "./statistics/paired/swap-test-steps.js";
export { dealTestSteps } from "./statistics/paired/deal-test-steps.js";
export { fisherTest } from "./statistics/paired/fisher-test.js";
export { largestLossPValue, largestMcNemarPValue } from "./statistics/paired/mcnemar-test.js";
