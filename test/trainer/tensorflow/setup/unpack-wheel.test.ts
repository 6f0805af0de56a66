import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { EngineError, InputError, InterruptedError } from "@evenodds/core";
import { unpackWheel } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../../support/caught.js";
import { cudaFiles, fakeWheel, wheelFiles } from "../support/fake-machine.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("unpackWheel", () => {
  const folder = useTempFolder();
  const { wheel } = fakeWheel("a-wheel", {});
  const unpack = async (
    content: Uint8Array,
    {
      signal = new AbortController().signal,
      onBytes,
    }: { signal?: AbortSignal; onBytes?: (bytes: number) => void } = {},
  ) => {
    const path = await folder.write("a.whl", content);
    await unpackWheel(path, { wheel, content: folder.at("content"), signal, onBytes: onBytes ?? (() => undefined) });
  };
  const files = async () => {
    const entries = await readdir(folder.at(), { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((e) => e.isFile())
      .map((e) => join(e.parentPath, e.name).slice(folder.at().length + 1));
    return paths.filter((path) => path !== "a.whl").sort();
  };

  it("takes libraries, headers of the C interface and licenses of TensorFlow, and nothing else", async () => {
    const inner = {
      "tensorflow/include/tensorflow/core/platform/ctstring_internal.h": "",
      "tensorflow/include/xla/tsl/c/tsl_status.h": "",
      "tensorflow/include/tsl/platform/platform.h": "",
      "tensorflow/include/tensorflow/core/common_runtime/next_pluggable_device/c/tf_rendezvous_c_api.h": "",
      "tensorflow/include/tensorflow/core/graph/graph.h": "left",
      "tensorflow/include/external/zlib/LICENSE": "left",
      "tensorflow/lite/libtensorflow_cc.so.2": "left",
    };
    await unpack(fakeWheel("a", { ...wheelFiles, ...inner }).content);
    expect(await files()).to.deep.equal([
      "content/include/tensorflow/c/c_api.h",
      "content/include/tensorflow/core/common_runtime/next_pluggable_device/c/tf_rendezvous_c_api.h",
      "content/include/tensorflow/core/platform/ctstring_internal.h",
      "content/include/tsl/platform/platform.h",
      "content/include/xla/tsl/c/tsl_status.h",
      "content/lib/libtensorflow_cc.so.2",
      "content/lib/libtensorflow_framework.so.2",
      "content/licenses/a-wheel/LICENSE",
      "content/licenses/a-wheel/THIRD_PARTY_NOTICES.txt",
    ]);
    expect(await readFile(folder.at("content/lib/libtensorflow_cc.so.2"), "utf8")).to.equal("the library");
  });

  it("takes NVIDIA's libraries to where TensorFlow's run path looks, and their license", async () => {
    await unpack(fakeWheel("cudnn", cudaFiles).content);
    expect(await files()).to.deep.equal([
      "content/licenses/a-wheel/License.txt",
      "content/nvidia/cudnn/lib/libcudnn.so.8",
    ]);
  });

  it("says how much is written", async () => {
    let bytes = 0;
    await unpack(fakeWheel("cudnn", cudaFiles).content, { onBytes: (more) => (bytes += more) });
    expect(bytes).to.equal("cuDNN".length + "NVIDIA's".length);
  });

  it("is an error for a file that is cut off or no archive", async () => {
    const { content } = fakeWheel("a", wheelFiles);
    for (const wrong of [content.subarray(0, content.length - 30), Buffer.from("text"), Buffer.alloc(0)]) {
      const error = await caught(() => unpack(wrong));
      expect(error).to.be.instanceOf(EngineError);
      expect(error.message).to.match(/a-wheel 1\.0: expected a wheel that can be unpacked/);
    }
  });

  it("names the place that cannot be written", async () => {
    const { content } = fakeWheel("a", wheelFiles);
    // A folder stands where the library belongs, and then a file where its folder does.
    await mkdir(folder.at("content/lib/libtensorflow_cc.so.2"), { recursive: true });
    const error = await caught(() => unpack(content));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(/content\/lib\/libtensorflow_cc\.so\.2: expected a place with room and permission/);
    await rm(folder.at("content"), { recursive: true });
    await folder.write("content", "a file");
    expect((await caught(() => unpack(content))).message).to.match(
      /\/content: expected a place|\/lib: expected a place/,
    );
  });

  it("stops on request", async () => {
    const { content } = fakeWheel("a", wheelFiles);
    expect(await caught(() => unpack(content, { signal: AbortSignal.abort() }))).to.be.instanceOf(InterruptedError);
  });
});
