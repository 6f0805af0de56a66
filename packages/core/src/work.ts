/** What a process does now, for whoever watches over it. */
export interface Work {
  /** In words such as `load model.onnx`, `read tables`. */
  readonly doing: string;
  /** The library whose native code does it, which can end the process without a word; null for code of ours. */
  readonly library: string | null;
}

type Watcher = (work: Work | null) => void;

const watchers = new Set<Watcher>();
const current = new Set<Work>();

/**
 * Says that a piece of work begins; the function that it returns says that it has ended. Of several at once the last
 * one counts. Costs next to nothing where nobody watches.
 */
export function beginWork(work: Work): () => void {
  const own = { ...work };
  current.add(own);
  tell();
  return () => {
    if (current.delete(own)) tell();
  };
}

/**
 * Calls `watcher` whenever the work of this process changes, with null when none is left. It is called before native
 * code takes over, so that what it has written by then tells who crashed. Returns a function that ends this.
 */
export function watchWork(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tell(): void {
  const last = [...current].at(-1) ?? null;
  for (const watcher of watchers) watcher(last);
}
