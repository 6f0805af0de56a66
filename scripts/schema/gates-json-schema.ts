import { fileURLToPath } from "node:url";
import { gatesSchema } from "@evenodds/cli/internal";
import { format, resolveConfig } from "prettier";
import * as z from "zod";

/** The JSON Schema of `evenodds.yaml`, which is published with the command. */
export const gatesSchemaFile = fileURLToPath(new URL("../../packages/cli/schema/gates.schema.json", import.meta.url));

/**
 * Returns the JSON Schema (draft 7, which editors know) of a file of gates as the text of its file. It is made from the
 * schema that reads such files; whether an option fits what is audited is not in it.
 */
export async function gatesJsonSchema(): Promise<string> {
  const made = z.toJSONSchema(gatesSchema, { io: "input", target: "draft-7" });
  const { $schema, ...rest } = made;
  const title = "Audits and gates of evenodds (evenodds.yaml), version 1";
  const text = JSON.stringify({ $schema, $id: "urn:evenodds:gates:1", title, ...rest });
  return format(text, { ...(await resolveConfig(gatesSchemaFile)), filepath: gatesSchemaFile });
}
