import { UsageError } from "@evenodds/core";
import { serverEngines, type ServerEngine } from "@evenodds/data";

/** What lets somebody in to the server of each engine, how its URL would hold it, and where it belongs instead. */
const secrets: Readonly<Record<ServerEngine, { readonly name: string; readonly held: RegExp; readonly home: string }>> =
  {
    postgres: {
      name: "password",
      held: /^[a-z]+:\/\/[^/@]*:[^/@]+@|[?&]password=/i,
      home: "PGPASSWORD or ~/.pgpass",
    },
    spark: { name: "token", held: /;\s*token=|^[a-z]+:\/\/[^/]*@/i, home: "SPARK_CONNECT_AUTHENTICATE_TOKEN" },
    trino: { name: "password", held: /^[a-z]+:\/\/[^/@]*:[^/@]+@/i, home: "TRINO_PASSWORD" },
  };

/** Throws {@link UsageError} for the URL of a server with a secret in it, where `key` says that a text is a URL. */
export function checkSecret(url: string, { key, argument }: { readonly key: string; readonly argument: string }): void {
  const engine = serverEngines.find((server) => server === key);
  if (engine === undefined) return;
  const { name, held, home } = secrets[engine];
  if (!held.test(url)) return;
  throw new UsageError({
    argument,
    expected: `a database without its ${name}`,
    found: "one with it",
    hint: `leave it out of the file, and give it by ${home}`,
  });
}
