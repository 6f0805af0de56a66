import type { Judgement, Verdict } from "./verdict.js";

/** What the same rule says of the predictions of another run. */
export interface OtherVerdict {
  /** Where and how it ran: `on cpu with 2 threads`. */
  readonly run: string;
  readonly verdict: Verdict;
}

const words: Readonly<Record<Verdict, string>> = {
  violated: "the gate is violated",
  inconclusive: "the gate is inconclusive",
  pass: "the gate passes",
};

/**
 * Returns a judgement as far as other runs of the same model bear it out: where one of them is judged otherwise, it is
 * `inconclusive`, and the reason names the runs. The reason holds no figure of theirs, because those of a racing model
 * are never the same twice.
 */
export function holdUnstable(judged: Judgement, others: readonly OtherVerdict[]): Judgement {
  const differing = others.filter(({ verdict }) => verdict !== judged.verdict);
  if (differing.length === 0) return judged;
  const found = differing.map(({ run, verdict }) => `${words[verdict]} where the model runs again ${run}`);
  return { verdict: "inconclusive", reason: `${judged.reason}, but ${found.join(", and ")}` };
}
