import js from "@eslint/js";
import tseslint from "typescript-eslint";
import { noStringIndex } from "./scripts/lint/no-string-index.js";
import { noArrayAsArguments } from "./scripts/lint/no-array-as-arguments.js";

const scoped = (...names) => names.map((name) => `@evenodds/${name}`);

/** What each package may import of the others, and which of the heavy libraries it alone may use. */
const rooms = {
  core: { packages: [], libraries: ["graphology", "graphology-*"] },
  data: { packages: scoped("core"), libraries: ["@duckdb/*", "@grpc/*", "apache-arrow", "pg"] },
  trainer: { packages: scoped("core"), libraries: ["@tensorflow/*"] },
  exporter: { packages: scoped("core"), libraries: ["onnx-proto", "protobufjs", "protobufjs/*"] },
  auditor: {
    packages: scoped("core"),
    libraries: ["onnx-proto", "onnxruntime-*", "onnxruntime-*/*", "@observablehq/plot", "junit-report-builder"],
  },
  experiments: {
    packages: scoped("core", "data", "trainer", "auditor"),
    libraries: ["@observablehq/plot", "@stdlib/*", "d3-force"],
  },
  evenodds: { packages: scoped("core", "data", "trainer", "exporter", "auditor"), libraries: [] },
  cli: {
    packages: [...scoped("core", "data", "trainer", "exporter", "auditor", "experiments"), "evenodds"],
    libraries: [],
  },
};
const allLibraries = [...new Set(Object.values(rooms).flatMap((room) => room.libraries))];

const importDirections = Object.entries(rooms).map(([name, room]) => ({
  files: [`packages/${name}/src/**/*.ts`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            group: ["evenodds", "@evenodds/*", ...room.packages.map((other) => `!${other}`)],
            message: `${name} may import ${room.packages.join(", ") || "no other package"} (see ARCHITECTURE.md)`,
          },
          {
            group: allLibraries.filter((library) => !room.libraries.includes(library)),
            message: `this library does not belong in ${name} (see ARCHITECTURE.md)`,
          },
          { group: ["**/packages/**", "../../../*"], message: "import other packages by name" },
        ].filter((pattern) => pattern.group.length > 0),
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ["**/dist/", "packages/*/assembly/", "out/", "runs/", "node_modules/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      eqeqeq: "error",
    },
  },
  {
    files: ["packages/*/src/**/*.ts"],
    plugins: { size: { rules: { "no-array-as-arguments": noArrayAsArguments } } },
    rules: { "size/no-array-as-arguments": "error" },
  },
  {
    files: ["packages/**/*.ts", "scripts/**/*.ts", "bench/**/*.ts"],
    plugins: { local: { rules: { "no-string-index": noStringIndex } } },
    rules: { "local/no-string-index": "error" },
  },
  {
    files: ["packages/*/src/**/*.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        {
          object: "JSON",
          property: "parse",
          message: "texts of users pass parseJson of core, which limits their depth",
        },
      ],
    },
  },
  {
    // What reads JSON itself, and what reads DuckDB's own, which is as deep as a query.
    files: ["packages/core/src/notation/parse-json.ts", "packages/data/src/guard/*.ts"],
    rules: { "no-restricted-properties": "off" },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unused-expressions": "off",
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "/packages/[a-z]+/src/",
              message: "import from the package, or what it does not export from its /internal, so that files can move",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["**/*.js", "**/*.cjs", "**/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        require: "readonly",
        module: "readonly",
        URL: "readonly",
        __filename: "readonly",
      },
    },
  },
  { files: ["packages/*/bin/evenodds.js"], languageOptions: { sourceType: "commonjs", ecmaVersion: 2020 } },
  {
    // Prettier keeps code short, but leaves comments as they are.
    files: ["**/*.ts", "**/*.js", "**/*.cjs"],
    ignores: ["**/*.wasm.ts"],
    rules: { "max-len": ["error", { code: 10000, comments: 120, ignoreUrls: true }] },
  },
  ...importDirections,
);
