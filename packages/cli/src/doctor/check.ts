/** One thing that evenodds needs or can use, as it is on this machine. */
export interface Check {
  readonly name: string;
  /** `missing` is not there; `broken` is there and does not work. */
  readonly status: "ok" | "missing" | "broken";
  /** What is there, or what is wrong with it. */
  readonly found: string;
  /** What fixes it; null where there is nothing to fix. */
  readonly remedy: string | null;
  /** Whether evenodds cannot do its work with default settings while this is so. */
  readonly blocking: boolean;
}

/** A thing that works. */
export function ok(name: string, found: string): Check {
  return { name, status: "ok", found, remedy: null, blocking: false };
}

/** A thing that is not there and that nothing needs by default. */
export function missing(name: string, { found, remedy }: { found: string; remedy: string | null }): Check {
  return { name, status: "missing", found, remedy, blocking: false };
}

/** A thing that is there and does not work; `blocking` where something needs it by default. */
export function broken(
  name: string,
  { found, remedy, blocking }: { found: string; remedy: string | null; blocking: boolean },
): Check {
  return { name, status: "broken", found, remedy, blocking };
}
