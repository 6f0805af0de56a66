import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { SHARE_ENV, Worker, type WorkerOptions } from "node:worker_threads";

/** Starts a module of this package in a thread. `module` is its address in a build, with the ending `.js`. */
export function startThread(module: URL, workerData: object): Worker {
  // The native library reads the environment of the process, which a thread would only have a copy of.
  const options: WorkerOptions = { workerData, env: SHARE_ENV };
  if (!import.meta.url.endsWith(".ts")) return new Worker(module, options);
  // Node 20 does not hand the loader of TypeScript on to threads, so from source the thread registers it.
  const loader = createRequire(import.meta.url).resolve("tsx/cjs");
  const source = fileURLToPath(module).replace(/\.js$/, ".ts");
  const code = `require(${JSON.stringify(loader)}); require(${JSON.stringify(source)});`;
  return new Worker(code, { ...options, eval: true });
}
