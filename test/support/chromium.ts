import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context } from "mocha";
import { skipBecause } from "./skip-because.js";

/** Names under which the browser is installed; CHROMIUM says another one. */
const commands = [process.env.CHROMIUM ?? "chromium", "chromium-browser", "google-chrome"];

/**
 * Returns the command that starts Chromium. Without one the test is skipped, with the reason; with
 * EVENODDS_REQUIRE_CHROMIUM=1 it fails.
 */
export function requireChromium(context: Context): string {
  const found = commands.find((command) => spawnSync(command, ["--version"]).status === 0);
  if (found !== undefined) return found;
  const lack = `none of ${commands.join(", ")} starts`;
  if (process.env.EVENODDS_REQUIRE_CHROMIUM === "1") throw new Error(`Chromium is needed: ${lack}`);
  return skipBecause(context, `no Chromium: ${lack}`);
}

/** Opens a page in Chromium, without its content security policy, and returns what the body of a function returns. */
export function askPage<T>(chromium: string, page: string, body: string): T {
  const open = page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
  const script =
    `(async () => { ${body} })().then((value) => ({ value }), (error) => ({ error: String(error) })).then((told) => {` +
    'const answer = document.createElement("pre"); answer.id = "answer";' +
    "answer.textContent = encodeURIComponent(JSON.stringify(told)); document.body.replaceChildren(answer); });";
  const shown = openPage(
    chromium,
    open.replace("</body>", () => `<script>${script}</script></body>`),
  );
  const answer = /<pre id="answer">([^<]*)<\/pre>/.exec(shown)?.[1];
  if (answer === undefined) throw new Error("the page gave no answer");
  const told = JSON.parse(decodeURIComponent(answer)) as { readonly value: T; readonly error?: string };
  if (told.error !== undefined) throw new Error(told.error);
  return told.value;
}

/** Opens a page in Chromium as it is, and returns it as markup after its scripts have run. */
export function openPage(chromium: string, page: string): string {
  return inFolder(page, ({ file, profile }) =>
    execFileSync(chromium, [...flags, profile, "--virtual-time-budget=60000", "--dump-dom", file], {
      ...{ encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
      ...{ maxBuffer: 2 ** 28, timeout: 120_000 },
    }),
  );
}

/** Returns the top of a page as a PNG of so many pixels. */
export function photograph(
  chromium: string,
  page: string,
  { width, height }: { readonly width: number; readonly height: number },
): Buffer {
  return inFolder(page, ({ folder, file, profile }) => {
    const picture = join(folder, "page.png");
    const size = [`--window-size=${width},${height}`, "--hide-scrollbars", "--force-device-scale-factor=1"];
    execFileSync(chromium, [...flags, profile, ...size, `--screenshot=${picture}`, file], {
      ...{ stdio: "ignore", timeout: 120_000 },
    });
    return readFileSync(picture);
  });
}

const flags = ["--headless", "--no-sandbox", "--disable-gpu"];

interface OpenedPage {
  readonly folder: string;
  readonly file: string;
  /** The flag that names a profile of its own. */
  readonly profile: string;
}

function inFolder<T>(page: string, use: (opened: OpenedPage) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "evenodds-page-"));
  try {
    const file = join(folder, "page.html");
    writeFileSync(file, page);
    return use({ folder, file: pathToFileURL(file).href, profile: `--user-data-dir=${join(folder, "profile")}` });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
