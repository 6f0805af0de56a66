import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ModelError } from "@evenodds/core";
import type { ModelDescription } from "../inspect/model-description.js";

/**
 * Checks that the files with the data of a model lie beside it, `path`, and are as long as it says. Throws
 * {@link ModelError} naming the first that does not.
 */
export function checkDataFiles({ externalFiles }: Pick<ModelDescription, "externalFiles">, path: string): void {
  for (const file of externalFiles) {
    const there = statSync(join(dirname(path), file.path), { throwIfNoEntry: false });
    if (there?.isFile() === true && there.size >= file.bytes) continue;
    throw new ModelError({
      argument: path,
      expected: `its external data ${file.path}${file.bytes === 0 ? "" : ` of at least ${file.bytes} bytes`}`,
      found: there === undefined ? "no such file beside it" : there.isFile() ? `${there.size} bytes` : "no file",
      hint:
        there === undefined
          ? "keep the data files of a model in its folder"
          : "the file was cut off or is not the one that belongs to the model; copy both again",
    });
  }
}
