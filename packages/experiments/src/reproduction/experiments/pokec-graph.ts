import { hashGraph, InputError } from "@evenodds/core";
import { pokecAttributes, pokecLikeGraph, type PokecAttribute } from "@evenodds/data";
import type { TrainingData } from "@evenodds/trainer";
import type { ExperimentContext } from "../experiment.js";

/** A Pokec graph, or one made like it. */
export interface PokecGraph {
  readonly data: TrainingData;
  readonly sensitive: PokecAttribute;
  /** Whether its nodes are made up. */
  readonly synthetic: boolean;
}

/** What every page says that is not made from Pokec itself. */
export const syntheticNote =
  "> **Synthetic.** The graph of this page is made up: it has Pokec's size, degrees, groups and kinds of features, and none of its " +
  "users. Time and memory carry over; accuracy and gaps do not, and are not set beside the paper's.";

/** Returns the graph that the user named. Throws {@link InputError} where none was named, and for another graph. */
export async function namedPokec({ named, quick }: ExperimentContext): Promise<PokecGraph> {
  if (quick) return syntheticPokec({ nodes: 400, features: 12 });
  if (named === null) {
    throw new InputError({
      argument: "--data",
      expected: "the folder of a Pokec graph, which cannot be shipped",
      found: "none",
      hint: "make it with evenodds import-data pokec-z-gender or pokec-z-region, or a stand-in with evenodds generate pokec-like",
    });
  }
  const data = await named();
  const sensitive = pokecAttributes.find((name) => data.nodes.sensitive.some((attribute) => attribute.name === name));
  if (sensitive === undefined || !data.name.startsWith("pokec")) {
    throw new InputError({
      argument: "--data",
      expected: "a Pokec graph with the attribute gender or region",
      found: `the graph ${JSON.stringify(data.name)}`,
    });
  }
  return { data, sensitive, synthetic: data.name.includes("synthetic") };
}

/** Returns a graph made like Pokec, of its size unless told otherwise. */
export function syntheticPokec(size: { readonly nodes?: number; readonly features?: number } = {}): PokecGraph {
  const { graph, nodes } = pokecLikeGraph({ seed: 0, sensitive: "gender", ...size });
  const data = { graph, nodes, name: "pokec-like (synthetic)", sha256: hashGraph(graph, nodes) };
  return { data, sensitive: "gender", synthetic: true };
}
