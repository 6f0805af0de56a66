import { auditOutcomes, renderText } from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import { expect } from "chai";
import { plantedFile, plantedFiles } from "../../../bench/coverage/planted-file.js";
import { expectToFitSchema } from "../../support/report-schema.js";

describe("a report on a planted harm", () => {
  for (const name of plantedFiles) {
    for (const maxGap of [null, 0.1]) {
      it(`names the harmed group of ${name} first, ${maxGap === null ? "without a limit" : "beside a verdict"}`, () => {
        const { outcomes, harmed } = plantedFile(name, { seed: 3 });
        const report = auditOutcomes({
          attributes: [{ name: "group", outcomes }],
          version: "1",
          settings: { draws: 999, maxGap },
        });
        expectToFitSchema(report);
        const text = renderText(report).split("\n");
        expect(text.slice(0, 4).join(" ").replace(/\s+/g, " ")).to.include(
          `Group ${JSON.stringify(harmed)} of group is predicted right less often than all others`,
        );
        const head = text.findIndex((line) => line.includes("Right, beside the rest"));
        expect(text[head + 1]!.trim().split(/ {2,}/)[0]).to.equal(harmed);
        const page = renderHtml(report);
        const box = page.slice(
          page.indexOf('<div class="verdict'),
          page.indexOf("</div>", page.indexOf('<div class="verdict')),
        );
        expect(box).to.include("is predicted right less often than all others").and.to.include(harmed);
      });
    }
  }
});
