import { Random } from "@evenodds/core";

/** The random streams of a run, one for each purpose, so that changing one draw never moves another. */
export const streamNames = ["dropout", "attributes", "order"] as const;

export type Streams = Readonly<Record<(typeof streamNames)[number], Random>>;

/** Starts the streams of a seed. */
export function openStreams(seed: number): Streams {
  return streamsFrom((name) => Random.of(seed, name));
}

/** Returns where every stream stands, as JSON-serialisable data. */
export function saveStreams(streams: Streams): Record<string, readonly number[]> {
  return Object.fromEntries(streamNames.map((name) => [name, streams[name].state]));
}

/** Goes on where {@link saveStreams} stopped. */
export function restoreStreams(states: Readonly<Record<string, readonly number[]>>): Streams {
  return streamsFrom((name) => Random.fromState(states[name]!));
}

function streamsFrom(open: (name: string) => Random): Streams {
  return { dropout: open("dropout"), attributes: open("attributes"), order: open("order") };
}
