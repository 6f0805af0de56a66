import { extname } from "node:path";
import { askChild, describeEnding } from "./ask-child.js";
import type { AddonLocation } from "./locate-addon.js";

/** Whether a native library works. */
export type AddonCheck =
  | {
      readonly works: true;
      /** TensorFlow's version, as the library says it. */
      readonly tensorFlow: string;
      readonly usesGpu: boolean;
      /** Why no GPU is used, in TensorFlow's words; null where one is used or TensorFlow does not say. */
      readonly gpuComplaint: string | null;
      /** Whether Intel's oneDNN computes the large operations. */
      readonly oneDnn: boolean;
    }
  | { readonly works: false; readonly reason: string };

/** What the child process sends. */
export type ProbeAnswer = { readonly tensorFlow: string; readonly usesGpu: boolean } | { readonly error: string };

/** A library of a gigabyte on a slow disk takes its time. */
const defaultTimeout = 120_000;

/**
 * Loads the library of `location` in a child process and lets it multiply two matrices. Whatever goes wrong there, a
 * crash included, is part of the result; nothing is thrown.
 */
export async function checkAddon(
  location: AddonLocation,
  { signal, timeout = defaultTimeout }: { readonly signal?: AbortSignal; readonly timeout?: number } = {},
): Promise<AddonCheck> {
  // The same file as source and built.
  const script = new URL(`./probe-addon${extname(import.meta.url)}`, import.meta.url);
  const answer = await askChild<ProbeAnswer>(script, [JSON.stringify(location)], {
    signal,
    timeout,
    // What TensorFlow says while it starts is where the reasons stand.
    env: { ...process.env, TF_CPP_MIN_LOG_LEVEL: "0" },
  });
  const { message, log } = answer;
  if (message === null) return { works: false, reason: describeEnding(answer) };
  if ("error" in message) return { works: false, reason: message.error };
  const lines = log.split("\n").map(withoutOrigin);
  const complaint = lines.find((line) => gpuComplaint.test(line));
  return {
    works: true,
    ...message,
    gpuComplaint: message.usesGpu ? null : (complaint ?? null),
    oneDnn: lines.some((line) => line.startsWith("oneDNN custom operations are on")),
  };
}

const gpuComplaint = /cuda drivers|cuInit|dlopen some GPU|no CUDA-capable|Skipping registering GPU/i;

/** Without time, level and place in TensorFlow's source. */
function withoutOrigin(line: string): string {
  return line.replace(/^.*?: [IWEF] [^\]]*\] /, "").trim();
}
