import type { ElementType } from "../../builder/element-type.js";
import type { OperatorName } from "../../builder/operator-name.js";
import type { Operation, Sized } from "../../shapes/operation.js";

/** What follows about a value from the nodes and constants that it is computed with. */
export interface InferredValue extends Sized {
  readonly name: string;
  /** Undefined where it is none that the exporter uses, as in models of other tools. */
  readonly elementType: ElementType | undefined;
}

/** A node of an exported graph with what is known about the values that it reads. */
export interface InferredNode extends Operation<InferredValue> {
  readonly operator: OperatorName;
  /** As messages name it: `node "Add_3"`. */
  readonly title: string;
}
