import { ProofError } from "@evenodds/core";
import { operatorNames } from "../builder/operator-name.js";
import type { onnx } from "../builder/proto.js";

const known: ReadonlySet<string> = new Set(operatorNames);

/** Checks that a node is of an operator of the default domain that the builder can emit. Throws {@link ProofError}. */
export function checkNode({ name, opType, domain }: onnx.INodeProto): void {
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
  if (!known.has(opType ?? "")) {
    throw new ProofError({ argument, expected: "an operator of the exporter", found: `"${opType ?? ""}"` });
  }
}
