import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { skipBecause } from "../support/skip-because.js";
import { auditCase, equal } from "./support/audit-case.js";
import { runChild } from "./support/child.js";
import { useTempFolder } from "./support/temp-folder.js";
import { quicklyWith, writeLearnable } from "./support/trained-run.js";

const program = fileURLToPath(new URL("../../packages/cli/bin/evenodds.js", import.meta.url));
const built = fileURLToPath(new URL("../../packages/cli/dist/index.js", import.meta.url));

/** Makes every look-up of a name and every connection but those between processes of this machine an error. */
const noNetwork = `
  const { appendFileSync } = require("node:fs");
  const net = require("node:net");
  const dns = require("node:dns");
  const refuse = (what) => {
    appendFileSync(process.env.NETWORK_LOG, what + "\\n");
    throw new Error("network: " + what);
  };
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (...given) {
    const [first] = given.flat();
    const isLocal = typeof first === "string" || (first && first.path !== undefined);
    return isLocal ? connect.apply(this, given) : refuse("connect " + JSON.stringify(first));
  };
  for (const name of ["lookup", "resolve", "resolve4", "resolve6"]) dns[name] = (host) => refuse(name + " " + host);
  dns.promises.lookup = async (host) => refuse("lookup " + host);
`;

/** SHA-256 of every file below a folder, by its path. */
async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = await Promise.all(
    files.sort().map(async (file) => {
      const hash = createHash("sha256").update(await readFile(file));
      return [file.slice(folder.length + 1), hash.digest("hex")] as const;
    }),
  );
  return Object.fromEntries(hashes);
}

describe("what commands do besides their outputs", function () {
  this.timeout(120_000);
  const folder = useTempFolder();
  beforeEach(async function () {
    if (!existsSync(built)) return skipBecause(this, "there is no build; npm run build makes one");
    for (const name of ["home", "tmp", "in", "out"]) await mkdir(folder.at(name));
    await folder.write(auditCase(equal), "in/case");
    await writeLearnable(folder.at("in", "graph"));
    await writeFile(folder.at("in", "p.csv"), "y,p,g\n1,1,a\n1,0,b\n0,0,a\n0,1,b\n");
    await writeFile(folder.at("no-network.cjs"), noNetwork);
  });

  const lines: readonly (readonly string[])[] = [
    ["audit", "in/case/model.onnx", "in/case/graph", "--draws", "10", "--out", "out/audit"],
    ["audit", "--predictions", "in/p.csv", "--label", "y", "--prediction", "p", "--sensitive", "g", "--json"],
    ["audit", "--sql", "select * from 'in/p.csv'", "--label", "y", "--prediction", "p", "--sensitive", "g"],
    ["inspect", "in/case/model.onnx"],
    ["predict", "in/case/model.onnx", "in/case/graph", "--out", "out/p.parquet"],
    ["train", "in/graph", "--engine", "wasm", ...quicklyWith("--method", "gcn", "--epochs", "2"), "--out", "out/run"],
    ["export", "out/run", "--out", "out/model.onnx"],
    ["generate", "--nodes", "40", "--out", "out/made"],
    ["split", "in/graph", "--training", "out/a", "--held-out", "out/b"],
  ];

  it("is nothing: no connection, no file outside of them, and no byte of what they read", async () => {
    const before = await contents(folder.at("in"));
    const env = {
      ...process.env,
      NODE_OPTIONS: `--require ${folder.at("no-network.cjs")}`,
      NETWORK_LOG: folder.at("network.log"),
      ...{ HOME: folder.at("home"), XDG_CACHE_HOME: folder.at("home", "cache"), EVENODDS_CACHE: "" },
      ...{ TMPDIR: folder.at("tmp"), TMP: folder.at("tmp"), TEMP: folder.at("tmp") },
    };
    for (const args of lines) {
      const { code, log } = await runChild([process.execPath, program, ...args], { cwd: folder.at(), env });
      expect([0, 3], `evenodds ${args.join(" ")}: ${log}`).to.include(code);
    }
    expect(existsSync(folder.at("network.log"))).to.equal(false);
    expect(await contents(folder.at("in"))).to.deep.equal(before);
    const written = Object.keys(await contents(folder.at())).map((file) => file.split(sep)[0]!);
    expect([...new Set(written)].sort()).to.deep.equal(["in", "no-network.cjs", "out"]);
  });

  it("is seen where a program does connect", async () => {
    const code = 'require("node:http").get("http://example.invalid/").on("error", () => {});';
    await runChild([process.execPath, "-e", code], {
      cwd: folder.at(),
      env: {
        ...process.env,
        NODE_OPTIONS: `--require ${folder.at("no-network.cjs")}`,
        NETWORK_LOG: folder.at("network.log"),
      },
    });
    expect(await readFile(folder.at("network.log"), "utf8")).to.match(/example\.invalid/);
  });
});
