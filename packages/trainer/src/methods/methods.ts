import { debias } from "./debias.js";
import { eqgnn } from "./eqgnn.js";
import { fairgnn } from "./fairgnn.js";
import { gcn } from "./gcn.js";
import type { Method } from "./method.js";
import type { MethodName } from "./method-names.js";

/** Every method by its name. */
export const methods: Readonly<Record<MethodName, Method>> = { gcn, debias, fairgnn, eqgnn };
