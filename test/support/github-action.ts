import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ownValue } from "@evenodds/core";
import { parse } from "yaml";

/** What an expression of GitHub Actions may name. */
export interface ActionContext {
  readonly inputs: Readonly<Record<string, string>>;
  readonly github: Readonly<Record<string, unknown>>;
  readonly runner: Readonly<Record<string, string>>;
}

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** What a run of an action came to. */
export interface ActionRun {
  /** Exit code of the first step that failed, else 0. */
  readonly code: number;
  /** Both streams of all steps, as GitHub reads them. */
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Other actions that were used, with their inputs. */
  readonly used: readonly { readonly action: string; readonly with: Readonly<Record<string, string>> }[];
}

/** Reads an action's file. */
export function readAction(file: string): Action {
  return parse(readFileSync(file, "utf8")) as Action;
}

/**
 * Runs the shell steps of a composite action as GitHub's runner does: with its `GITHUB_*` files, `bash -eo pipefail`,
 * and expressions filled in. Steps that use other actions are noted; `skip` leaves out others, such as an installation.
 */
export function runAction(
  action: Action,
  of: {
    readonly workspace: string;
    readonly context: ActionContext;
    readonly env?: Readonly<Record<string, string>>;
    readonly skip: (step: Step) => boolean;
  },
): ActionRun {
  const { workspace, context, env = {}, skip } = of;
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ""]);
  const inputs = { ...(Object.fromEntries(defaults) as Record<string, string>), ...context.inputs };
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  const fill = (text: string) =>
    text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
      asText(evaluate(expression, { ...context, inputs, steps })),
    );
  const folder = mkdtempSync(join(tmpdir(), "evenodds-action-"));
  const [output, summary] = [join(folder, "output"), join(folder, "step_summary_0a1b")];
  writeFileSync(summary, "");
  const used: { action: string; with: Record<string, string> }[] = [];
  let [log, code] = ["", 0];
  for (const step of action.runs.steps) {
    if (code !== 0) break;
    if (step.if !== undefined && !evaluate(step.if, { ...context, inputs, steps })) continue;
    const filled = (of: Readonly<Record<string, string>> = {}) =>
      Object.fromEntries(Object.entries(of).map(([key, value]) => [key, fill(String(value))]));
    if (step.uses !== undefined) used.push({ action: step.uses, with: filled(step.with) });
    if (step.run === undefined || skip(step)) continue;
    writeFileSync(output, "");
    const { status, stdout, stderr } = spawnSync(
      "bash",
      ["--noprofile", "--norc", "-eo", "pipefail", "-c", fill(step.run)],
      {
        cwd: resolve(workspace, fill(step["working-directory"] ?? ".")),
        encoding: "utf8",
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          CI: "true",
          GITHUB_ACTIONS: "true",
          GITHUB_WORKSPACE: workspace,
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summary,
          ...env,
          ...filled(step.env),
        },
      },
    );
    log += stdout + stderr;
    code = status ?? -1;
    if (step.id !== undefined) steps[step.id] = { outputs: pairsOf(readFileSync(output, "utf8")) };
  }
  const outputs = Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value)]));
  const text = readFileSync(summary, "utf8");
  rmSync(folder, { recursive: true });
  return { code, log, summary: text, outputs, used };
}

function pairsOf(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** The few kinds of expressions that the action has: names with dots, texts, `==`, `!=`, `&&`, `||` and brackets. */
function evaluate(expression: string, context: object): unknown {
  const or = splitOutside(expression, "||");
  if (or.length > 1) return or.some((one) => Boolean(evaluate(one, context)));
  const and = splitOutside(expression, "&&");
  if (and.length > 1) return and.every((one) => Boolean(evaluate(one, context)));
  const text = expression.trim();
  if (text.startsWith("(") && text.endsWith(")")) return evaluate(text.slice(1, -1), context);
  for (const operator of ["!=", "=="]) {
    const sides = splitOutside(text, operator);
    if (sides.length !== 2) continue;
    const [left, right] = sides.map((side) => evaluate(side, context) ?? "");
    return (left === right) === (operator === "==");
  }
  if (/^'.*'$/.test(text)) return text.slice(1, -1);
  return text.split(".").reduce<unknown>((value, key) => {
    return typeof value === "object" && value !== null ? ownValue(value, key) : undefined;
  }, context);
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function splitOutside(text: string, operator: string): string[] {
  const parts = [""];
  let [depth, quoted] = [0, false];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "'") quoted = !quoted;
    else if (!quoted && text[at] === "(") depth++;
    else if (!quoted && text[at] === ")") depth--;
    if (!quoted && depth === 0 && text.startsWith(operator, at)) {
      parts.push("");
      at += operator.length - 1;
    } else parts[parts.length - 1] += text[at]!;
  }
  return parts;
}
