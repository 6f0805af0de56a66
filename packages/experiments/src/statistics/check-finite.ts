import { UsageError } from "@evenodds/core";

/** Throws {@link UsageError} that names the first value which is not a finite number. */
export function checkFinite(argument: string, values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) continue;
    throw new UsageError({
      argument: `${argument}[${i}]`,
      expected: "a finite number",
      found: String(values[i]),
      hint: "leave undefined values out",
    });
  }
}
