import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers";
import { testServers, type ServerKind } from "./start-server.js";

/** Starts a server, says in a folder where it is, and ends it as soon as the test run is over: `KIND OWNER FOLDER`. */
const [kind, owner, folder] = process.argv.slice(2) as [ServerKind, string, string];

function say(name: string, text: string): void {
  writeFileSync(join(folder, "said"), text);
  renameSync(join(folder, "said"), join(folder, name));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

try {
  const { stop, ...server } = await testServers[kind].start();
  say("server.json", JSON.stringify(server));
  setInterval(() => {
    if (isRunning(Number(owner))) return;
    void stop().finally(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(0);
    });
  }, 500);
} catch (error) {
  say("error.txt", String(error));
}
