// Writes the JSON Schemas of reports from their types, and that of files of gates from the schema that reads them.
// npm run schema
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gatesJsonSchema, gatesSchemaFile } from "./gates-json-schema.js";
import { reportSchema, reportSchemas, schemaFolder } from "./report-schemas.js";

mkdirSync(schemaFolder, { recursive: true });
for (const file of Object.keys(reportSchemas) as (keyof typeof reportSchemas)[]) {
  writeFileSync(join(schemaFolder, file), await reportSchema(file));
}
mkdirSync(dirname(gatesSchemaFile), { recursive: true });
writeFileSync(gatesSchemaFile, await gatesJsonSchema());
