import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PlacedNode } from "@evenodds/auditor/internal";
import { expect } from "chai";
import onnxProto from "onnx-proto";
import { requireWebGpu } from "../../support/on-webgpu.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const script = fileURLToPath(new URL("../../support/placement-log-process.ts", import.meta.url));
const paths = readdirSync(`${root}/models`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `models/${name}/model.onnx`);

/** Where ONNX Runtime's verbose log says that it placed the nodes of a model: `Scan (Scan_0)` on a provider. */
function logged(log: string): Map<string, string> {
  const providers = new Map<string, string>();
  let provider = "";
  for (const line of log.split("\n")) {
    if (!line.includes("VerifyEachNodeIsAssignedToAnEp")) continue;
    provider = /placed on \[(\w+)\]/.exec(line)?.[1] ?? provider;
    const [, operator, name] = /\] {2,}(\w+) \((.+)\)$/.exec(line) ?? [];
    if (operator !== undefined) providers.set(`${operator} ${name}`, provider);
  }
  return providers;
}

/** Nodes of both branches of every `If` of a file, by operator and name. */
function branchNodes(path: string): Set<string> {
  const model = onnxProto.onnx.ModelProto.decode(readFileSync(`${root}/${path}`));
  const branches = (model.graph?.node ?? []).filter(({ opType }) => opType === "If");
  const inside = branches.flatMap(({ attribute }) => (attribute ?? []).flatMap(({ g }) => g?.node ?? []));
  return new Set(inside.map(({ opType, name }) => `${opType} ${name}`));
}

describe("readPlacement, on WebGPU", () => {
  let profiles: Record<string, PlacedNode[]>;
  let logs: Map<string, string>;

  before(function () {
    this.timeout(240_000);
    if (process.env.EVENODDS_REQUIRE_WEBGPU !== "1") return;
    const flags = ["--import=tsx", "--conditions=@evenodds/source", script, ...paths];
    const folder = mkdtempSync(join(tmpdir(), "evenodds-test-"));
    // To a file: once a pipe is full that is not read fast enough, ONNX Runtime writes nothing more to its log.
    const log = openSync(join(folder, "log"), "a+");
    const { stdout, status } = spawnSync(process.execPath, flags, {
      ...{ cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 },
      stdio: ["ignore", "pipe", log],
    });
    closeSync(log);
    const told = readFileSync(join(folder, "log"), "utf8");
    rmSync(folder, { recursive: true });
    expect(status, told.slice(-2000)).to.equal(0);
    profiles = JSON.parse(stdout) as typeof profiles;
    logs = new Map(told.split("\nmodel ").map((text) => [text.split("\n", 1)[0]!, text]));
  });

  it("has ten models to compare", () => {
    expect(paths).to.have.length(10);
  });

  for (const path of paths) {
    it(`says of every node of ${path} what the verbose log says`, function () {
      requireWebGpu(this);
      const log = logged(logs.get(path)!);
      const ran = new Map(profiles[path]!.map(({ operator, name, provider }) => [`${operator} ${name}`, provider]));
      expect(ran.size).to.be.above(500);
      for (const [node, provider] of ran) expect(log.get(node), node).to.equal(provider);
      // The log also has copies, and the branch that was not taken.
      const idle = [...log.keys()].filter((node) => !ran.has(node) && !node.startsWith("Memcpy"));
      const branches = branchNodes(path);
      expect(idle.filter((node) => !branches.has(node))).to.deep.equal([]);
    });
  }
});
