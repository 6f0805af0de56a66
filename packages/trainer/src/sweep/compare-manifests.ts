import { UsageError } from "@evenodds/core";
import type { SweepManifest } from "./sweep-folder.js";

/**
 * Throws {@link UsageError} that names the first difference between what a folder was begun with and what is asked of
 * it now. The description of the engine is compared where it is known.
 */
export function requireSameSweep(
  path: string,
  { begun, asked }: { readonly begun: SweepManifest; readonly asked: SweepManifest },
): void {
  const difference = firstDifference(begun, asked);
  if (difference === null) return;
  const [what, before, now] = difference;
  throw new UsageError({
    argument: `‘out’ ${path}`,
    expected: `the sweep that it was begun with (${what} ${before})`,
    found: `${what} ${now}`,
    hint: "repeat the command with which it was begun, or choose another folder",
  });
}

type Difference = readonly [what: string, before: string, now: string];

function firstDifference(begun: SweepManifest, asked: SweepManifest): Difference | null {
  return (
    differ("the version", begun.tool, asked.tool) ??
    differ("a graph with hash", begun.graph.sha256.slice(0, 12), asked.graph.sha256.slice(0, 12)) ??
    differ("‘engine’", begun.engine.name, asked.engine.name) ??
    differ("the engine", begun.engine.description, asked.engine.description) ??
    differ("‘seeds’", begun.seeds.join(","), asked.seeds.join(",")) ??
    differ(
      "the settings",
      begun.settings.map(({ key }) => key).join(" "),
      asked.settings.map(({ key }) => key).join(" "),
    ) ??
    firstOf(begun.settings, (setting, i) => settingDifference(setting, asked.settings[i]!))
  );
}

function settingDifference(begun: SweepManifest["settings"][number], asked: typeof begun): Difference | null {
  const names = Object.keys({ ...begun.options, ...asked.options }) as (keyof typeof begun.options)[];
  return firstOf(names, (name) =>
    differ(`‘${name}’`, JSON.stringify(begun.options[name]), JSON.stringify(asked.options[name])),
  );
}

function differ(what: string, before: string | undefined, now: string | undefined): Difference | null {
  return before === now ? null : [what, before ?? "none", now ?? "none"];
}

function firstOf<T>(list: readonly T[], find: (one: T, index: number) => Difference | null): Difference | null {
  for (const [index, one] of list.entries()) {
    const found = find(one, index);
    if (found !== null) return found;
  }
  return null;
}
