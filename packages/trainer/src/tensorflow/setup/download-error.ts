import { EngineError } from "@evenodds/core";
import type { Wheel } from "./wheels.js";

const unreachable =
  /connection|timed? ?out|ProxyError|SSLError|CERTIFICATE|name resolution|Max retries|unreachable|Cannot connect/i;

/** What pip says where it fails, as an error of one line. */
export function downloadError(wheel: Wheel, output: string): EngineError {
  const mismatch = /Got\s+([0-9a-f]{64})/.exec(output)?.[1];
  if (mismatch !== undefined || output.includes("DO NOT MATCH THE HASHES")) return hashError(wheel, mismatch);
  const lines = output.split("\n").map((line) => line.trim());
  const errors = lines.filter((line) => line.startsWith("ERROR:"));
  const said = errors.at(-1) ?? lines.filter((line) => line !== "").at(-1) ?? "nothing";
  if (/No space left on device/.test(output)) {
    return new EngineError({
      argument: `download of ${wheel.name} ${wheel.version}`,
      expected: "room on the disk of the cache folder",
      found: said,
      hint: "free some, or name a folder on another disk in EVENODDS_CACHE",
    });
  }
  return new EngineError({
    argument: `download of ${wheel.name} ${wheel.version}`,
    expected: "the package from the index that pip uses",
    found: unreachable.test(output) ? `an index that cannot be reached: ${said}` : `pip, which says: ${said}`,
    hint: "check network, proxy (HTTPS_PROXY) and index (PIP_INDEX_URL, pip config list); finished downloads are kept",
  });
}

/** A file that is not the one that is pinned; without `found` where pip does not say what it got. */
export function hashError({ name, version, sha256 }: Wheel, found?: string): EngineError {
  return new EngineError({
    argument: `download of ${name} ${version}`,
    expected: `sha256 ${sha256}`,
    found: found === undefined ? "another" : `sha256 ${found}`,
    hint: "the index serves another file than the Python Package Index, or it was damaged: try again, or another index",
  });
}
