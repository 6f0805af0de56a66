#!/usr/bin/env node
// Starts the command of @evenodds/cli. As there, exit code 1 is kept for a gate that is violated, and the syntax is
// that of the oldest Node that a user may have.
"use strict";

try {
  require(require("path").join(require.resolve("@evenodds/cli/package.json"), "../bin/evenodds.js"));
} catch (error) {
  var reason = String(error && error.message).split("\n")[0];
  process.stderr.write(
    "evenodds: a part of evenodds cannot be loaded: " + reason + "; install it again (in a clone: npm ci)\n",
  );
  process.exitCode = 2;
}
