// Loaded before a command (NODE_OPTIONS=--require): counts what it asks of the file system below KILL_BELOW, and kills
// the process before (KILL_AT=n) the n-th of these calls. Writes the number of calls to KILL_COUNT when it ends.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { syncBuiltinESMExports } = require("node:module");

const below = process.env.KILL_BELOW;
const at = Number(process.env.KILL_AT || 0);
const isWorker = process.env.EVENODDS_SUPERVISED !== undefined;
let calls = 0;

function count(...names) {
  if (!names.some((name) => typeof name === "string" && path.resolve(name).startsWith(below))) return;
  calls++;
  if (calls === at) process.kill(process.pid, "SIGKILL");
}

if (below !== undefined && isWorker) {
  const { writeFileSync } = fs;
  const wrap = (object, name) => {
    const original = object[name];
    object[name] = function (...given) {
      // Opening to read changes nothing.
      const isRead = name === "open" && !/[wa+]/.test(String(given[1] ?? "r"));
      if (!isRead) count(given[0], name === "rename" || name === "renameSync" ? given[1] : undefined);
      return original.apply(this, given);
    };
  };
  for (const name of ["open", "writeFile", "rename", "rm", "rmdir", "unlink", "mkdir", "appendFile", "copyFile"]) {
    wrap(fs.promises, name);
    if (fs[`${name}Sync`] !== undefined) wrap(fs, `${name}Sync`);
  }
  syncBuiltinESMExports();
  process.on("exit", () => {
    if (process.env.KILL_COUNT) writeFileSync(process.env.KILL_COUNT, String(calls));
  });
}
