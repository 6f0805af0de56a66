import { access } from "node:fs/promises";

/** Whether there is a file or folder at `path`. */
export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
