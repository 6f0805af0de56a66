// A lint rule with types: an object is not a table whose keys come from files. `table["constructor"]` finds what every
// object inherits, and `table["__proto__"] = x` sets no key at all. A Map does neither, nor does `ownValue` of core.
import ts from "typescript";

/**
 * Reports `object[key]`, `{ [key]: x } = object` and `key in object` where the type of `key` can be any text. Arrays,
 * typed arrays and texts may be indexed by what they are indexed by; keys that are a union of literals may stand
 * anywhere.
 */
export const noStringIndex = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      index: "an object has inherited keys: use a Map, ownValue of core, or a key whose type is a union of literals",
      in: "`in` finds inherited keys: use a Map, Object.hasOwn, or a key whose type is a union of literals",
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const isAnyText = (node) => partsOf(services.getTypeAtLocation(node), checker).some(isWide);
    return {
      MemberExpression(node) {
        if (!node.computed || !isAnyText(node.property)) return;
        const holders = partsOf(services.getTypeAtLocation(node.object), checker);
        if (!holders.every((type) => hasNumbersOnly(type, checker))) context.report({ node, messageId: "index" });
      },
      "ObjectPattern > Property[computed=true]"(node) {
        if (isAnyText(node.key)) context.report({ node, messageId: "index" });
      },
      "BinaryExpression[operator='in']"(node) {
        if (node.left.type !== "PrivateIdentifier" && isAnyText(node.left)) context.report({ node, messageId: "in" });
      },
    };
  },
};

/** The members of a union, and of what a type parameter is bound to. */
function partsOf(type, checker) {
  const known = checker.getBaseConstraintOfType(type) ?? type;
  return known.isUnion() ? known.types.flatMap((part) => partsOf(part, checker)) : [known];
}

/** Whether a key of this type can be any text. */
function isWide(type) {
  if (type.isIntersection()) return type.types.some(isWide);
  const { Any, Unknown, String, StringMapping, TemplateLiteral } = ts.TypeFlags;
  return (type.flags & (Any | Unknown | String | StringMapping | TemplateLiteral)) !== 0;
}

/** Arrays, typed arrays and texts. */
function hasNumbersOnly(type, checker) {
  // The compiler takes `any` for an array, too.
  if ((type.flags & ts.TypeFlags.Any) !== 0) return false;
  if ((type.flags & ts.TypeFlags.StringLike) !== 0 || checker.isArrayLikeType(type)) return true;
  const indexedBy = (kind) => checker.getIndexTypeOfType(type, kind) !== undefined;
  return indexedBy(ts.IndexKind.Number) && !indexedBy(ts.IndexKind.String);
}
