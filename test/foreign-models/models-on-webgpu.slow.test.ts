import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../support/fake-terminal.js";
import { foreignModels, foreignPath } from "../support/foreign-models.js";
import { requireWebGpu } from "../support/on-webgpu.js";

/** Models of which every node with numbers runs there. */
const whole = ["torch-old-auto-names", "torch-old-opset11-ir3", "pyg-new-fixed", "torch-new-source-target"];
/** Models with nodes that WebGPU has no kernel for, such as ConstantOfShape: they run with `--allow-fallback` alone. */
const inPart = [
  ...["dgl-gcn", "dgl-sage", "dgl-gin", "dgl-edge-weights", "pyg-new-gcn", "pyg-new-gat", "pyg-new-gin"],
  ...["pyg-old-sage", "pyg-old-weights", "pyg-old-class-ids"],
];

describe("foreign models on WebGPU", () => {
  const audit = async (name: string, flags: readonly string[]) => {
    const { data, flags: own } = foreignModels.find((model) => model.name === name)!;
    return runCli(["audit", foreignPath(`${name}/model.onnx`), foreignPath(data), ...own, "--draws", "0", ...flags]);
  };
  const cellsOf = (report: AuditReport) => report.attributes.map(({ cells }) => cells);

  for (const name of [...whole, ...inPart]) {
    it(`have the cells that ${name} has on the CPU, ${whole.includes(name) ? "whole" : "with a fallback that is stated"}`, async function () {
      requireWebGpu(this);
      this.timeout(120_000);
      if (inPart.includes(name)) {
        const refused = await audit(name, ["--provider", "webgpu"]);
        expect(refused.code).to.equal(2);
        expect(refused.log.join("\n")).to.match(/expected every node with numbers on WebGpuExecutionProvider/);
      }
      const flags = inPart.includes(name) ? ["--allow-fallback"] : [];
      const [gpu, cpu] = [
        await audit(name, ["--provider", "webgpu", ...flags, "--json"]),
        await audit(name, ["--json"]),
      ];
      const [found, known] = [gpu, cpu].map(({ out }) => JSON.parse(out) as AuditReport);
      expect(cellsOf(found!)).to.deep.equal(cellsOf(known!));
      expect(found!.provider).to.equal("webgpu");
      expect(Object.keys(found!.placement!)).to.include("WebGpuExecutionProvider");
    });
  }
});
