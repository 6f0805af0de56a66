import type { SampleSummary } from "../statistics/describe-sample.js";
import type { SweepFigure } from "./sweep-figures.js";
import type { SettingSummary } from "./sweep-summary.js";

/** Greek letters that papers have for options. */
const symbols: ReadonlyMap<string, string> = new Map([
  ["lambda", "λ"],
  ["gamma", "γ"],
]);

/** Returns how pages call an option: `λ`, `learning-rate`. */
export function optionTitle(name: string): string {
  return symbols.get(name) ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns how pages show the value of an option; – for one without effect. */
export function valueText(value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined ? "–" : String(value);
}

/** Returns a setting in a line, such as `eqgnn, λ 0.1`, of the options that vary; `all` where none does. */
export function settingTitle({ values }: Pick<SettingSummary, "values">, varied: readonly string[]): string {
  const known = new Map(Object.entries(values));
  const parts = varied.flatMap((name) => {
    const value = known.get(name) ?? null;
    if (value === null) return [];
    return [name === "method" ? String(value) : `${optionTitle(name)} ${value}`];
  });
  return parts.length === 0 ? "all" : parts.join(", ");
}

/** Returns a number in the unit of its figure: percent with a decimal, epochs as a whole number, else four digits. */
export function figureText(value: number | null | undefined, { unit }: Pick<SweepFigure, "unit">): string {
  if (value === null || value === undefined) return "undefined";
  switch (unit) {
    case "share":
      return signed((100 * value).toFixed(1));
    case "epochs":
      return value.toFixed(0);
    case "label":
      return signed(value.toPrecision(4));
  }
}

/** Returns `72.9 ± 0.8 (5.1)`: mean, standard error of the mean, standard deviation. */
export function sampleText(sample: SampleSummary | undefined, figure: SweepFigure): string {
  if (sample === undefined || sample.mean === null) return "undefined";
  const mean = figureText(sample.mean, figure);
  if (figure.unit === "epochs") return mean;
  if (sample.sem === null || sample.sd === null) return mean;
  return `${mean} ± ${figureText(sample.sem, figure)} (${figureText(sample.sd, figure)})`;
}

/** Returns `0.047`, or `< 0.001`. */
export function pValueText(p: number | null): string {
  if (p === null) return "undefined";
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** With a minus sign in place of a hyphen, and none before a zero. */
function signed(text: string): string {
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}
