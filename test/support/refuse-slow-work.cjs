const childProcess = require("node:child_process");
const { syncBuiltinESMExports } = require("node:module");
const { relative } = require("node:path");
const threads = require("node:worker_threads");
const { Runnable } = require("mocha");

// Tests change the working directory.
const root = process.cwd();

/** The file of the test or hook that runs. */
let file = "";
const { run } = Runnable.prototype;
Runnable.prototype.run = function (done) {
  file = this.file ?? file;
  return run.call(this, done);
};

/** Why a file of unit tests may not do something; null for other files. */
function refusal(what) {
  if (!/\.test\.ts$/.test(file) || /\.slow\.test\.ts$/.test(file)) return null;
  const path = relative(root, file);
  return new Error(`unit tests ${what}: rename ${path} to *.slow.test.ts, or move this test to such a file`);
}

/**
 * The same for starting a program. tsx compiles with one, and the first engine on a machine asks one whether
 * TensorFlow's library loads.
 */
function startRefusal(program, args = []) {
  const isOfTools = String(program).includes("esbuild") || args.some((arg) => /probe-addon\.ts$/.test(arg));
  return isOfTools ? null : refusal("start no process");
}

// All functions that do not wait for the process start it by this method.
const { ChildProcess } = childProcess;
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) {
  const refused = startRefusal(options.file, options.args);
  if (refused !== null) throw refused;
  return spawn.call(this, options);
};
for (const name of ["spawnSync", "execFileSync", "execSync"]) {
  const original = childProcess[name];
  childProcess[name] = (program, ...args) => {
    const refused = startRefusal(program);
    if (refused !== null) throw refused;
    return original(program, ...args);
  };
}
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    const refused = refusal("start no thread");
    if (refused !== null) throw refused;
    super(...args);
  }
};
syncBuiltinESMExports();

/** Keeps unit tests quick: what takes long by its nature stands in files `*.slow.test.ts`. */
exports.mochaHooks = {
  afterEach() {
    const [usual, given] = [this.test.parent.timeout(), this.currentTest.timeout()];
    // 0 is no limit; a debugger takes the limits away from all.
    const asksForMore = usual > 0 && (given === 0 || given > usual);
    const refused = asksForMore ? refusal("ask for no more time than others") : null;
    if (refused !== null) throw refused;
  },
};
