import { createHash, generateKeyPairSync } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { auditCase, equal, unequal } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

interface Statement {
  readonly subject: { name: string; digest: { sha256: string } }[];
  readonly predicate: {
    tool: { name: string; version: string };
    verdict: string;
    options: Record<string, unknown>;
    inputs: { role: string; name: string; digest: { sha256: string } }[];
  };
}

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const keys = {
  "key.pem": privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  "key.pub.pem": publicKey.export({ type: "spki", format: "pem" }) as string,
  "other.pub.pem": generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }) as string,
};

describe("evenodds audit --attest", () => {
  const folder = useTempFolder();
  const flags = () => ["--min-support", "1", "--max-gap", "0.1", "--out", folder.at("out")];
  const audit = (...more: string[]) =>
    runCli([
      "audit",
      folder.at("model.onnx"),
      folder.at("graph"),
      ...flags(),
      "--attest",
      folder.at("e.json"),
      ...more,
    ]);
  const read = async <T>(name: string) => JSON.parse(await readFile(folder.at(name), "utf8")) as T;
  const sha256 = async (name: string) =>
    createHash("sha256")
      .update(await readFile(folder.at(name)))
      .digest("hex");
  beforeEach(() => folder.write({ ...auditCase(unequal), ...keys }));

  it("names report, version, verdict, options and the hash of everything that was read", async () => {
    const { code, log } = await audit();
    expect(code).to.equal(1);
    expect(log.at(-1)).to.match(/^wrote .*e\.json$/);
    const statement = await read<Statement & Record<string, unknown>>("e.json");
    expect(statement._type).to.equal("https://in-toto.io/Statement/v1");
    expect(statement.predicateType).to.equal("urn:evenodds:audit:v1");
    expect(statement.subject).to.deep.equal([
      { name: "report.json", digest: { sha256: await sha256("out/report.json") } },
    ]);
    const report = await read<Record<string, unknown>>("out/report.json");
    const { tool, verdict, options, inputs } = statement.predicate;
    expect({ tool, verdict, options }).to.deep.equal({
      tool: report.tool,
      verdict: "violated",
      options: report.options,
    });
    expect(options).to.include({ "max-gap": 0.1, "min-support": 1 }).and.not.have.any.keys("out", "attest");
    const read2 = inputs.map(({ role, name, digest }) => [role, name.split("/").at(-1), digest.sha256]);
    expect(read2).to.deep.equal([
      ["model", "model.onnx", await sha256("model.onnx")],
      ["card", "graph.yaml", await sha256("graph/graph.yaml")],
      ["graph", "nodes.csv", await sha256("graph/nodes.csv")],
      ["graph", "edges.csv", await sha256("graph/edges.csv")],
    ]);
  });

  it("writes the same bytes for the same audit, signed too", async () => {
    for (const key of [[], ["--attest-key", folder.at("key.pem")]]) {
      await audit(...key);
      const before = await readFile(folder.at("e.json"), "utf8");
      await audit(...key);
      expect(await readFile(folder.at("e.json"), "utf8")).to.equal(before);
    }
  });

  it("knows every source: tables, lists of nodes, counts, and a query with its files but not its text", async () => {
    const rows = Array.from({ length: 20 }, (_, i) => `${i},${i < 10 ? "a" : "b"},${i % 2},${i % 2}`);
    const text = ["id,s,y,p", ...rows, ""].join("\n");
    await folder.write({
      "p.csv": text,
      "q.csv": text,
      "nodes.txt": "n0\nn1\n",
      "c.csv": "s,y,p,count\na,1,1,9\nb,1,1,9\n",
    });
    const roles = async (...args: string[]) => {
      const { code, log } = await runCli(["audit", ...args, "--attest", folder.at("t.json")]);
      expect(code, log.join()).to.equal(0);
      const { inputs } = (await read<Statement>("t.json")).predicate;
      return inputs.map(({ role, name }) => `${role} ${name.split("/").at(-1)}`);
    };
    const columns = ["--label", "y", "--prediction", "p", "--sensitive", "s"];
    expect(await roles("--predictions", `${folder.at("p.csv")},${folder.at("q.csv")}`, ...columns)).to.deep.equal([
      "predictions p.csv",
      "predictions q.csv",
    ]);
    expect(await roles("--counts", folder.at("c.csv"), ...columns)).to.deep.equal(["counts c.csv"]);
    const nodes = ["--nodes", folder.at("nodes.txt")];
    expect(await roles(folder.at("model.onnx"), folder.at("graph"), ...nodes)).to.include("nodes nodes.txt");
    const query = (from: string) => ["--sql", `select * from '${folder.at(from)}'`, "--sql-files", "any", ...columns];
    expect(await roles(...query("p.csv"))).to.deep.equal(["file of the query p.csv", "sql text of the query"]);
    expect(await readFile(folder.at("t.json"), "utf8")).not.to.match(/select/);
    await folder.write({ "t/p.csv": text });
    const pattern = await runCli(["audit", ...query("t/*.csv"), "--attest", folder.at("t.json")]);
    expect(pattern.code).to.equal(2);
    expect(pattern.log[0]).to.match(/--attest: expected a query that names each file .*; list the files/);
  });

  it("refuses a key before it audits, and a key without a file to sign", async () => {
    await writeFile(folder.at("bad.pem"), "hidden");
    for (const key of ["bad.pem", "none.pem", "key.pub.pem"]) {
      const { code, log } = await audit("--attest-key", folder.at(key));
      expect(code).to.equal(2);
      expect(log).to.have.length(1);
      expect(log[0])
        .to.match(/--attest-key: expected /)
        .and.not.match(/hidden/);
    }
    const args = ["audit", folder.at("model.onnx"), folder.at("graph"), "--attest-key", folder.at("key.pem")];
    expect((await runCli(args)).log[0]).to.match(/--attest-key: expected --attest beside it/);
    const over = await runCli([
      "audit",
      folder.at("model.onnx"),
      folder.at("graph"),
      "--attest",
      folder.at("model.onnx"),
    ]);
    expect(over.log[0]).to.match(/--attest: expected a file that is not read/);
  });
});

describe("evenodds verify", () => {
  const folder = useTempFolder();
  const verify = (...args: string[]) => runCli(["verify", folder.at("out/e.json"), ...args]);
  const key = () => ["--key", folder.at("key.pub.pem")];
  const audit = (...more: string[]) =>
    runCli([
      ...["audit", folder.at("model.onnx"), folder.at("graph"), "--min-support", "1", "--max-gap", "0.1"],
      ...["--out", folder.at("out"), "--attest", folder.at("out/e.json"), ...more],
    ]);
  beforeEach(() => folder.write({ ...auditCase(equal), ...keys }));

  it("says that all of it holds, and what was not looked at", async () => {
    await audit();
    const plain = await verify();
    expect(plain.code).to.equal(0);
    expect(plain.out.split("\n").map((line) => line.replace(/ +/g, " ").replaceAll(folder.at(), "F"))).to.deep.equal([
      "unchecked signature: there is none: anybody could have written it",
      "ok report: F/out/report.json",
      "ok model: F/model.onnx",
      "ok card: F/graph/graph.yaml",
      "ok graph: F/graph/nodes.csv",
      "ok graph: F/graph/edges.csv",
      "VERIFIED: evenodds 0.1.0 found pass",
      "",
    ]);
    await audit("--attest-key", folder.at("key.pem"));
    expect((await verify()).out).to.match(/^unchecked +signature: name the signer's public key/);
    const signed = await verify(...key());
    expect(signed.code).to.equal(0);
    expect(signed.out).to.match(/^ok +signature: by the key [0-9a-f]{16}…/);
    const { verified, verdict, checks } = JSON.parse((await verify("--json", ...key())).out) as {
      readonly verified: boolean;
      readonly verdict: string;
      readonly checks: { readonly state: string }[];
    };
    expect({ verified, verdict }).to.deep.equal({ verified: true, verdict: "pass" });
    expect(checks.map(({ state }) => state)).to.deep.equal(Array(6).fill("ok"));
  });

  it("finds each file that was changed, and each that is missing", async () => {
    await audit("--attest-key", folder.at("key.pem"));
    for (const name of ["out/report.json", "model.onnx", "graph/graph.yaml", "graph/nodes.csv", "graph/edges.csv"]) {
      const bytes = await readFile(folder.at(name));
      await writeFile(folder.at(name), Buffer.concat([bytes, Buffer.from("\n")]));
      const changed = await verify(...key());
      expect(changed.code, name).to.equal(2);
      expect(changed.out, name)
        .to.match(/^wrong +.* is not the /m)
        .and.match(/NOT VERIFIED/);
      expect((await verify("--allow-missing", ...key())).code, name).to.equal(2);
      await rm(folder.at(name));
      const missing = await verify(...key());
      expect(missing.code, name).to.equal(2);
      expect(missing.out, name).to.match(/^missing +/m);
      expect((await verify("--allow-missing", ...key())).code, name).to.equal(0);
      await writeFile(folder.at(name), bytes);
      expect((await verify(...key())).code, name).to.equal(0);
    }
  });

  const forgeries: Record<string, (statement: Statement) => void> = {
    "the hash of the report": ({ subject }) => (subject[0]!.digest.sha256 = "0".repeat(64)),
    "the verdict": ({ predicate }) => (predicate.verdict = "violated"),
    "the version": ({ predicate }) => (predicate.tool.version = "9.9.9"),
    "an option": ({ predicate }) => (predicate.options["max-gap"] = 0.9),
    "the hash of an input": ({ predicate }) => (predicate.inputs[0]!.digest.sha256 = "0".repeat(64)),
    "the place of an input": ({ predicate }) => (predicate.inputs[0]!.name = predicate.inputs[1]!.name),
  };
  for (const [what, forge] of Object.entries(forgeries)) {
    it(`finds a statement in which somebody changed ${what}, signed or not`, async () => {
      for (const signed of [false, true]) {
        await audit(...(signed ? ["--attest-key", folder.at("key.pem")] : []));
        const file = JSON.parse(await readFile(folder.at("out/e.json"), "utf8")) as { payload: string } & Statement;
        const statement = signed ? (JSON.parse(Buffer.from(file.payload, "base64").toString()) as Statement) : file;
        forge(statement);
        const text = JSON.stringify(statement);
        const forged = signed ? { ...file, payload: Buffer.from(text).toString("base64") } : statement;
        await writeFile(folder.at("out/e.json"), JSON.stringify(forged));
        const { code, out } = await verify(...(signed ? key() : []));
        expect(code, String(signed)).to.equal(2);
        expect(out).to.match(/^wrong +/m);
        if (signed) expect(out).to.match(/^wrong +signature: not by the key/m);
      }
    });
  }

  it("believes no key but the one that is named", async () => {
    await audit("--attest-key", folder.at("key.pem"));
    const other = await verify("--key", folder.at("other.pub.pem"));
    expect(other.code).to.equal(2);
    expect(other.out).to.match(/^wrong +signature/);
    await audit();
    const none = await verify(...key());
    expect(none.code).to.equal(2);
    expect(none.out).to.match(/^wrong +signature: there is none/);
  });

  it("ends with one line for what is no evidence, and never with 1", async () => {
    await audit();
    const whole = JSON.parse(await readFile(folder.at("out/e.json"), "utf8")) as Record<string, unknown>;
    for (const [content, message] of [
      ["", /expected JSON/],
      ["[]", /expected an object/],
      ['{"a":1,"a":2}', /expected JSON, found the key "a" twice/],
      [JSON.stringify({ ...whole, _type: "https://in-toto.io/Statement/v0.1" }), /_type/],
      [JSON.stringify({ ...whole, predicateType: "https://slsa.dev/provenance/v1" }), /predicateType/],
      [JSON.stringify({ ...whole, subject: [] }), /one subject, the report, found 0/],
      [JSON.stringify({ ...whole, subject: [{ name: "x", digest: { sha256: "zz" } }] }), /64 hexadecimal digits/],
      [JSON.stringify({ payload: "e30=", payloadType: "text/plain", signatures: [] }), /payloadType/],
      [JSON.stringify({ payload: "e30=", payloadType: "application/vnd.in-toto+json", signatures: [] }), /_type/],
      ["[".repeat(500), /expected JSON/],
    ] as const) {
      await writeFile(folder.at("out/e.json"), content);
      const { code, out, log } = await verify();
      expect({ code, out }, content).to.deep.equal({ code: 2, out: "" });
      expect(log, content).to.have.length(1);
      expect(log[0], content).to.match(message);
    }
    const { code, log } = await runCli(["verify", folder.at("none.json")]);
    expect(code).to.equal(2);
    expect(log[0]).to.match(/expected a file to read, found .*none\.json, which cannot be read \(ENOENT\)/);
  });
});
