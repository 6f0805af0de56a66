/**
 * Forbids `f(...values)` for an array of any length: each element takes a place on the stack, and the call ends with a
 * RangeError at about 120,000. Tuples, array literals and the rest parameters of the function around have few elements.
 */
export const noArrayAsArguments = {
  meta: {
    type: "problem",
    messages: {
      spread: "a call ends at about 120,000 arguments: use maximum or minimum of core, a loop, or concat",
    },
    schema: [],
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const isTuple = (node) => {
      const type = checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node));
      const parts = type.isUnion() ? type.types : [type];
      return parts.every((part) => checker.isTupleType(checker.getApparentType(part)));
    };
    return {
      ":matches(CallExpression, NewExpression) > SpreadElement.arguments"(node) {
        const { argument } = node;
        if (argument.type === "ArrayExpression" || isTuple(argument)) return;
        if (!isRestParameter(argument, context.sourceCode.getScope(node)))
          context.report({ node, messageId: "spread" });
      },
    };
  },
};

/** What was passed as arguments once can be passed on. */
function isRestParameter(argument, scope) {
  if (argument.type !== "Identifier") return false;
  for (let at = scope; at !== null; at = at.upper) {
    const variable = at.set.get(argument.name);
    if (variable !== undefined) return variable.defs.some(({ name }) => name.parent?.type === "RestElement");
  }
  return false;
}
