import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { skipBecause } from "../skip-because.js";
import { testServers, type ServerKind } from "./start-server.js";
import type { TestServer } from "./test-server.js";

/** A server that a whole test run shares, and that nobody ends. */
export type SharedServer = Omit<TestServer, "stop">;

/**
 * Gives the tests of the suite a server, which is started once in a test run, by the first file that needs it, and ends
 * with the run. Where it cannot run the tests are skipped, with the reason; with EVENODDS_REQUIRE_SPARK=1 or
 * EVENODDS_REQUIRE_TRINO=1 they fail.
 */
export function withServer(kind: ServerKind): () => SharedServer {
  const lack = testServers[kind].lack();
  let server: SharedServer | undefined;
  before(async function () {
    this.timeout(180_000);
    if (lack === undefined) server = await sharedServer(kind);
    else if (process.env[`EVENODDS_REQUIRE_${kind.toUpperCase()}`] === "1")
      throw new Error(`${kind} is needed: ${lack}`);
  });
  beforeEach(function () {
    if (server === undefined) skipBecause(this, lack ?? "the server did not start");
  });
  return () => server!;
}

async function sharedServer(kind: ServerKind): Promise<SharedServer> {
  // Mocha's workers have one parent, which ends with the run.
  const owner = String(process.ppid);
  const folder = join(tmpdir(), `evenodds-${kind}-of-${owner}`);
  if (isFirst(folder)) {
    const keeper = fileURLToPath(new URL("keep-server.ts", import.meta.url));
    spawn(process.execPath, ["--import=tsx", keeper, kind, owner, folder], { detached: true, stdio: "ignore" }).unref();
  }
  for (;;) {
    const [state, error] = ["server.json", "error.txt"].map((name) => join(folder, name)) as [string, string];
    if (existsSync(error)) throw new Error(readFileSync(error, "utf8"));
    if (existsSync(state)) return JSON.parse(readFileSync(state, "utf8")) as SharedServer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
