/** Bytes of each unit that a size may end with, as disks and memory are sold: powers of 1000. */
const units: ReadonlyMap<string, number> = new Map(["B", "KB", "MB", "GB", "TB"].map((unit, i) => [unit, 1000 ** i]));

/** Returns the bytes of `8GB`, `512 MB` or `8000000000`; null for anything else and for less than one megabyte. */
export function memorySize(text: string): number | null {
  const [, number, unit = "B"] = /^\s*(\d+(?:\.\d+)?)\s*([KMGT]?B)?\s*$/i.exec(text) ?? [];
  if (number === undefined) return null;
  const bytes = Math.floor(Number(number) * units.get(unit.toUpperCase())!);
  return bytes >= 1_000_000 && Number.isSafeInteger(bytes) ? bytes : null;
}
