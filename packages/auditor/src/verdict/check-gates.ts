import { checkChoice, suggest, UsageError } from "@evenodds/core";
import { gatedMetricDefinitions } from "./gated-metric-definitions.js";
import { gatedMetrics, ruleKinds, type GatedMetric, type Gate, type RuleKind } from "./verdict.js";

/**
 * Returns the metric called `name`. Throws {@link UsageError} with near matches where no gate can limit such a metric,
 * so that a typing error is found before anything is computed.
 */
export function gatedMetric(name: string): GatedMetric {
  const metric = gatedMetrics.find((known) => known === name);
  if (metric !== undefined) return metric;
  throw new UsageError({
    argument: "metric of a gate",
    expected: `one of ${gatedMetrics.join(", ")}`,
    found: JSON.stringify(name),
    hint: suggest(name, gatedMetrics),
  });
}

/** Throws {@link UsageError} unless `rule` is one of the rules: another one must not be judged as one of them. */
export function checkRuleKind(rule: RuleKind): void {
  checkChoice("rule", { choice: rule, choices: ruleKinds });
}

/** Throws {@link UsageError} unless `limit` is in [0, 1]. NaN is refused here, because every gap would be within it. */
export function checkLimit(limit: number): void {
  if (limit >= 0 && limit <= 1) return;
  const percent = limit > 1 && limit <= 100 ? `write ${limit / 100} for ${limit} %` : undefined;
  throw new UsageError({ argument: "limit", expected: "a number from 0 to 1", found: `${limit}`, hint: percent });
}

/**
 * Checks that every gate can be judged on an audit of `attributes`. Throws {@link UsageError} for an unknown metric,
 * rule or attribute, a limit outside [0, 1], and a gate on equal opportunity where no positive class is named.
 */
export function checkGates(
  gates: readonly Gate[],
  { attributes, positiveClass }: { readonly attributes: readonly string[]; readonly positiveClass: string | null },
): void {
  for (const { metric, attribute, limit, rule } of gates) {
    checkLimit(limit);
    checkRuleKind(rule);
    if (gatedMetricDefinitions[gatedMetric(metric)].needsPositiveClass && positiveClass === null) {
      throw new UsageError({
        argument: `gate on ${metric}`,
        expected: "a named positive class",
        found: "none",
        hint: "name the positive class, or limit equalizedOddsDifference, which needs none",
      });
    }
    if (!attributes.includes(attribute)) {
      throw new UsageError({
        argument: `attribute of the gate on ${metric}`,
        expected: "an audited attribute",
        found: JSON.stringify(attribute),
        hint: suggest(attribute, attributes),
      });
    }
  }
}
