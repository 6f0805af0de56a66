/** What a process does now, for whoever watches over it. */
export interface Work {
  /** In words such as `load model.onnx`, `read tables`. */
  readonly doing: string;
  /** The library whose native code does it, which can end the process without a word; null for code of ours. */
  readonly library: string | null;
  /**
   * Absolute path of what is written beside its place first: where the process is ended meanwhile, whoever watches
   * over it can remove what it has left there.
   */
  readonly output?: string | undefined;
  /** Whether it is told for its output alone, while other work goes on in it, and shown to nobody. Default: false. */
  readonly isQuiet?: boolean | undefined;
  /** Bytes of memory that it takes at least, where that is known before. */
  readonly memory?: number | undefined;
}

/** How much of a piece of work is done. */
export interface Amount {
  readonly done: number;
  readonly total: number;
  /** In the plural: `bytes`, `draws`; `%` for a share of 100. */
  readonly unit: string;
}

/** A piece of work as it stands. */
export interface WorkState extends Work {
  /** The same for as long as the work goes on, and of no other work of this program. */
  readonly id: number;
  /** Null where nobody knows how much there is to do. */
  readonly amount: Amount | null;
}

/** A piece of work that has begun. */
export interface RunningWork {
  /** Says what is done from now on in its place; how much of that is not known yet. */
  readonly turnTo: (doing: string) => void;
  /** Says how far it is. Costs next to nothing where nobody watches; not for every single row all the same. */
  readonly advance: (amount: Amount) => void;
  /** Says that it has ended. Calling it again does nothing. */
  readonly end: () => void;
}

type Watcher = (work: readonly WorkState[]) => void;

const watchers = new Set<Watcher>();
const current = new Map<number, WorkState>();
let lastId = 0;

/**
 * Says that a piece of work begins. What begins while another one goes on is taken for a part of it. Costs next to
 * nothing where nobody watches.
 */
export function beginWork(work: Work): RunningWork {
  const id = ++lastId;
  const set = (change: Partial<WorkState>) => {
    const before = current.get(id);
    if (before === undefined) return;
    current.set(id, { ...before, ...change });
    tell();
  };
  current.set(id, { ...work, id, amount: null });
  tell();
  return {
    turnTo: (doing) => set({ doing, amount: null }),
    advance: (amount) => set({ amount }),
    end: () => {
      if (current.delete(id)) tell();
    },
  };
}

/** Runs `task` as a piece of work, see {@link beginWork}, which ends with it, and returns what it returns. */
export async function duringWork<T>(work: Work, task: (work: RunningWork) => T | Promise<T>): Promise<T> {
  const running = beginWork(work);
  try {
    return await task(running);
  } finally {
    running.end();
  }
}

/**
 * Calls `watcher` whenever the work of this process changes, with all that goes on, in the order in which it began;
 * the last piece is what is done at this moment. It is called before native code takes over, so that what it has
 * written by then tells who crashed. Returns a function that ends this.
 */
export function watchWork(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tell(): void {
  if (watchers.size === 0) return;
  const work = [...current.values()];
  for (const watcher of watchers) watcher(work);
}
