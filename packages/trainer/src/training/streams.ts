import { Random } from "@evenodds/core";

/** The random streams of a run, one for each purpose, so that changing one draw never moves another. */
export const streamNames = ["dropout", "attributes", "order"] as const;

type StreamName = (typeof streamNames)[number];

export type Streams = Readonly<Record<StreamName, Random>>;

/** Where every stream stands. */
export type SavedStreams = Readonly<Record<StreamName, readonly number[]>>;

/** Starts the streams of a seed. */
export function openStreams(seed: number): Streams {
  return streamsFrom((name) => Random.of(seed, name));
}

/** Returns where every stream stands, as JSON-serialisable data. */
export function saveStreams(streams: Streams): SavedStreams {
  return Object.fromEntries(streamNames.map((name) => [name, streams[name].state])) as unknown as SavedStreams;
}

/** Goes on where {@link saveStreams} stopped. */
export function restoreStreams(states: SavedStreams): Streams {
  return streamsFrom((name) => Random.fromState(states[name]));
}

function streamsFrom(open: (name: StreamName) => Random): Streams {
  return { dropout: open("dropout"), attributes: open("attributes"), order: open("order") };
}
