import { stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "@evenodds/core";
import type { InputKind, WrittenKind } from "../options/option-spec.js";
import { inputPlaces, placeOf, type InputPlace } from "./input-places.js";
import { realPlace, type RealPlace } from "./real-place.js";

/** What a command line reads at one of its flags or arguments. */
export interface NamedInput {
  /** The flag or the argument, for messages. */
  readonly argument: string;
  readonly value: unknown;
  readonly kind: InputKind;
}

/** What it writes. */
export interface NamedOutput {
  readonly flag: string;
  readonly path: string;
  readonly kind: WrittenKind;
}

/** A file or folder that is written. */
interface OutputPlace {
  readonly flag: string;
  readonly path: string;
  readonly place: RealPlace;
  /** Whether everything in it is the command's. */
  readonly isFolder: boolean;
}

type Input = InputPlace & { readonly argument: string };

/** Checks more files that are read, once they are known, such as those that a model names. */
export type CheckRead = (argument: string, paths: readonly string[]) => Promise<void>;

/**
 * Throws {@link UsageError} where something that is written is also read, is written twice, lies in a folder that is
 * read or that belongs to another output, or is a folder of the command's own in which something lies that is read.
 * Links of both kinds and other spellings of a path are seen through. Reads nothing but cards and configurations, and
 * writes nothing.
 */
export async function checkPlaces({
  inputs,
  outputs,
}: {
  readonly inputs: readonly NamedInput[];
  readonly outputs: readonly NamedOutput[];
}): Promise<CheckRead> {
  for (const input of inputs) {
    await refuseDevices(input);
    await refuseRepeated(input);
  }
  const written = (await Promise.all(outputs.map(outputPlaces))).flat();
  const check = (read: readonly Input[]) => {
    for (const output of written) for (const input of read) refuseRead(output, input);
  };
  if (written.length > 0) {
    const found = await Promise.all(
      inputs.map(async ({ argument, value, kind }) =>
        (await inputPlaces(value, kind)).map((place) => ({ ...place, argument })),
      ),
    );
    check(found.flat());
  }
  written.forEach((output, i) => written.slice(0, i).forEach((other) => refuseTwice(output, other)));
  return async (argument, paths) => {
    const found = await Promise.all(paths.map(placeOf));
    check(found.map((place) => ({ ...place, argument })));
  };
}

/** A device such as /dev/zero has no end that a reader would come to. */
async function refuseDevices({ argument, value, kind }: NamedInput): Promise<void> {
  if (kind === "query") return;
  for (const path of [value].flat()) {
    if (typeof path !== "string") continue;
    const found = await stat(path).catch(() => null);
    if (found === null || !(found.isCharacterDevice() || found.isBlockDevice())) continue;
    const hint = "name a file, or a pipe";
    throw new UsageError({ argument, expected: "a file or a folder to read", found: `the device ${path}`, hint });
  }
}

/** A file that is listed twice would count twice. */
async function refuseRepeated({ argument, value, kind }: NamedInput): Promise<void> {
  if (kind !== "files" || !Array.isArray(value)) return;
  const seen = new Map<string, string>();
  for (const path of value as string[]) {
    const { key } = await realPlace(path);
    const before = seen.get(key);
    if (before !== undefined) {
      const found = `${before} and ${path}, which are one file`;
      throw new UsageError({ argument, expected: "each file once", found, hint: "its rows would count twice" });
    }
    seen.set(key, path);
  }
}

async function outputPlaces({ flag, path, kind: output }: NamedOutput): Promise<OutputPlace[]> {
  const files = filesOf(path, output);
  const isFolder = output.kind === "folder" || output.kind === "new folder";
  return Promise.all(files.map(async (file) => ({ flag, path: file, isFolder, place: await realPlace(file) })));
}

function filesOf(path: string, output: WrittenKind): string[] {
  switch (output.kind) {
    case "files":
      return output.names.map((name) => join(path, name));
    case "model":
      return [path, `${path}.data`];
    case "file":
    case "text to grow":
    case "folder":
    case "new folder":
      return [path];
  }
}

function refuseRead({ flag, path, place: written, isFolder }: OutputPlace, input: Input): void {
  const { argument, place: read } = input;
  const refuse = (found: string, hint: string): never => {
    throw new UsageError({
      argument: flag,
      expected: `${isFolder ? "a folder" : "a file"} that is not read`,
      found,
      hint,
    });
  };
  const overwritten = "it would be overwritten; choose another place";
  if (input.pattern !== undefined) {
    const isMatch = input.pattern.test(written.path.replaceAll("\\", "/"));
    if (isMatch) refuse(`${path}, which ${argument} reads by ${input.path}`, overwritten);
    return;
  }
  if (read!.key === written.key) refuse(`${path}, which is read as ${argument}`, overwritten);
  const isWithin = read!.kind === "folder" && written.above.includes(read!.key);
  if (isWithin) refuse(`${path}, within ${input.path}, which is read as ${argument}`, "choose a place outside of it");
  if (isFolder && read!.above.includes(written.key)) {
    refuse(`${path} with ${input.path} in it, which is read as ${argument}`, "choose another folder");
  }
}

function refuseTwice(output: OutputPlace, other: OutputPlace): void {
  const refuse = (found: string): never => {
    const [argument, expected] = [output.flag, "a place of its own"];
    throw new UsageError({ argument, expected, found, hint: "choose another place" });
  };
  if (output.place.key === other.place.key) refuse(`${output.path}, which ${other.flag} writes too`);
  for (const [inner, outer] of [
    [output, other],
    [other, output],
  ] as const) {
    // What lies behind a file, or in a folder that another output has for itself.
    if (!inner.place.above.includes(outer.place.key)) continue;
    refuse(`${inner.path} of ${inner.flag} within ${outer.path} of ${outer.flag}`);
  }
}
