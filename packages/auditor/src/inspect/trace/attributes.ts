import type { onnx } from "onnx-proto";

/** Attributes of a node by their name. */
export type Attributes = ReadonlyMap<string, onnx.IAttributeProto>;

/**
 * Returns the attributes of a node. Within a local function some of them refer to those of the call, `outer`; null
 * where the call does not give one, because its default is not known here.
 */
export function attributesOf({ attribute }: onnx.INodeProto, outer: Attributes): Attributes | null {
  const found = new Map<string, onnx.IAttributeProto>();
  for (const one of attribute ?? []) {
    const given = one.refAttrName ? outer.get(one.refAttrName) : one;
    if (given === undefined) return null;
    found.set(one.name ?? "", given);
  }
  return found;
}

/** Returns a whole number among the attributes, `standard` where it is absent. */
export function integer(attributes: Attributes, name: string, standard: number): number {
  const attribute = attributes.get(name);
  return attribute?.i === undefined || attribute.i === null ? standard : Number(String(attribute.i));
}

/** Returns a list of whole numbers among the attributes, null where it is absent. */
export function integers(attributes: Attributes, name: string): number[] | null {
  const attribute = attributes.get(name);
  return attribute === undefined ? null : (attribute.ints ?? []).map((value) => Number(String(value)));
}

/** Returns a number among the attributes, `standard` where it is absent. */
export function number(attributes: Attributes, name: string, standard: number): number {
  return attributes.get(name)?.f ?? standard;
}

/** Returns a text among the attributes, `standard` where it is absent or empty. */
export function text(attributes: Attributes, name: string, standard: string): string {
  const bytes = attributes.get(name)?.s;
  return bytes?.length ? new TextDecoder().decode(bytes) : standard;
}
