import { providers, type LabelBins, type Provider } from "@evenodds/core";
import { InvalidArgumentError } from "commander";
import { parseCount, parseDistinctNames, parseNames, parseNumber } from "../console/parse-number.js";

/** Parses `all`, or combinations such as `sex*age,sex*region`, each once. */
export function parseCombinations(text: string): "all" | string[][] {
  if (text.trim() === "all") return "all";
  const combinations = parseNames(text).map((one) => one.split("*").map((name) => name.trim()));
  if (!combinations.every((names) => names.length >= 2 && names.every((name) => name !== ""))) {
    throw new InvalidArgumentError("It must be all, or combinations such as sex*age.");
  }
  const sets = combinations.map((names) => JSON.stringify([...names].sort()));
  if (new Set(sets).size === sets.length) return combinations;
  throw new InvalidArgumentError("It must name each combination once; sex*age and age*sex are one.");
}

/** Parses the borders of one attribute, such as `age=30,50`, and adds them to those of the others. */
export function parseBins(
  text: string,
  before: ReadonlyMap<string, readonly number[]> = new Map(),
): ReadonlyMap<string, readonly number[]> {
  const { name, list } = assignment(text, { example: "age=30,50", before });
  return new Map(before).set(name, list.split(",").map(parseNumber));
}

/** Parses the name of a reference group and adds it to the others. */
export function parseReference(text: string, before: readonly string[] = []): readonly string[] {
  if (text.trim() === "") throw new InvalidArgumentError("It must be the name of a group.");
  if (before.includes(text))
    throw new InvalidArgumentError(`It must name each group once, and ${text} is there already.`);
  return [...before, text];
}

/** Parses the values of one attribute, such as `sex=F,M`, and adds them to those of the others. */
export function parseLevels(
  text: string,
  before: ReadonlyMap<string, readonly string[]> = new Map(),
): ReadonlyMap<string, readonly string[]> {
  const { name, list } = assignment(text, { example: "sex=F,M", before });
  return new Map(before).set(name, parseDistinctNames(list));
}

/** Parses what cuts the fields of a line: one character, `\\t` for a tab. */
export function parseDelimiter(text: string): string {
  if (text === "\\t") return "\t";
  if (/^[^"\r\n]$/u.test(text) && text.length === 1) return text;
  throw new InvalidArgumentError("It must be one character other than a quote, or \\t for a tab.");
}

/** Parses the character with which comments begin. */
export function parseComment(text: string): string {
  if (/^[!-~]$/.test(text) && text !== '"') return text;
  throw new InvalidArgumentError("It must be one character such as #.");
}

/** Cuts `name=list`; a name may itself have an equals sign, a list of values has none. */
function assignment(
  text: string,
  { example, before }: { readonly example: string; readonly before: ReadonlyMap<string, unknown> },
): { readonly name: string; readonly list: string } {
  const at = text.lastIndexOf("=");
  const [name, list] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1)];
  if (name === "" || list.trim() === "") {
    throw new InvalidArgumentError(`It must be a column and its values, such as ${example}.`);
  }
  if (before.has(name)) throw new InvalidArgumentError(`It must name each column once, and ${name} is there already.`);
  return { name, list };
}

/** Parses a number of bins, or their borders. */
export function parseLabelBins(text: string): LabelBins {
  if (!text.includes(",")) {
    const bins = parseCount(text);
    if (bins >= 1) return { bins };
    throw new InvalidArgumentError("It must be a number of bins from 1, or ascending borders such as 0,10,20.");
  }
  const edges = text.split(",").map(parseNumber);
  if (edges.every((edge, i) => i === 0 || edges[i - 1]! < edge)) return { edges };
  throw new InvalidArgumentError("It must be ascending borders such as 0,10,20.");
}

/** Parses a number from 0. */
export function parseLimit(text: string): number {
  const limit = parseNumber(text);
  if (limit >= 0) return limit;
  throw new InvalidArgumentError("It must be a number from 0.");
}

/** Parses the providers of `--stability`, whose value may be left out: commander takes what follows it for one. */
export function parseProviders(text: string): Provider[] {
  const names = parseDistinctNames(text);
  const strange = names.find((name) => !providers.includes(name as Provider));
  if (strange === undefined) return names as Provider[];
  throw new InvalidArgumentError(
    `It must be providers (${providers.join(", ")}), separated by commas; without any, write --stability behind the model and the data.`,
  );
}
