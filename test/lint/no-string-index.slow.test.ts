import { fileURLToPath } from "node:url";
import { RuleTester } from "eslint";
import tseslint from "typescript-eslint";
import { noStringIndex } from "../../scripts/lint/no-string-index.js";

RuleTester.describe = describe;
RuleTester.it = it;

const tester = new RuleTester({
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: {
      projectService: { allowDefaultProject: ["*.ts"], defaultProject: "tsconfig.base.json" },
      tsconfigRootDir: fileURLToPath(new URL("../..", import.meta.url)),
    },
  },
});

const filename = fileURLToPath(new URL("../../checked.ts", import.meta.url));
const index = [{ messageId: "index" }];
const within = [{ messageId: "in" }];

tester.run("no-string-index", noStringIndex, {
  valid: [
    "declare const list: number[], at: number; list[at];",
    "declare const list: Float32Array, at: number; list[at];",
    "declare const text: string, at: number; text[at];",
    "declare const table: { a: 1; b: 2 }, key: 'a' | 'b'; table[key];",
    "declare const table: Record<'a' | 'b', number>, key: 'a'; table[key] = 1;",
    "declare const table: Record<string, number>; table['a']; table.b;",
    "declare const table: Map<string, number>, key: string; table.get(key);",
    "declare const table: { a: 1 }, key: keyof typeof table; 'a' in table; key in table;",
    "declare const key: string; const table = { [key]: 1 };",
    "enum Way { In = 'in', Out = 'out' } declare const table: Record<Way, number>, way: Way; table[way];",
    "declare const side: 'left' | 'right', table: { leftEnd: 1; rightEnd: 2 }; table[`${side}End`];",
    "declare const table: Record<string, number>, key: symbol; table[key];",
  ].map((code) => ({ code, filename })),
  invalid: [
    { code: "declare const table: Record<string, number>, key: string; table[key];", errors: index },
    { code: "declare const table: Record<string, number>, key: string; table[key] = 1;", errors: index },
    { code: "declare const table: { a: 1 }, key: string; table[key as string];", errors: index },
    { code: "declare const table: any, key: string; table[key];", errors: index },
    { code: "declare const table: Record<string, number>, key: any; table[key];", errors: index },
    { code: "declare const table: Record<string, number>, key: 'a' | `b${string}`; table[key];", errors: index },
    { code: "declare const table: Record<string, number>, key: PropertyKey; table[key];", errors: index },
    { code: "declare const table: Record<string, number>, key: string & { b: 1 }; table[key];", errors: index },
    { code: "function f<K extends string>(table: Record<K, 1>, key: K) { return table[key]; }", errors: index },
    { code: "declare const either: number[] | Record<string, number>, key: string; either[key];", errors: index },
    { code: "declare const table: Record<string, number>, key: string; table?.[key];", errors: index },
    { code: "declare const table: Record<string, number>, key: string; const { [key]: x } = table;", errors: index },
    { code: "declare const table: object, key: string; key in table;", errors: within },
  ].map((test) => ({ ...test, filename })),
});
