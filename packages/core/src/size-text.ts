/** Returns a number of bytes in words, in powers of 1000: `512 MB`, `7.5 GB`. */
export function sizeText(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
