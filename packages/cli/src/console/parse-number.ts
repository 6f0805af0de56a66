import { InvalidArgumentError } from "commander";

/** Parses a decimal number for a flag; rejects everything else, NaN and the empty text included. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

/** Parses a number in [0, 1]. */
export function parseFraction(text: string): number {
  const value = parseNumber(text);
  if (value >= 0 && value <= 1) return value;
  const percent = value > 1 && value <= 100 ? ` Write ${value / 100} for ${value} %.` : "";
  throw new InvalidArgumentError(`It must be a number from 0 to 1.${percent}`);
}

/** Parses a number in (0, 1). */
export function parseShare(text: string): number {
  const value = parseNumber(text);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError("It must be a number between 0 and 1.");
}

/** Parses a number above 0. */
export function parsePositive(text: string): number {
  const value = parseNumber(text);
  if (value > 0) return value;
  throw new InvalidArgumentError("It must be a number above 0.");
}

/** Parses a whole number from 0. */
export function parseCount(text: string): number {
  return wholeNumber(text, 0);
}

/** Parses a whole number from 1. */
export function parsePositiveCount(text: string): number {
  return wholeNumber(text, 1);
}

function wholeNumber(text: string, least: number): number {
  const value = parseNumber(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
}

/** Parses one name or several, separated by commas. */
export function parseNames(text: string): string[] {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) throw new InvalidArgumentError("It must name at least one.");
  return names;
}

/** Parses one name or several, separated by commas, each once. */
export function parseDistinctNames(text: string): string[] {
  const names = parseNames(text);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated === undefined) return names;
  throw new InvalidArgumentError(`It must name each once, and ${JSON.stringify(repeated)} is there twice.`);
}
