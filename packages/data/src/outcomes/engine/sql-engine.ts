/**
 * Every SQL engine that evenodds opens by itself, under its name for users, and where it runs. In this process its
 * queries can read files, and evenodds their rows; of a server it asks for groups alone, whose rows stay there.
 */
const enginePlaces = { duckdb: "process", postgres: "server", spark: "server", trino: "server" } as const;

export type SqlEngine = keyof typeof enginePlaces;
export type ServerEngine = EngineAt<"server">;
export type LocalEngine = EngineAt<"process">;
type EngineAt<Place> = { [E in SqlEngine]: (typeof enginePlaces)[E] extends Place ? E : never }[SqlEngine];

export const sqlEngines = Object.keys(enginePlaces) as SqlEngine[];
export const serverEngines = sqlEngines.filter((engine): engine is ServerEngine => enginePlaces[engine] === "server");
