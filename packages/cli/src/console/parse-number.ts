import { InvalidArgumentError } from "commander";

/** Parses a decimal number for a flag; rejects everything else, NaN and the empty text included. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

/** Parses a whole number from 0 for a flag. */
export function parseCount(text: string): number {
  const value = parseNumber(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError("It must be a whole number from 0.");
  return value;
}

/** Parses names separated by commas. */
export function parseNames(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
