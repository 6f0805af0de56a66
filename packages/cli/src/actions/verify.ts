import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { jsonText } from "@evenodds/auditor";
import { InputError, parseJson, UsageError } from "@evenodds/core";
import { hashFile } from "@evenodds/data";
import { exitCodes } from "../exit-codes.js";
import { isEnvelope, isSignedBy, keyIdOf } from "../evidence/envelope.js";
import { readStatement, type AuditStatement } from "../evidence/statement.js";
import type { CommandContext } from "../commands/command-context.js";

/** Flags of `evenodds verify`. */
export interface VerifyFlags {
  readonly key?: string;
  readonly report?: string;
  readonly root: string;
  readonly allowMissing?: true;
  readonly json?: true;
}

/** What came of one part of an evidence file. */
interface Check {
  readonly part: string;
  readonly state: "ok" | "wrong" | "missing" | "unchecked";
  readonly detail: string;
}

/**
 * Checks an evidence file: its signature, the report, and every file that the audit read. Ends with 0 where all of it
 * holds and with 2 where anything does not, because 1 is the code of a gate alone.
 */
export async function verifyAction(file: string, flags: VerifyFlags, context: CommandContext): Promise<void> {
  const { statement, signature } = await readEvidence(file, flags.key);
  const checks = [
    signature,
    ...(await checkReport(statement, flags.report ?? join(dirname(file), "report.json"))),
    ...(await checkInputs(statement, flags.root)),
  ];
  const isWrong = checks.some(({ state }) => state === "wrong" || (state === "missing" && !flags.allowMissing));
  const { out, palette } = context.terminal;
  if (flags.json) out(jsonText({ verified: !isWrong, verdict: statement.predicate.verdict, checks }));
  else {
    const colours = { ok: palette.good, wrong: palette.bad, missing: palette.unsure, unchecked: palette.muted };
    for (const { part, state, detail } of checks) out(`${colours[state](state.padEnd(9))}  ${part}: ${detail}\n`);
    const { tool, verdict } = statement.predicate;
    const all = isWrong ? palette.bad("NOT VERIFIED") : palette.good("VERIFIED");
    out(`${all}: ${tool.name} ${tool.version} found ${verdict}\n`);
  }
  context.setExitCode(isWrong ? exitCodes.error : exitCodes.pass);
}

async function readEvidence(
  file: string,
  keyFile: string | undefined,
): Promise<{ readonly statement: AuditStatement; readonly signature: Check }> {
  const part = "signature";
  const content = readJson(await readText(file, "evidence"), file);
  if (!isEnvelope(content, file)) {
    const statement = readStatement(content, file);
    if (keyFile === undefined) {
      return {
        statement,
        signature: { part, state: "unchecked", detail: "there is none: anybody could have written it" },
      };
    }
    return { statement, signature: { part, state: "wrong", detail: "there is none" } };
  }
  const payload = readJson(Buffer.from(content.payload, "base64").toString("utf8"), `payload of ${file}`);
  const statement = readStatement(payload, file);
  if (keyFile === undefined) {
    const detail = "name the signer's public key with --key: anybody could have signed it";
    return { statement, signature: { part, state: "unchecked", detail } };
  }
  const pem = await readText(keyFile, "--key");
  const isGood = isSignedBy(content, pem);
  const id = keyIdOf(pem).slice(0, 16);
  const detail = isGood ? `by the key ${id}…` : `not by the key ${id}…, or changed since`;
  return { statement, signature: { part, state: isGood ? "ok" : "wrong", detail } };
}

/** Compares the bytes of a report, and then what the statement repeats of it. */
async function checkReport({ subject, predicate }: AuditStatement, path: string): Promise<Check[]> {
  const [{ digest }] = subject;
  if (!(await isFile(path))) {
    return [{ part: "report", state: "missing", detail: `no file ${path}; name it with --report` }];
  }
  const text = await readText(path, "--report");
  if (createHash("sha256").update(text).digest("hex") !== digest.sha256) {
    return [{ part: "report", state: "wrong", detail: `${path} is not the report that was attested` }];
  }
  const report = readJson(text, path) as Readonly<Record<string, unknown>>;
  const repeated: readonly (readonly [string, unknown, unknown])[] = [
    ["tool", report.tool, predicate.tool],
    ["verdict", report.verdict, predicate.verdict],
    ["options", report.options ?? {}, predicate.options],
  ];
  const other = repeated.find(([, one, two]) => jsonText(one) !== jsonText(two));
  const same: Check = { part: "report", state: "ok", detail: path };
  if (other === undefined) return [same];
  return [same, { part: other[0], state: "wrong", detail: "the report says something else" }];
}

async function checkInputs({ predicate }: AuditStatement, root: string): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { role, name, digest } of predicate.inputs) {
    if (role === "sql") {
      checks.push({ part: role, state: "unchecked", detail: `text with the SHA-256 ${digest.sha256}` });
      continue;
    }
    const path = isAbsolute(name) ? name : join(root, name);
    if (!(await isFile(path))) {
      checks.push({ part: role, state: "missing", detail: `no file ${path}` });
      continue;
    }
    const { sha256 } = await hashFile({ path }, ".");
    const isSame = sha256 === digest.sha256;
    const detail = isSame ? path : `${path} is not the file that was audited`;
    checks.push({ part: role, state: isSame ? "ok" : "wrong", detail });
  }
  return checks;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function readText(path: string, argument: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    const found = `${path}, which cannot be read (${error.code ?? error.message})`;
    throw new UsageError({ argument, expected: "a file to read", found, hint: "check the path" });
  });
}

function readJson(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InputError({ argument: file, expected: "JSON", found: error.message, hint: "name the evidence file" });
  }
}
