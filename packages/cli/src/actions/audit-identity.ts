import { ownValue } from "@evenodds/core";
import { effectiveOptions } from "../options/effective-options.js";
import { givenValues } from "../options/check-options.js";
import type { DescribedCommand } from "../options/described-command.js";
import { checkoutPath } from "../places/checkout-path.js";
import { commandPlaces } from "../places/command-places.js";

/**
 * Returns what tells an audit from others of the same repository, the same from run to run: what it reads, by the paths
 * from the root of the checkout, and the options that say what of it is looked at, such as a split, columns or the hash
 * of a query. How it is judged is no part of it.
 */
export async function auditIdentity(command: DescribedCommand): Promise<string[]> {
  const { table } = command;
  const texts: string[] = [];
  for (const { argument, value, kind } of commandPlaces(table, givenValues(command)).inputs) {
    if (kind === "query") continue;
    const paths = [value].flat().filter((path) => typeof path === "string");
    texts.push(`${argument} ${JSON.stringify(await Promise.all(paths.map((path) => checkoutPath(path))))}`);
  }
  const options = effectiveOptions(command);
  for (const { flags, identifies } of table.options) {
    const name = flags.split(" ")[0]!.slice(2);
    const value = ownValue(options, name);
    if (identifies && value !== undefined) texts.push(`--${name} ${JSON.stringify(value)}`);
  }
  return texts;
}
