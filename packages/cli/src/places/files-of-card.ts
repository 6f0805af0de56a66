import { join, resolve } from "node:path";
import { cardFileName, readCard } from "@evenodds/data";

/** Returns a card, as it may be called in its folder, and the files that it names. Throws what `readCard` throws. */
export async function filesOfCard(path: string): Promise<string[]> {
  const { card, folder } = await readCard(path);
  const files = [...card.nodes.files, ...card.edges.files].map((file) => resolve(folder, file.path));
  return [join(path, cardFileName), ...files];
}
