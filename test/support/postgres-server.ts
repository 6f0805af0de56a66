import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

/** A throw-away PostgreSQL server on a free port of this machine. */
export interface PostgresServer {
  readonly port: number;
  /** URL of the empty database, whose user needs no password. */
  readonly url: string;
  /** Runs statements as the owner of the database. */
  readonly run: (sql: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Why tests that need PostgreSQL cannot run here; undefined where they can. */
export function postgresLack(): string | undefined {
  if (binFolder() === undefined) return "no initdb in /usr/lib/postgresql or PATH";
  return process.getuid?.() === 0 && servant() === undefined
    ? "initdb refuses root, and no other user is there"
    : undefined;
}

/**
 * Creates a cluster in a temporary folder and starts it. User `reader` has the password `secret`; the owner is `owner`.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = binFolder()!;
  const folder = mkdtempSync(join(tmpdir(), "evenodds-postgres-"));
  const user = process.getuid?.() === 0 ? servant() : undefined;
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const who = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  const made = spawnSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "owner", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"],
    { ...who, encoding: "utf8", cwd: folder },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const settings = { port, unix_socket_directories: folder, listen_addresses: "127.0.0.1", fsync: "off" };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(bin, "postgres"), ["-D", data, ...flags], { ...who, cwd: folder, stdio: "ignore" });
  const ended = once(server, "exit");
  // A server that still ends writes into the folder while it is removed.
  const stop = async () => {
    server.kill("SIGQUIT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://owner@127.0.0.1:${port}/postgres`;
  const run = async (sql: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  try {
    await untilReady(() => run("SELECT 1"));
    await run("CREATE ROLE reader LOGIN PASSWORD 'secret'");
    // Only the reader has to show the password; the first line that fits a connection counts.
    await run(
      `COPY (VALUES ('host all reader all scram-sha-256'), ('host all all all trust'), ('local all all trust')) TO '${data}/pg_hba.conf'`,
    );
    await run("SELECT pg_reload_conf()");
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, url, run, stop };
}

function binFolder(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** The first of these users that the machine has. */
function servant(): { readonly uid: number; readonly gid: number } | undefined {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
    server.on("error", reject);
  });
}

async function untilReady(probe: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await probe();
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
