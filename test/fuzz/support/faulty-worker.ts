// A worker whose command inspect is always right, and whose command audit has a fault for each of some words that its
// one file lacks. It obeys the orders of worker.ts.
import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import { inputAt, type Material } from "../input-at.js";
import type { Outcome } from "../outcome.js";
import type { Order } from "../worker.js";

const material = deserialize(readFileSync(process.argv[3]!)) as Material;
const held: Buffer[] = [];

process.on("disconnect", () => process.exit());
process.on("message", (order: Order) => {
  const input = "input" in order ? order.input : inputAt(order.index, order.seed, material, order.target);
  if (input.args[0] === "inspect") process.send!({ code: 0, log: "", strays: [] });
  else process.send!(outcomeOf(Buffer.from(input.files["t.csv"]!).toString()));
});
process.send!("ready");

function outcomeOf(text: string): Outcome {
  const lacks = (word: string) => !text.includes(word);
  if (lacks("crash")) process.kill(process.pid, "SIGSEGV");
  if (lacks("hang")) for (;;);
  // No more than a test may take, should nobody look.
  while (lacks("memory")) if (held.length < 30) held.push(Buffer.alloc(20_000_000, 1));
  if (lacks("fault")) return { code: 70, log: "TypeError: no\n    at f (/packages/x.ts:1:2)", strays: [] };
  return { code: lacks("good") ? 2 : 0, log: "evenodds: bad", strays: [] };
}
