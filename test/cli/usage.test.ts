import { existsSync } from "node:fs";
import { expect } from "chai";
import { runCli } from "../support/fake-terminal.js";
import { useTempFolder } from "./support/temp-folder.js";

const cases: readonly [args: string, message: RegExp][] = [
  ["audt model.onnx graph", /^evenodds: unknown command 'audt' \(Did you mean audit\?\)$/],
  ["--versoin", /unknown option '--versoin' \(Did you mean --version\?\)/],
  ["audit model.onnx graph --sensitiv age", /unknown option '--sensitiv' \(Did you mean --sensitive\?\)/],
  ["audit model.onnx graph --maxgap 0.1", /unknown option '--maxgap' \(Did you mean --max-gap\?\)/],
  ["audit model.onnx graph --nothing-like-it", /unknown option '--nothing-like-it'; see evenodds audit --help$/],
  ["audit model.onnx", /a model alone; see evenodds audit --help$/],
  ["audit", /a model and a graph or a table.*found neither; see evenodds audit --help$/],
  ["audit model.onnx graph more", /too many arguments for 'audit'/],
  ["audit model.onnx graph --out", /option '--out <folder>' argument missing/],
  [
    "audit model.onnx graph --max-gap 1.5",
    /--max-gap.*'1\.5' is invalid\. It must be a number from 0 to 1\. Write 0\.015 for 1\.5 %\./,
  ],
  ["audit model.onnx graph --max-gap -0.1", /--max-gap.*'-0\.1' is invalid\. It must be a number from 0 to 1\.$/],
  ["audit model.onnx graph --max-gap=", /--max-gap.*It must be a number\./],
  ["audit model.onnx graph --max-gap 10%", /--max-gap.*'10%' is invalid\. It must be a number\./],
  ["audit model.onnx graph --max-gap NaN", /--max-gap.*It must be a number\./],
  [
    "audit model.onnx graph --require-gate",
    /--require-gate: expected a gate, found none; add --max-gap, or --max-error-gap for a regression$/,
  ],
  ["audit model.onnx graph --alpha 0", /--alpha.*It must be a number between 0 and 1\./],
  ["audit model.onnx graph --min-support 0", /--min-support.*It must be a whole number from 1\./],
  ["audit model.onnx graph --draws 1.5", /--draws.*It must be a whole number from 0\./],
  ["audit model.onnx graph --seed -1", /--seed.*It must be a whole number from 0\./],
  ["audit model.onnx graph --threads 0", /--threads.*It must be a whole number from 1\./],
  ["audit model.onnx graph --sensitive ,", /--sensitive.*It must name at least one\./],
  ["audit model.onnx graph --split tset", /'tset' is invalid\. Allowed choices are train, validation, test, all\./],
  ["audit model.onnx graph --provider gpu", /'gpu' is invalid\. Allowed choices are cpu, cuda, webgpu, auto\./],
  ["train graph --epochs many", /--epochs.*It must be a whole number from 0\.|--epochs.*It must be a number\./],
  ["train graph --method eqgn", /'eqgn' is invalid\. Allowed choices are gcn, debias, fairgnn, eqgnn\./],
  ["export run", /required option '--out <file>' not specified; see evenodds export --help$/],
  ["export run --out", /option '--out <file>' argument missing/],
  ["predict model.onnx graph", /required option '--out <file>' not specified/],
  ["split graph --training a", /required option '--held-out <folder>' not specified/],
  ["split graph --training a --held-out b --share 1", /--share.*It must be a number between 0 and 1\./],
  ["demo extra", /too many arguments for 'demo'/],
];

describe("usage errors", () => {
  const folder = useTempFolder();

  for (const [args, message] of cases) {
    it(`evenodds ${args}: one line, code 2`, async () => {
      const writes = args.startsWith("audit") && !/--out\b/.test(args) ? ["--out", folder.at("out")] : [];
      const { code, out, log } = await runCli([...args.split(" "), ...writes]);
      expect({ code, out }).to.deep.equal({ code: 2, out: "" });
      expect(log).to.have.length(1);
      expect(log[0])
        .to.match(/^evenodds: /)
        .and.match(message);
      expect(log[0]).not.to.match(/[\r\n]/);
      expect(existsSync(folder.at("out"))).to.equal(false);
    });
  }
});
