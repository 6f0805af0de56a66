/** How files of `torch.save` begin: a ZIP archive, or in old ones a pickle. */
const torchFiles: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x80, 0x02],
];

/** Whether a file begins as one of `torch.save` does, which can hold programs and is not read. */
export function isTorchFile(start: Uint8Array): boolean {
  return torchFiles.some((known) => known.every((byte, i) => start[i] === byte));
}
