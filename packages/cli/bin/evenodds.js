#!/usr/bin/env node
// The guard: exit code 1 means that a gate is violated, and Node ends with 1 for every failure of its own. Whatever
// fails before, beside or after a command ends here with one line and another code. It has to parse in the oldest Node
// that a user may have (syntax of Node 8, no import by a statement), and nothing that it needs may be a file that can
// fail to load. Commands that run native code it runs in a process of their own.
"use strict";

/** What package.json asks for. */
var oldestNode = [20, 19];

/** The codes of exit-codes.ts. */
var codes = { error: 2, fault: 70 };

/** The code of the command; null until it has one. */
var outcome = null;
/** How the command line itself reports what was thrown; null until it is loaded. */
var reportFailure = null;

/** Writes a line where there is anyone to read it. */
function say(line) {
  try {
    process.stderr.write("evenodds: " + line + "\n");
  } catch (unwritable) {
    void unwritable; // The code still says it.
  }
}

/** Ends with `code` now, whatever is still going on. */
function endWith(code) {
  outcome = code;
  process.exit(code);
}

/** One line about an error; names of files may hold anything. */
function describe(error) {
  // Where Node says in which file a syntax error is, it is the first line of its stack.
  var stack = error instanceof SyntaxError ? String(error.stack) : "";
  var place = stack.indexOf(error.name) > 0 ? stack.split("\n")[0] + ": " : "";
  var name = error instanceof Error && error.name !== "Error" ? error.name + ": " : "";
  var text = place + name + String(error instanceof Error ? error.message : error).split("\n")[0];
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, " ").slice(0, 2000);
}

/** Reports what was thrown before the command line was loaded, and returns the code. */
function reportStart(error) {
  var isOurs = !(error instanceof SyntaxError) && !(error instanceof Error && typeof error.code === "string");
  if (isOurs) {
    say("this is a fault of evenodds, please report it: " + describe(error));
    return codes.fault;
  }
  var isFull = error.code === "EMFILE" || error.code === "ENFILE";
  var remedy = isFull ? "allow more open files (ulimit -n 1024)" : "install it again (in a clone: npm ci)";
  // Node looks for packages by opening files, and takes one that it may not open for none.
  if (error.code === "ERR_MODULE_NOT_FOUND") remedy += ", or allow more open files (ulimit -n 1024)";
  say("a part of evenodds cannot be loaded: " + describe(error) + "; " + remedy);
  return codes.error;
}

function onFailure(error) {
  var code = codes.fault;
  try {
    code = (reportFailure || reportStart)(error);
  } catch (another) {
    say("this is a fault of evenodds, please report it: " + describe(another));
  }
  endWith(code);
}

function isTooOld() {
  var parts = process.versions.node.split(".").map(Number);
  return parts[0] < oldestNode[0] || (parts[0] === oldestNode[0] && parts[1] < oldestNode[1]);
}

function start() {
  // Until a command has ended by itself, an end is a fault: a promise that nobody settles would otherwise end with 0.
  process.exitCode = codes.fault;
  process.on("uncaughtException", onFailure);
  process.on("unhandledRejection", onFailure);
  process.on("exit", function (code) {
    // Only output that cannot be written ends a command from outside, as an error.
    if (code === outcome || code === codes.error) return;
    say("this is a fault of evenodds, please report it: it ended with code " + code + " before its command did");
    process.exitCode = codes.fault;
  });
  // Without a listener, a reader of standard error that went away would be a fault.
  process.stderr.on("error", function () {});
  var args = process.argv.slice(2);
  import("./start.mjs")
    .then(function (module) {
      // Set for the process that does the work; the first one only watches over it.
      if (process.env.EVENODDS_SUPERVISED !== undefined) return runHere(module, args);
      return module.loadSupervisor().then(function (supervisor) {
        if (!supervisor.needsChild(args)) return runHere(module, args);
        return supervisor.supervise({ command: process.execArgv.concat(__filename), args: args, log: say });
      });
    })
    .then(function (code) {
      outcome = code;
      process.exitCode = code;
    })
    .catch(onFailure);
}

/** Loads the command line into this process and runs it. */
function runHere(module, args) {
  return module.load().then(function (commandLine) {
    reportFailure = commandLine.reportFailure;
    return commandLine.main(args);
  });
}

if (isTooOld()) {
  say("Node " + oldestNode.join(".") + " or later is needed, and this is " + process.versions.node);
  process.exitCode = codes.error;
} else start();
