import { join, resolve } from "node:path";
import { cardFileName, isTensorFile, readCard } from "@evenodds/data";

/**
 * Returns a card, as it may be called in its folder, and the files that it names; none for a graph in one file. Throws
 * what `readCard` throws.
 */
export async function filesOfGraph(path: string): Promise<string[]> {
  if (isTensorFile(path)) return [];
  const { card, folder } = await readCard(path);
  const files = [...card.nodes.files, ...card.edges.files].map((file) => resolve(folder, file.path));
  return [join(path, cardFileName), ...files];
}
