// Runs specifications of TensorFlow.js itself on the native backend, as they lie in the npm package of tfjs-core, and
// prints {"passed": …, "failed": […]} as its last line. The files are ES modules in a package that does not say so, so
// they are bundled first. Usage: run-specs.js LOCATION (JSON of an AddonLocation) SPEC... (names without `_test`)
import { createRequire } from "node:module";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import Jasmine from "jasmine";
import { loadTensorFlowBackend } from "../../packages/trainer/src/tensorflow/load-tensorflow-backend.js";

const [location, ...specs] = process.argv.slice(2);
const entry = ["./environment.js", ...specs.map((spec) => `@tensorflow/tfjs-core/dist/${spec}_test`)]
  .map((module) => `import "${module}";`)
  .join("\n");
// Within node_modules, so that the bundle finds the jasmine that runs it.
const cache = join(import.meta.dirname, "../../node_modules/.cache");
await mkdir(cache, { recursive: true });
const folder = await mkdtemp(join(cache, "tfjs-core-specs-"));
const outfile = join(folder, "specs.cjs");
try {
  await build({
    stdin: { contents: entry, resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "error",
    // tfjs-core declares its specifications to be free of side effects, which are all that they have.
    ignoreAnnotations: true,
    external: ["jasmine-core/*"],
  });
  await loadTensorFlowBackend(JSON.parse(location));
  const runner = new Jasmine();
  runner.exitOnCompletion = false;
  runner.configureDefaultReporter({ print: () => {} });
  const failed = [];
  let passed = 0;
  runner.addReporter({
    specDone({ status, fullName, failedExpectations }) {
      if (status === "passed") passed++;
      else if (status === "failed") failed.push(`${fullName}: ${failedExpectations[0]?.message ?? "no expectation"}`);
    },
  });
  runner.env.configure({ random: false });
  createRequire(import.meta.url)(outfile);
  await runner.execute();
  console.log(JSON.stringify({ passed, failed }));
} finally {
  await rm(folder, { recursive: true });
}
