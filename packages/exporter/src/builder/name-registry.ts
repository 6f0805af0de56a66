import { ModelError } from "@evenodds/core";

/** Hands out names that are unique in a graph and all graphs nested in it. */
export class NameRegistry {
  readonly #taken = new Set<string>();
  readonly #counters = new Map<string, number>();

  /** Takes exactly `name`. Throws {@link ModelError} where it is empty or taken. */
  claim(name: string): string {
    if (name === "" || this.#taken.has(name)) {
      throw new ModelError({ argument: "name in the graph", expected: "a name not in use", found: `"${name}"` });
    }
    this.#taken.add(name);
    return name;
  }

  /** Takes and returns `<stem>_<n>` with the lowest free n. */
  fresh(stem: string): string {
    let n = this.#counters.get(stem) ?? 0;
    while (this.#taken.has(`${stem}_${n}`)) n++;
    this.#counters.set(stem, n + 1);
    return this.claim(`${stem}_${n}`);
  }
}
