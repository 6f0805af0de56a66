import { minimum } from "@evenodds/core";
import type { Stratum } from "../stratum.js";
import { dealtStatistic, type DealtStatistic } from "./dealt-statistic.js";
import { dependenceMeter, type DependenceMeasures } from "./dependence-meter.js";
import type { GroupTest } from "./group-evidence.js";

/** Test of any dependence of predictions on the group, given the true label. */
export interface DependenceReport {
  /** Tables drawn at random; 0 where the test was not run. */
  readonly draws: number;
  /** Null where the test was not run. */
  readonly pValue: number | null;
  /** What the p-value is made of, each with the share of tables that reach it; null where the test was not run. */
  readonly measures: { readonly [Name in keyof DependenceMeasures]: RankedMeasure } | null;
  readonly reason: string | null;
}

export interface RankedMeasure {
  readonly value: number;
  /** Share of all tables, the observed one included, with a value at least as large. */
  readonly reach: number;
}

/** Gathers what deals say about dependence. */
export interface DependenceTally {
  /** Measures the strata's tables as dealt. */
  readonly visit: () => void;
  /** After all deals. */
  readonly report: () => { readonly dependence: DependenceReport; readonly groups: readonly GroupTest[] };
}

const names = ["deviance", "pearson", "common"] as const;

/**
 * Returns the test of "within each label, predictions do not depend on the group" against any dependence, and that of
 * each group, for strata that hold the observed tables and are then dealt `draws` times.
 *
 * Three measures (see `dependenceMeter`) are taken of the observed table and of every deal. Each is ranked among all of
 * them: its share is that of the tables, itself included, with a value at least as large. T is a table's smallest share
 * of the three, and the p-value is the share of tables with a T no larger than the observed one. The observed table is
 * one of `draws + 1` that are equally likely under the hypothesis, so the p-value holds at any size of cells. Together
 * they see a group that is worse everywhere, one cell, and errors that go elsewhere, where the largest raw difference
 * is ruled by the smallest cells.
 *
 * A group's p-values are the shares of tables whose largest |z| of any group, or largest deviance of any cell, reach
 * the group's own, which adjusts for all groups and cells. "The rest" holds all other groups, those that are
 * themselves treated differently included.
 *
 * Source: Westfall and Young 1993 for maxima over groups; Pesarin 2001 for combining dependent tests by ranks.
 */
export function dependenceTally(
  strata: readonly Stratum[],
  { groups, draws }: { readonly groups: number; readonly draws: number },
): DependenceTally {
  const meter = dependenceMeter(strata, groups);
  const observed = meter.measure();
  const byGroup = meter.byGroup();
  const values = { deviance: column(draws), pearson: column(draws), common: column(draws) };
  let at = 0;
  const keep = (measures: DependenceMeasures) => {
    for (const name of names) values[name][at] = measures[name];
    at++;
  };
  keep(observed);
  return {
    visit: () => {
      keep(meter.measure());
    },
    report: () => {
      const ranked = {
        deviance: dealtStatistic(values.deviance),
        pearson: dealtStatistic(values.pearson),
        common: dealtStatistic(values.common),
      };
      return {
        dependence: {
          draws,
          pValue: combined(names.map((name) => ranked[name].shares())),
          measures: {
            deviance: rankedMeasure(ranked.deviance),
            pearson: rankedMeasure(ranked.pearson),
            common: rankedMeasure(ranked.common),
          },
          reason: null,
        },
        groups: byGroup.map(({ z, cell }) => {
          const commonPValue = z === null ? null : ranked.common.reach(Math.abs(z));
          const cellPValue = cell === null ? null : ranked.deviance.reach(cell.deviance);
          return { z, commonPValue, cellPValue, pValue: twiceSmaller(commonPValue, cellPValue) };
        }),
      };
    },
  };
}

/** What stands in place of a test that was not run. */
export function untestedDependence(reason: string): DependenceReport {
  return { draws: 0, pValue: null, measures: null, reason };
}

const column = (draws: number) => new Float64Array(draws + 1);

function rankedMeasure({ observed, reach }: DealtStatistic): RankedMeasure {
  return { value: observed, reach: reach(observed) };
}

/** Share of tables whose smallest share is at most that of the first table. */
function combined(shares: readonly Float64Array[]): number {
  const smallest = (table: number) => minimum(shares.map((own) => own[table]!));
  const tables = shares[0]!.length;
  const first = smallest(0);
  let reached = 0;
  for (let table = 0; table < tables; table++) if (smallest(table) <= first) reached++;
  return reached / tables;
}

function twiceSmaller(one: number | null, other: number | null): number | null {
  const known = [one, other].filter((p) => p !== null);
  return known.length === 0 ? null : Math.min(1, 2 * minimum(known));
}
