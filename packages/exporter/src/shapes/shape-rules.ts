import { broadcast } from "./broadcast.js";
import type { ShapeRule } from "./rule.js";
import { indexingRules } from "./rules/indexing.js";
import { productRules } from "./rules/products.js";
import { reductionRules } from "./rules/reductions.js";
import { reshapingRules } from "./rules/reshaping.js";
import { sequenceRules } from "./rules/sequences.js";
import { isKnown, type Size } from "./size.js";

const likeFirst = [
  ..."Abs BatchNormalization Cast Ceil Celu Clip CumSum Dropout Elu Erf Exp Floor Gelu HardSigmoid HardSwish".split(
    " ",
  ),
  ..."Identity LayerNormalization LeakyRelu Log LogSoftmax Mish Neg Not PRelu Reciprocal Relu Round".split(" "),
  ..."ScatterElements ScatterND Selu Sigmoid Sign Softmax Softplus Softsign Sqrt Tanh ThresholdedRelu".split(" "),
];
const broadcasting = [
  ..."Add And Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Mul Or Pow Sub Sum".split(" "),
  ..."Where Xor".split(" "),
];

const rules: ReadonlyMap<string, ShapeRule> = new Map([
  ...likeFirst.map((name): [string, ShapeRule] => [name, ({ operands: [first] }) => first?.shape]),
  ...broadcasting.map((name): [string, ShapeRule] => [name, broadcastOperands]),
  ...Object.entries({
    ...reshapingRules,
    ...indexingRules,
    ...productRules,
    ...reductionRules,
    ...sequenceRules,
  }),
]);

/**
 * Returns the shape of a node's first output by the rule of its operator; undefined where it cannot be told, and where
 * the node asks for an axis that is not there.
 */
export const shapeOf: ShapeRule = (operation, symbols) => {
  const shape: readonly (Size | undefined)[] | undefined = rules.get(operation.operator)?.(operation, symbols);
  return shape?.every((size) => size !== undefined) ? shape : undefined;
};

function broadcastOperands(...[{ operands }, symbols]: Parameters<ShapeRule>): ReturnType<ShapeRule> {
  const shapes = operands.map((operand) => operand?.shape);
  return shapes.every(isKnown) ? broadcast(shapes, symbols) : undefined;
}
