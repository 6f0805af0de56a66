import type { AuditReport, RegressionReport } from "@evenodds/auditor";
import { findMisfit, InputError, type JsonShape } from "@evenodds/core";

/** The type of every statement, by in-toto's specification. */
const statementType = "https://in-toto.io/Statement/v1";

/** The type of what a statement about an audit says, described in docs/report-format.md. */
const predicateType = "urn:evenodds:audit:v1";

/** Something that was read, with the SHA-256 of its bytes, or of its text in UTF-8. */
export interface EvidenceInput {
  /** What it was read as: `model`, `data of the model`, `card`, `graph`, `predictions`, `nodes`, `sql` and the like. */
  readonly role: string;
  /** Path from the root of the checkout with `/`, an absolute path outside of it, or what else identifies it. */
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** An in-toto Statement v1 that a report came of these inputs and options. It holds no time. */
export interface AuditStatement {
  readonly _type: typeof statementType;
  readonly subject: readonly [{ readonly name: string; readonly digest: { readonly sha256: string } }];
  readonly predicateType: typeof predicateType;
  readonly predicate: {
    readonly tool: { readonly name: string; readonly version: string };
    readonly verdict: string;
    /** Those of the report. */
    readonly options: NonNullable<AuditReport["options"]>;
    readonly inputs: readonly EvidenceInput[];
  };
}

const digest: JsonShape = { fields: { sha256: "text" } };

const statementShape: JsonShape = {
  fields: {
    _type: { choices: [statementType] },
    subject: { list: { fields: { name: "text", digest } } },
    predicateType: { choices: [predicateType] },
    predicate: {
      fields: {
        tool: { fields: { name: "text", version: "text" } },
        verdict: "text",
        options: "object",
        inputs: { list: { fields: { role: "text", name: "text", digest } } },
      },
    },
  },
};

/** Returns the statement about a report whose `report.json` has the SHA-256 `sha256`. */
export function auditStatement(
  { tool, verdict, options = {} }: AuditReport | RegressionReport,
  { sha256, inputs }: { readonly sha256: string; readonly inputs: readonly EvidenceInput[] },
): AuditStatement {
  return {
    _type: statementType,
    subject: [{ name: "report.json", digest: { sha256 } }],
    predicateType,
    predicate: { tool: { name: tool.name, version: tool.version }, verdict, options, inputs },
  };
}

/** Returns what was read from JSON as a statement. Throws {@link InputError} for anything else, naming `file`. */
export function readStatement(value: unknown, file: string): AuditStatement {
  const refuse = (expected: string, found: string): never => {
    const hint = "name a file that evenodds audit --attest wrote";
    throw new InputError({ argument: file, expected, found, hint });
  };
  const misfit = findMisfit(value, statementShape);
  if (misfit !== null) refuse(`${misfit.expected} as ${misfit.path || "its content"}`, "something else");
  const statement = value as AuditStatement;
  const subjects: readonly unknown[] = statement.subject;
  if (subjects.length !== 1) refuse("one subject, the report", `${subjects.length}`);
  for (const { digest: own } of [...statement.subject, ...statement.predicate.inputs]) {
    if (!/^[0-9a-f]{64}$/.test(own.sha256)) refuse("64 hexadecimal digits in every sha256", JSON.stringify(own.sha256));
  }
  return statement;
}
