import { UsageError } from "@evenodds/core";
import { isThisMachine } from "./is-this-machine.js";

/** Where a Trino server is, and who asks it. */
export interface TrinoAddress {
  /** Where statements are sent, without a slash at the end. */
  readonly server: string;
  readonly user: string;
  /** Value of the header that shows who asks; a secret. Undefined: the server asks for none. */
  readonly authorization: string | undefined;
  readonly catalog: string | undefined;
  readonly schema: string | undefined;
  /** Properties of the session, as `name=value`. */
  readonly session: readonly string[];
}

/** How long a statement may take where nothing else is said. */
const standardLimit = "query_max_run_time=10m";

/**
 * Reads `https://user@host:port/catalog/schema?property=value`, where catalog and schema can be left out. Parameters are
 * properties of the session: `query_max_run_time`, ten minutes by default, limits each statement. The password is taken
 * from TRINO_PASSWORD where the URL has none, or a token from TRINO_JWT; either travels encrypted, except within one
 * machine.
 *
 * Throws {@link UsageError} for any other text; no message shows a part of it that can be a secret.
 */
export function readTrinoAddress(text: string, environment: NodeJS.ProcessEnv = process.env): TrinoAddress {
  const refuse = (found: string) =>
    new UsageError({
      argument: "trino",
      expected: "a URL such as https://user@host:8443/catalog/schema",
      found,
      hint: "set TRINO_PASSWORD or TRINO_JWT where the server asks for one",
    });
  if (!/^https?:\/\//.test(text)) throw refuse(/[:?]/.test(text) ? "something else" : JSON.stringify(text));
  if (!URL.canParse(text)) throw refuse("one that cannot be parsed");
  const { protocol, hostname, host, username, password, pathname, searchParams, hash } = new URL(text);
  const [catalog, schema, ...more] = pathname.split("/").slice(1).map(decodeURIComponent);
  if (more.some((part) => part !== "") || hash !== "") throw refuse("more behind the schema");
  const own = [username, password].map(decodeURIComponent) as [string, string];
  const secret = own[1] || environment.TRINO_PASSWORD || undefined;
  const token = environment.TRINO_JWT || undefined;
  const user = own[0] || environment.USER || "";
  if (user === "") throw refuse("nobody: the user is missing");
  if (secret?.includes("\n") || user.includes(":")) throw refuse("a user or password that cannot be sent");
  const isLocal = isThisMachine(hostname);
  if (protocol === "http:" && !isLocal && (secret ?? token) !== undefined) {
    throw refuse("a secret without encryption to another machine");
  }
  const session = [...searchParams].map(([name, value]) => {
    if (!/^[\w.]+$/.test(name)) throw refuse("a parameter that is no property of a session");
    return `${name}=${encodeURIComponent(value)}`;
  });
  const limited = session.some((property) => property.startsWith("query_max_run_time="));
  return {
    server: `${protocol}//${host}`,
    user,
    authorization:
      secret !== undefined
        ? `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`
        : token && `Bearer ${token}`,
    catalog: catalog || undefined,
    schema: schema || undefined,
    session: limited ? session : [...session, standardLimit],
  };
}
