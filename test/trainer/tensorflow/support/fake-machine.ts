import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SetupParts, Wheel } from "@evenodds/trainer/internal";
import { zip } from "./zip.js";

/** What the fake wheels hold: what is taken, and what is left. */
export const wheelFiles = {
  "tensorflow/libtensorflow_cc.so.2": "the library",
  "tensorflow/libtensorflow_framework.so.2": "its framework",
  "tensorflow/python/ops.py": "left",
  "tensorflow/include/tensorflow/c/c_api.h": "a header",
  "tensorflow/include/LICENSE": "Apache-2.0",
  "tensorflow/THIRD_PARTY_NOTICES.txt": "notices",
};
export const cudaFiles = {
  "nvidia/cudnn/lib/libcudnn.so.8": "cuDNN",
  "nvidia/cudnn/include/cudnn.h": "left",
  "nvidia_cudnn_cu12-8.dist-info/License.txt": "NVIDIA's",
};

/** A wheel and its description. */
export function fakeWheel(name: string, files: Readonly<Record<string, string>>): { wheel: Wheel; content: Buffer } {
  const content = zip(files);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { content, wheel: { name, version: "1.0", sha256, bytes: content.length, unpackedBytes: 100 } };
}

/**
 * Shell commands that stand in for what python3 and g++ do. They know `root`, `all` arguments, the values of
 * `--requirement`, `--dest` and `-o` as `requirement`, `dest` and `out`, how many `sources` there are, and the `name`
 * of the wheel asked for.
 */
export interface FakePrograms {
  readonly download: string;
  readonly compile: string;
}

/** Copies the wheel that the requirements file names from the folder `index`, and notes its name. */
export const goodDownload = 'echo "$name" >> "$root/downloads"; cp "$root/index/$name" "$dest/$name-1.0-any.whl"';

/** Writes an addon whose text says how many files were compiled. */
export const goodCompile = 'printf "%s files" "$sources" > "$out"';

/**
 * A machine in a folder: fake programs, an index with wheels, the package's sources, and a check that always passes.
 */
export async function fakeMachine(
  root: string,
  programs: Partial<FakePrograms> = {},
  parts: Partial<SetupParts> = {},
): Promise<SetupParts> {
  const { download = goodDownload, compile = goodCompile } = programs;
  const bin = join(root, "bin");
  const python = '[ "$*" = "-m pip --version" ] && echo "pip 23.0 from somewhere" && exit; say "Python 3.11.0"';
  await writeProgram(join(bin, "python3"), root, `${python}\n${download}`);
  await writeProgram(join(bin, "g++"), root, `say "g++ 12.0"\n${compile}`);
  const wheels = [fakeWheel("tensorflow-cpu", wheelFiles), fakeWheel("cudnn", cudaFiles)];
  await mkdir(join(root, "index"), { recursive: true });
  for (const { wheel, content } of wheels) await writeFile(join(root, "index", wheel.name), content);
  const home = join(root, "tfjs-node");
  await mkdir(join(home, "binding"), { recursive: true });
  await writeFile(join(home, "package.json"), '{"version":"4.22.0"}');
  await writeFile(join(home, "binding", "tfjs_backend.cc"), "source");
  await writeFile(join(home, "binding", "tfjs_binding.cc"), "source");
  return {
    platform: "linux-x64",
    env: { PATH: bin },
    home,
    own: home,
    kernels: join(root, "kernels"),
    headers: join(root, "headers"),
    wheels: wheels.map(({ wheel }) => wheel),
    freeBytes: () => Promise.resolve(1e12),
    check: () =>
      Promise.resolve({ works: true, tensorFlow: "2.16.2", usesGpu: false, gpuComplaint: null, oneDnn: true }),
    ...parts,
  };
}

/** Names of the wheels that were downloaded so far, in order. */
export async function downloads(root: string): Promise<string[]> {
  const text = await readFile(join(root, "downloads"), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}

async function writeProgram(path: string, root: string, body: string): Promise<void> {
  await mkdir(join(path, ".."), { recursive: true });
  const text = `#!/bin/sh
PATH=/usr/bin:/bin root='${root}' all="$*" sources=0
say() { case "$all" in --version) echo "$1"; exit;; esac; }
previous=
for word in "$@"; do
  case $word in *.cc) sources=$((sources + 1));; esac
  case $previous in --requirement) requirement=$word;; --dest) dest=$word;; -o) out=$word;; esac
  previous=$word
done
if [ -n "$requirement" ]; then read -r line < "$requirement"; name=\${line%%==*}; fi
${body}
`;
  await writeFile(path, text, { mode: 0o755 });
}
