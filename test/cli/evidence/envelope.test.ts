import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { isSignedBy, signEnvelope } from "@evenodds/cli/internal";
import { expect } from "chai";

type Envelope = ReturnType<typeof signEnvelope>;

/** Signed by in-toto's own library; see the script beside the file. */
const made = JSON.parse(
  readFileSync(new URL("../../fixtures/evidence/envelopes.json", import.meta.url), "utf8"),
) as Record<"ed25519" | "ecdsa", { readonly private: string; readonly public: string; readonly envelope: Envelope }>;
const kinds = ["ed25519", "ecdsa"] as const;

describe("signEnvelope", () => {
  it("signs as securesystemslib does, to the byte where signatures are the same each time", () => {
    const { envelope, ...keys } = made.ed25519;
    const payload = Buffer.from(envelope.payload, "base64").toString("utf8");
    const ours = signEnvelope(payload, keys.private);
    expect(ours.payload).to.equal(envelope.payload);
    expect(ours.payloadType).to.equal(envelope.payloadType);
    expect(ours.signatures.map(({ sig }) => sig)).to.deep.equal(envelope.signatures.map(({ sig }) => sig));
    expect(ours).to.deep.equal(signEnvelope(payload, keys.private));
  });

  it("takes no other key, and says nothing of what is in the file", () => {
    const pem = (key: { export: (as: { type: "pkcs8"; format: "pem" }) => string | Buffer }) =>
      String(key.export({ type: "pkcs8", format: "pem" }));
    const rsa = pem(generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey);
    const p384 = pem(generateKeyPairSync("ec", { namedCurve: "secp384r1" }).privateKey);
    const { privateKey } = generateKeyPairSync("ed25519");
    const locked = String(
      privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "hidden" }),
    );
    for (const [key, found] of [
      [rsa, /found one of the type rsa/],
      [p384, /found one on the curve secp384r1/],
      [locked, /found something else; make one with: openssl genpkey -algorithm ed25519/],
      [made.ed25519.public, /found something else/],
      ["hidden words", /found something else/],
    ] as const) {
      expect(() => signEnvelope("{}", key))
        .to.throw(/--attest-key: expected a private key in PEM, Ed25519 or ECDSA on P-256/)
        .with.property("message")
        .that.matches(found)
        .and.does.not.match(/hidden|BEGIN/);
    }
  });
});

describe("isSignedBy", () => {
  for (const kind of kinds) {
    it(`knows a signature of securesystemslib from any other: ${kind}`, () => {
      const { envelope, ...keys } = made[kind];
      const other = made[kind === "ecdsa" ? "ed25519" : "ecdsa"];
      expect(isSignedBy(envelope, keys.public)).to.equal(true);
      expect(isSignedBy(envelope, other.public)).to.equal(false);
      expect(isSignedBy({ ...envelope, signatures: other.envelope.signatures }, keys.public)).to.equal(false);
      expect(isSignedBy({ ...envelope, signatures: [] }, keys.public)).to.equal(false);
      const changed = Buffer.from(envelope.payload, "base64");
      changed[10]! ^= 1;
      expect(isSignedBy({ ...envelope, payload: changed.toString("base64") }, keys.public)).to.equal(false);
      // One of several is enough, whatever the others are.
      const signatures = [{ keyid: "", sig: "" }, ...other.envelope.signatures, ...envelope.signatures];
      expect(isSignedBy({ ...envelope, signatures }, keys.public)).to.equal(true);
    });

    it(`knows our own: ${kind}`, () => {
      const ours = signEnvelope('{"a":"ö"}', made[kind].private);
      expect(isSignedBy(ours, made[kind].public)).to.equal(true);
      expect(ours.signatures[0]!.keyid).to.match(/^[0-9a-f]{64}$/);
    });
  }

  it("refuses what is no public key", () => {
    expect(() => isSignedBy(made.ed25519.envelope, "x")).to.throw(/--key: expected a public key in PEM/);
  });
});
