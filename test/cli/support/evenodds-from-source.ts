import { main } from "@evenodds/cli/internal";
// The command line as a process of its own that needs no build, for tests that kill it.

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
