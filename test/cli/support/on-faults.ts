import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";
import { builtCommand, faultCases, writeFaultInputs, type FaultCaseName } from "./fault-cases.js";
import { compileFaults, type Change, type FaultKind } from "./file-faults.js";
import { runBuilt, tryFaults, type FaultOutcome } from "./try-faults.js";

/** Registers the inputs of {@link faultCases} for the calling `describe`; returns what lets them go wrong. */
export function useFaults(): (
  name: FaultCaseName,
  kind: FaultKind,
  choose: (changes: readonly Change[]) => readonly Change[],
) => Promise<FaultOutcome[]> {
  let folder = "";
  let library: string | null = null;
  before(async function () {
    if (!existsSync(builtCommand)) return;
    folder = await mkdtemp(join(tmpdir(), "evenodds-faults-"));
    library = await compileFaults(folder);
    if (library !== null) await writeFaultInputs(folder, (args) => runBuilt(args, { folder }));
  });
  beforeEach(function () {
    if (folder === "") return skipBecause(this, "there is no build; npm run build makes one");
    if (library === null) return skipBecause(this, "Linux and a C compiler are needed");
  });
  after(async () => {
    if (folder !== "") await rm(folder, { recursive: true });
  });
  return async (name, kind, choose) => {
    const outcomes: FaultOutcome[] = [];
    for await (const outcome of tryFaults(faultCases[name], kind, { folder, library: library!, choose })) {
      const { number, call, path, result, said } = outcome;
      expect(result, `${number} ${call} ${path}: ${said}`).not.to.equal("wrong");
      outcomes.push(outcome);
    }
    return outcomes;
  };
}
