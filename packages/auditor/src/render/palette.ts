/** How a terminal emphasises text. Each function gets one line without control characters. */
export interface Palette {
  readonly strong: (text: string) => string;
  readonly muted: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly unsure: (text: string) => string;
}

const asIs = (text: string) => text;

/** No colours: for files, pipes and terminals that want none. */
export const plainPalette: Palette = { strong: asIs, muted: asIs, good: asIs, bad: asIs, unsure: asIs };
