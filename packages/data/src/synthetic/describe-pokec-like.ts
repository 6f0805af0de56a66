import type { PokecLikeSettings } from "./pokec-like-options.js";

/**
 * Returns what a card and a README say of a graph of `pokecLikeGraph`, so that nobody takes it for data about people.
 */
export function describePokecLike(settings: PokecLikeSettings): {
  readonly name: string;
  readonly description: string;
  readonly licence: string;
  readonly readme: string;
} {
  const { nodes, edges, features, sensitive, groupHomophily, labelHomophily, classSizes, seed } = settings;
  const name = "pokec-like (synthetic)";
  return {
    name,
    description:
      `Synthetic: random numbers with the size and the kinds of columns of Pokec-z, ${sensitive} as sensitive attribute. ` +
      "No row describes anybody, and no figure on it says anything about Pokec.",
    licence: "synthetic; no rights of anybody in it",
    readme: `# ${name}

Made by evenodds (\`evenodds synth pokec-like\`, \`pokecLikeGraph\` of \`@evenodds/data\`) from random numbers. **It is not
Pokec, describes nobody, and no figure on it says anything about Pokec.** It has the size and the kinds of columns of
Pokec-z, so that the work which Pokec-z makes can be timed and tried.

| what | value |
| --- | --- |
| seed | ${seed} |
| nodes | ${nodes} |
| undirected edges | ${edges} |
| features | ${features} |
| sensitive attribute | ${sensitive} |
| edges within a group | ${Math.round(groupHomophily * edges)} |
| edges within a class, hidden ones included | ${Math.round(labelHomophily * edges)} |
| labelled nodes of the classes | ${classSizes.join(", ")} |

Sizes of groups and edges between them are those of the EqGNN paper's Table 1 at the default size. Sizes of classes, the
share of edges within a class, and every dependence of a column on class and group are made up.
`,
  };
}
