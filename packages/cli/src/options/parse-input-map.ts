import type { ColumnMap } from "@evenodds/auditor";
import { InvalidArgumentError } from "commander";

/**
 * Parses what one input of a model is given, such as `deg=degree`, `numbers=age,income`, `temperature=0.5` or
 * `training=false`, and adds it to what others are given. The name of an input may itself have an equals sign.
 */
export function parseInputMap(text: string, before: ColumnMap = {}): ColumnMap {
  const at = text.lastIndexOf("=");
  const [name, given] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
  if (name === "" || given === "") {
    throw new InvalidArgumentError("It must be an input of the model and what it is given, such as deg=degree.");
  }
  if (Object.hasOwn(before, name)) {
    throw new InvalidArgumentError(`It must name each input once, and ${name} is there already.`);
  }
  return { ...before, [name]: partOf(given) };
}

function partOf(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  return text;
}
