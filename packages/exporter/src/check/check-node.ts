import { ProofError } from "@evenodds/core";
import { operatorNames, type OperatorName } from "../builder/operator-name.js";
import type { onnx } from "../builder/proto.js";

const known: ReadonlyMap<string, OperatorName> = new Map(operatorNames.map((name) => [name, name]));

/**
 * Checks that a node is of an operator of the default domain that the builder can emit, and returns which. Throws
 * {@link ProofError}.
 */
export function checkNode({ name, opType, domain }: onnx.INodeProto): OperatorName {
  const argument = `node "${name ?? ""}"`;
  if (domain) {
    throw new ProofError({ argument, expected: "an operator of the default domain", found: `domain "${domain}"` });
  }
  if (opType === "ScatterND") {
    throw new ProofError({
      argument,
      expected: "no ScatterND",
      found: "ScatterND",
      hint: "ONNX Runtime loses updates of it with more than one thread; sum by Gather and ReduceSum",
    });
  }
  const operator = known.get(opType ?? "");
  if (operator !== undefined) return operator;
  throw new ProofError({ argument, expected: "an operator of the exporter", found: `"${opType ?? ""}"` });
}
