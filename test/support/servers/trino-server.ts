import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { javaLack, startJavaServer } from "./java-server.js";
import type { TestServer } from "./test-server.js";

const main = fileURLToPath(new URL("TrinoServer.java", import.meta.url));

/** Why tests that need Trino cannot run here; undefined where they can. */
export function trinoLack(): string | undefined {
  const classes = process.env.EVENODDS_TRINO_CLASSPATH;
  if (classes === undefined) return "EVENODDS_TRINO_CLASSPATH, the jars of test/support/servers/pom.xml, is not set";
  return classes.split(":").every(existsSync) ? javaLack() : "a jar of EVENODDS_TRINO_CLASSPATH is not there";
}

/** Starts a Trino server of one node on a free port of this machine. */
export async function startTrino(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), "evenodds-trino-"));
  const { found, kill } = await startJavaServer(
    ["java", "-Xmx1g", "-cp", process.env.EVENODDS_TRINO_CLASSPATH!, "-Djava.io.tmpdir=" + folder, main],
    { env: process.env, cwd: folder, patterns: { url: /listens at http:\/\/(\S+)/ } },
  );
  const place = found.get("url")!;
  return {
    url: `http://me@${place}/memory/default`,
    monitor: `http://${place}`,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
