import { createHash } from "node:crypto";

/** Returns `sha256:` and the hash of a query's text in UTF-8, because the text itself may hold a password. */
export function queryHash(sql: string): string {
  return `sha256:${createHash("sha256").update(sql).digest("hex")}`;
}

/**
 * Returns which database a URL names: its protocol, user, host, port and name. Passwords are left out, and parameters,
 * which may hold some; of a URL that cannot be parsed only the protocol is left.
 */
export function withoutSecrets(url: string): string {
  const [protocol] = url.split("://", 1);
  if (!URL.canParse(url)) return `${protocol}://`;
  // What Spark is told besides its place stands behind a semicolon.
  const { username, host, pathname } = new URL(protocol === "sc" ? url.replace(/\/?;.*/s, "") : url);
  return `${protocol}://${username === "" ? "" : `${username}@`}${host}${pathname}`;
}
