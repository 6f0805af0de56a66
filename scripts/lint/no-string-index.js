// A lint rule with types: an object is not a table whose keys come from files. `table["constructor"]` finds what every object
// inherits, and `table["__proto__"] = x` sets no key at all. A Map has neither, nor has `ownValue` of core.
import { ESLintUtils } from "@typescript-eslint/utils";
import ts from "typescript";

/** Reports `object[key]` and `key in object` where the type of `key` is `string` or wider, except on arrays and texts. */
export const noStringIndex = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: "problem",
    schema: [],
    messages: {
      index: "an object has inherited keys: use a Map, ownValue of core, or a key whose type is a union of literals",
      in: "`in` finds inherited keys: use a Map, Object.hasOwn, or a key whose type is a union of literals",
    },
  },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();
    const isAnyText = (node) => partsOf(services.getTypeAtLocation(node), checker).some(isWide);
    const isPlace = (type) =>
      partsOf(type, checker).every((part) => checker.isArrayLikeType(part) || isNumbered(part, checker));
    return {
      MemberExpression(node) {
        if (!node.computed || !isAnyText(node.property)) return;
        if (!isPlace(services.getTypeAtLocation(node.object))) context.report({ node, messageId: "index" });
      },
      "ObjectPattern > Property[computed=true]"(node) {
        if (isAnyText(node.key)) context.report({ node, messageId: "index" });
      },
      "BinaryExpression[operator='in']"(node) {
        if (node.left.type !== "PrivateIdentifier" && isAnyText(node.left)) context.report({ node, messageId: "in" });
      },
    };
  },
});

/** The members of a union, those of a type parameter's constraint included. */
function partsOf(type, checker) {
  const known = checker.getBaseConstraintOfType(type) ?? type;
  return known.isUnion() ? known.types.flatMap((part) => partsOf(part, checker)) : [known];
}

/** Whether a key of this type can be any text. */
function isWide(type) {
  const wide = ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  const pattern = ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping;
  if (type.isIntersection()) return type.types.some(isWide);
  return (type.flags & (wide | pattern)) !== 0;
}

/** Typed arrays and texts, whose only keys are numbers. */
function isNumbered(type, checker) {
  if ((type.flags & ts.TypeFlags.StringLike) !== 0) return true;
  return (
    checker.getIndexTypeOfType(type, ts.IndexKind.Number) !== undefined &&
    checker.getIndexTypeOfType(type, ts.IndexKind.String) === undefined
  );
}
