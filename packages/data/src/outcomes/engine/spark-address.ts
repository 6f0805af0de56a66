import { UsageError } from "@evenodds/core";
import { isThisMachine } from "./is-this-machine.js";

/** Where a Spark Connect server is, and who asks it. */
export interface SparkAddress {
  /** `host:port`. */
  readonly target: string;
  readonly user: string;
  /** A secret. */
  readonly token: string | undefined;
  readonly secure: boolean;
  /** How long a statement may take, in milliseconds; undefined: as long as it takes. */
  readonly timeLimit: number | undefined;
  /** Parameters that are no settings of the connection travel as headers, in the name of the user. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** How long a statement may take where nothing else is said, in seconds. */
const standardTimeout = "600";

/**
 * Reads a connection string of Spark Connect: `sc://host:port/;token=…;use_ssl=true;user_id=…`, where everything but
 * the host can be left out, and `timeout`, in seconds, limits each statement (0: no limit). The token is taken from
 * SPARK_CONNECT_AUTHENTICATE_TOKEN where the string has none. A token travels encrypted, except within one machine.
 *
 * Throws {@link UsageError} for any other text; no message shows a part of it that can be a secret.
 */
export function readSparkAddress(text: string, environment: NodeJS.ProcessEnv = process.env): SparkAddress {
  const refuse = (found: string) =>
    new UsageError({
      argument: "spark",
      expected: "a URL such as sc://host:15002 or sc://host:443/;use_ssl=true",
      found,
      hint: "set SPARK_CONNECT_AUTHENTICATE_TOKEN where the server asks for a token",
    });
  const form = /^sc:\/\/(?<host>\[[\da-fA-F:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?\/?(?:;(?<list>[^/?#]*))?$/.exec(text);
  if (form === null) throw refuse(/^sc:\/\//.test(text) ? "one that cannot be parsed" : "something else");
  const { host = "", port = "15002", list = "" } = form.groups!;
  const parameters = new Map<string, string>();
  for (const parameter of list.split(";").filter((part) => part !== "")) {
    const [name = "", ...value] = parameter.split("=");
    // What stands after a mark that is missing can be a secret.
    if (!/^[\w-]+$/.test(name) || value.length === 0) throw refuse("a parameter that is not name=value");
    parameters.set(
      name.toLowerCase(),
      decoded(value.join("="), () => refuse(`${name} in a broken encoding`)),
    );
  }
  const take = (name: string) => {
    const value = parameters.get(name);
    parameters.delete(name);
    return value === "" ? undefined : value;
  };
  const token = take("token") ?? (environment.SPARK_CONNECT_AUTHENTICATE_TOKEN || undefined);
  const isLocal = isThisMachine(host);
  const secure = take("use_ssl") ?? String(token !== undefined && !isLocal);
  if (!/^(true|false)$/i.test(secure))
    throw refuse(`use_ssl ${JSON.stringify(secure)}, which is neither true nor false`);
  if (token !== undefined && secure.toLowerCase() === "false" && !isLocal) {
    throw refuse("a token without encryption to another machine");
  }
  const timeout = take("timeout") ?? standardTimeout;
  if (!/^\d{1,7}$/.test(timeout))
    throw refuse(`a timeout of ${JSON.stringify(timeout)}, which is no number of seconds`);
  if (take("session_id") !== undefined) throw refuse("a session_id, while every audit has a session of its own");
  for (const name of ["user_agent", "grpc_max_message_size"]) take(name);
  return {
    target: `${host}:${port}`,
    user: take("user_id") ?? environment.USER ?? "",
    token,
    secure: secure.toLowerCase() === "true",
    timeLimit: Number(timeout) === 0 ? undefined : Number(timeout) * 1000,
    headers: [...parameters],
  };
}

function decoded(text: string, refuse: () => UsageError): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refuse();
  }
}
