import { readFileSync } from "node:fs";
import { expect } from "chai";
import { reportSchema, reportSchemas, schemaFolder } from "../../../scripts/schema/report-schemas.js";

describe("reportSchema", () => {
  for (const file of Object.keys(reportSchemas) as (keyof typeof reportSchemas)[]) {
    it(`makes ${file} as it is committed; otherwise run npm run schema`, async () => {
      expect(await reportSchema(file)).to.equal(readFileSync(`${schemaFolder}/${file}`, "utf8"));
    });
  }
});
