import { ModelError, type Layer } from "@evenodds/core";

/** Checks of one layer's options; each throws {@link ModelError} naming option and layer. */
export interface LayerChecks {
  readonly holds: (option: string, check: { holds: boolean; expected: string; found: string | number }) => void;
  readonly same: (option: string, check: { expected: number; found: number }) => void;
  readonly finite: (option: string, value: number) => void;
}

/** Returns the checks of a layer that is the `number`-th of its model, counted from 1. */
export function layerChecks(layer: Layer, number: number): LayerChecks {
  const name = "name" in layer ? `layer "${layer.name}"` : `${layer.kind}, layer ${number}`;
  const holds: LayerChecks["holds"] = (option, { holds, expected, found }) => {
    if (!holds) throw new ModelError({ argument: `${option} of ${name}`, expected, found: `${found}` });
  };
  return {
    holds,
    same: (option, { expected, found }) => holds(option, { holds: expected === found, expected: `${expected}`, found }),
    finite: (option, value) =>
      holds(option, { holds: Number.isFinite(value), expected: "a finite number", found: value }),
  };
}
