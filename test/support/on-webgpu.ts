import type { Context } from "mocha";
import { skipBecause } from "./skip-because.js";

/**
 * Skips a test of the WebGPU provider, with the reason, unless EVENODDS_REQUIRE_WEBGPU=1 asks for it: a machine without
 * a GPU needs a software Vulkan device, such as that of Debian's package chromium.
 */
export function requireWebGpu(context: Context): void {
  if (process.env.EVENODDS_REQUIRE_WEBGPU === "1") return;
  skipBecause(context, "EVENODDS_REQUIRE_WEBGPU=1 asks for it, with VK_ICD_FILENAMES of a Vulkan device");
}
