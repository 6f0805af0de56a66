// Writes the JSON Schemas of reports from their types.
// npm run schema
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reportSchema, reportSchemas, schemaFolder } from "./report-schemas.js";

mkdirSync(schemaFolder, { recursive: true });
for (const file of Object.keys(reportSchemas) as (keyof typeof reportSchemas)[]) {
  writeFileSync(join(schemaFolder, file), await reportSchema(file));
}
