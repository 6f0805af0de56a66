import ts from "typescript";

/** How many there are, and how many of them ran. */
export interface Share {
  readonly all: number;
  readonly run: number;
}

/**
 * Counts the statements of a source that do something when they run. `ran` says of a line, from 1, whether its code
 * ran; a statement counts by the line on which it starts. Declarations of types and functions, imports and blocks do
 * nothing by themselves, so that a file of types has no statement.
 */
export function countStatements(source: string, ran: (line: number) => boolean): Share {
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest);
  let [all, run] = [0, 0];
  const visit = (node: ts.Node): void => {
    if (isCounted(node)) {
      all++;
      if (ran(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1)) run++;
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return { all, run };
}

function isCounted(node: ts.Node): boolean {
  return (
    (ts.isVariableStatement(node) && !isDeclared(node)) ||
    ts.isExpressionStatement(node) ||
    ts.isIfStatement(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isReturnStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isSwitchStatement(node) ||
    ts.isTryStatement(node) ||
    ts.isBreakOrContinueStatement(node)
  );
}

function isDeclared(node: ts.VariableStatement): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false;
}
