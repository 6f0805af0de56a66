import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inspectModel, type Placement } from "@evenodds/auditor";
import { inducedSubgraph } from "@evenodds/core";
import { loadGraph, writeGraph } from "@evenodds/data";
import { auditModel, predict, type PredictedClasses } from "evenodds";
import { expect } from "chai";
import { plannedModels } from "../../scripts/models/planned-models.js";
import { useTempFolder } from "../cli/support/temp-folder.js";
import { requireWebGpu } from "../support/on-webgpu.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Nodes of the sample that are audited: a software device takes a minute and more for all of the largest one. */
const mostNodes = 1000;

/** Operators of which a provider ran some. */
function operatorsOn(placement: Placement, name: string): string[] {
  return Object.keys(placement[name] ?? {}).sort();
}

describe("models/ on WebGPU", () => {
  const folder = useTempFolder();

  for (const { name, graph: planned } of plannedModels) {
    it(`audits ${name} as on the CPU, with nothing but shapes and indices on the CPU`, async function () {
      requireWebGpu(this);
      this.timeout(180_000);
      const path = `${root}/models/${name}/model.onnx`;
      const { metadata } = inspectModel(readFileSync(path));
      const whole = await loadGraph(`${root}/samples/${planned.sample}`, { featureNames: metadata.featureNames! });
      const kept = Int32Array.from({ length: Math.min(mostNodes, whole.graph.nodeCount) }, (_, n) => n);
      await writeGraph(folder.at(name), { name, ...inducedSubgraph(whole, kept) });

      const [cpu, gpu] = [
        (await predict(path, folder.at(name))) as PredictedClasses,
        (await predict(path, folder.at(name), { provider: "webgpu" })) as PredictedClasses,
      ];
      expect([...gpu.predicted]).to.deep.equal([...cpu.predicted]);
      gpu.probabilities!.forEach((p, i) => expect(p).to.be.closeTo(cpu.probabilities![i]!, 1e-5));

      const report = await auditModel(path, folder.at(name), { provider: "webgpu", draws: 100 });
      const onCpu = await auditModel(path, folder.at(name), { draws: 100 });
      expect(report.provider).to.equal("webgpu");
      expect(report.attributes.map(({ cells }) => cells)).to.deep.equal(onCpu.attributes.map(({ cells }) => cells));
      expect(report.warnings).to.deep.equal(onCpu.warnings);
      // Whatever makes numbers of features and weights.
      const device = operatorsOn(report.placement!, "WebGpuExecutionProvider");
      expect(device).to.include.members(["Gather", "MatMul"]);
      const host = operatorsOn(report.placement!, "CPUExecutionProvider");
      for (const operator of ["MatMul", "Gemm", "ReduceSum", "Softmax", "Relu"]) expect(host).not.to.include(operator);
    });
  }
});
