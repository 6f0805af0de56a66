import { createHash } from "node:crypto";

/** Returns a page without the one script that its policy allows. Throws where the policy allows another one. */
export function withoutOwnScript(page: string): string {
  const allowed = /script-src '(sha256-[^']+)'"/.exec(page)?.[1];
  const [whole, script = ""] = /<script>([^]*?)<\/script>/.exec(page) ?? [];
  const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
  if (whole === undefined || hash !== allowed) throw new Error(`the policy allows ${allowed}, the script is ${hash}`);
  return page.replace(whole, () => "");
}
