import { stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { inspectModel, openNodeSession, type ModelBinding, type ModelSession } from "@evenodds/auditor";
import { defaultProvider } from "@evenodds/core";
import { writeFilesAtomically } from "@evenodds/data";
import type { DataFileSize, ModelFiles } from "@evenodds/exporter";
import { checkOutput } from "../check-output.js";
import { readModel } from "./read-model.js";

/** A model that was written, with the size of its file and that of the data file beside it, if it has one. */
export interface WrittenModel {
  readonly bytes: number;
  readonly data: DataFileSize | undefined;
}

/**
 * Writes a model to a folder beside `out`, has `prove` run it there as any user would, and only then puts it in place;
 * returns what `prove` returns. Where that or anything else fails, nothing is written and what was there stays as it
 * was.
 *
 * A data file that belongs to a model at `out`, which is replaced, goes with it: it is replaced or removed. One that no
 * model there names is another's, and stays unless its name is needed.
 */
export async function writeProvenModel<T>(
  out: string,
  {
    files: { model, data },
    binding,
    prove,
  }: {
    /** What the inputs are given. Default: what their names and forms tell. */
    readonly binding?: ModelBinding | undefined;
    readonly files: ModelFiles;
    /** `data` is the data file as it lies on the disk. */
    readonly prove: (written: { session: ModelSession; data: DataFileSize | undefined }) => Promise<T>;
  },
): Promise<WrittenModel & { proof: T }> {
  if (data !== undefined) await checkOutput(join(dirname(out), data.path), { kind: "file" });
  return writeFilesAtomically(out, {
    obsolete: await formerData(out),
    write: async (folder) => {
      const path = join(folder, basename(out));
      await writeFile(path, model);
      const onDisk = data === undefined ? undefined : await writeData(folder, data);
      const session = await openNodeSession(model, { provider: defaultProvider, path, binding });
      try {
        return { proof: await prove({ session, data: onDisk }), bytes: model.length, data: onDisk };
      } finally {
        await session.release();
      }
    },
  });
}

async function writeData(folder: string, { path, chunks }: NonNullable<ModelFiles["data"]>): Promise<DataFileSize> {
  await writeFile(join(folder, path), chunks);
  return { path, bytes: (await stat(join(folder, path))).size };
}

/** The data file that the model at `out` names, where it is called as evenodds calls it. */
async function formerData(out: string): Promise<string[]> {
  const name = `${basename(out)}.data`;
  const isThere = await stat(join(dirname(out), name)).then(
    () => true,
    () => false,
  );
  if (!isThere) return [];
  try {
    const { externalFiles } = inspectModel(await readModel(out));
    return externalFiles.some(({ path }) => path === name) ? [name] : [];
  } catch {
    // What is there is no model, or nothing.
    return [];
  }
}
