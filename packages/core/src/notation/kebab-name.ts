/** Returns a name in camel case as a flag without its dashes: `learningRate` is `learning-rate`. */
export function kebabName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
