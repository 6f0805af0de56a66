import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What is published has the sample graph of the demonstration beside it, a checkout has all of them at its root. */
const places = ["../samples", "../../../samples"];

/** Folder of the sample graphs. */
export const sampleFolder = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync)!;
