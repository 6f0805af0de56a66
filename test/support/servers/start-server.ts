import { sparkLack, startSpark } from "./spark-server.js";
import type { TestServer } from "./test-server.js";
import { startTrino, trinoLack } from "./trino-server.js";

export type ServerKind = "spark" | "trino";

/** How each server is started, and what is lacking for it. */
export const testServers: Readonly<
  Record<ServerKind, { readonly lack: () => string | undefined; readonly start: () => Promise<TestServer> }>
> = {
  spark: { lack: sparkLack, start: startSpark },
  trino: { lack: trinoLack, start: startTrino },
};
