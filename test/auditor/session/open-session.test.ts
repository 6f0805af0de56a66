import { openSession } from "@evenodds/auditor";
import { automaticProviders, ModelError, UsageError } from "@evenodds/core";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { linearModel } from "../../support/onnx-models.js";
import { graphOf } from "../../support/tiny-graphs.js";

const model = linearModel({ features: 2, classes: 2 });
const graph = graphOf([], [[1, 2]]);

describe("openSession", () => {
  it("opens a named provider, and says nothing of a choice", async () => {
    const session = await openSession(model, { provider: "cpu" });
    const { values, placement } = await session.run(graph);
    expect([...values]).to.deep.equal([1, 2]);
    expect([session.provider, session.notes, session.warnings, placement]).to.deep.equal(["cpu", [], [], null]);
    await session.release();
  });

  it("chooses the first provider that runs the model, and says what was wrong with those before it", async () => {
    const session = await openSession(model, { provider: "auto" });
    const { values } = await session.run(graph);
    expect([...values]).to.deep.equal([1, 2]);
    const { provider, notes } = session;
    const before = automaticProviders.slice(0, automaticProviders.indexOf(provider));
    expect(notes).to.have.length(1);
    expect(notes[0]).to.match(new RegExp(`^Provider auto chose ${provider}: `));
    for (const other of before) expect(notes[0]).to.include(`${other} does not run it: `);
    await session.release();
  });

  it("refuses what only a named provider can be told", async () => {
    for (const options of [{ deviceId: 0 }, { allowFallback: true }]) {
      const error = await caught(() => openSession(model, { provider: "auto", ...options }));
      expect(error).to.be.instanceOf(UsageError);
      expect(error.message).to.match(/expected the name of a provider beside it, found provider auto/);
    }
  });

  it("does not try another provider where the model or the request is wrong", async () => {
    const broken = await caught(() => openSession(Uint8Array.of(1, 2, 3), { provider: "auto" }));
    expect(broken).to.be.instanceOf(ModelError);
    const device = await caught(() => openSession(model, { provider: "cpu", deviceId: 1 }));
    expect(device).to.be.instanceOf(UsageError);
    const session = await openSession(model, { provider: "auto" });
    const tooNarrow = await caught(() => session.run(graphOf([], [[1]])));
    expect(tooNarrow).not.to.be.instanceOf(UsageError);
    expect(session.provider).to.be.oneOf([...automaticProviders]);
    await session.release();
  });
});
