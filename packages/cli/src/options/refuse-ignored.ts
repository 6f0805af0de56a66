import { UsageError } from "@evenodds/core";
import { ignoredOptions, type TrainingOptions } from "@evenodds/trainer/options";
import { givenOptions } from "./check-options.js";
import type { DescribedCommand } from "./described-command.js";

/**
 * Throws {@link UsageError} for a flag of the command line that changes none of the runs, such as γ of a method without
 * it.
 */
export function refuseIgnored(command: DescribedCommand, runs: readonly TrainingOptions[]): void {
  const ignored = runs.map(ignoredOptions);
  for (const option of givenOptions(command)) {
    const name = option.attributeName();
    if (!ignored.every((names) => (names as ReadonlySet<string>).has(name))) continue;
    throw new UsageError({
      argument: option.long!,
      expected: "options that change the training",
      found: `one that has no effect with ${describe(runs[0]!, name)}`,
      hint: "leave it out",
    });
  }
}

/** The options by which another is without effect. */
function describe(options: TrainingOptions, name: string): string {
  if (name === "heads") return `--backbone ${options.backbone}`;
  if (name === "dropout" || name === "batchNorm") return "--layers 1";
  const loss = options.method === "eqgnn" ? ` and --discriminator-loss ${options.discriminatorLoss}` : "";
  return `--method ${options.method}${loss}`;
}
