import { integer } from "./attributes.js";
import type { TracedValue } from "./traced-value.js";
import type { Application } from "./shape-of.js";

type Elements = TracedValue["values"];

const most = 64;

/**
 * Returns the elements of the small vectors of whole numbers by which exporters compute sizes and axes, null for
 * elements that are known only when the model runs.
 */
export function elementsOf({ operator, attributes, inputs }: Application): Elements {
  const [first, second] = inputs;
  const known = first?.values ?? null;
  switch (operator) {
    case "Shape": {
      const shape = first?.shape ?? null;
      const [start, end] = [integer(attributes, "start", 0), integer(attributes, "end", shape?.length ?? 0)];
      return shape?.slice(start, end) ?? null;
    }
    case "Identity":
    case "Cast":
    case "Squeeze":
    case "Unsqueeze":
    case "Reshape":
      return short(known);
    case "Concat":
      return inputs.every(({ values }) => values !== null) ? short(inputs.flatMap(({ values }) => values ?? [])) : null;
    case "Gather":
      return known !== null && first?.shape?.length === 1 && second?.values
        ? short(second.values.map((at) => (at === null ? null : (known.at(at) ?? null))))
        : null;
    case "Slice": {
      const [start, end, , step] = inputs.slice(1).map(({ values }) => (values?.length === 1 ? values[0]! : undefined));
      if (known === null || first?.shape?.length !== 1 || start === undefined || end === undefined) return null;
      if (start === null || end === null || (step !== undefined && step !== 1)) return null;
      return short(known.slice(start, end));
    }
    default:
      return null;
  }
}

function short(values: Elements): Elements {
  return values !== null && values.length <= most ? values : null;
}
