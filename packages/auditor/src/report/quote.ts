/** Returns a name from the input as it stands in a sentence: quoted as in JSON, so that it cannot break the line. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
