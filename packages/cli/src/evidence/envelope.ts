import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { findMisfit, InputError, UsageError, type JsonShape } from "@evenodds/core";

/** What the payload of an envelope is. */
const payloadType = "application/vnd.in-toto+json";

/** A signed text, by DSSE v1. Bytes are in Base64. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

const envelopeShape: JsonShape = {
  fields: {
    payloadType: { choices: [payloadType] },
    payload: "text",
    signatures: { list: { fields: { keyid: { optional: "text" }, sig: "text" } } },
  },
};

/**
 * Returns what is signed of a payload: DSSE's pre-authentication encoding, `DSSEv1 length(type) type length(body)
 * body`, so that a signature cannot be taken for one of another type.
 *
 * Source: https://github.com/secure-systems-lab/dsse/blob/master/protocol.md
 */
function preAuthenticationEncoding(payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/**
 * Returns a payload signed with a private key in PEM: Ed25519, whose signatures are the same each time, or ECDSA with
 * SHA-256 on the curve P-256. Throws {@link UsageError} for other keys and for what is none; no message has any of it.
 */
export function signEnvelope(payload: string, pem: string): Envelope {
  const key = readKey(pem, { argument: "--attest-key", kind: "private" });
  const body = Buffer.from(payload);
  const sig = sign(hashOf(key), preAuthenticationEncoding(body), key);
  return {
    payloadType,
    payload: body.toString("base64"),
    signatures: [{ keyid: keyId(createPublicKey(key)), sig: sig.toString("base64") }],
  };
}

/**
 * Returns whether one of an envelope's signatures is that of a public key in PEM. What the envelope says of the key is
 * not believed. Throws {@link UsageError} for a key of another kind.
 */
export function isSignedBy({ payload, signatures }: Envelope, pem: string): boolean {
  const key = readKey(pem, { argument: "--key", kind: "public" });
  const encoded = preAuthenticationEncoding(Buffer.from(payload, "base64"));
  return signatures.some(({ sig }) => verify(hashOf(key), encoded, key, Buffer.from(sig, "base64")));
}

/** Returns the id of a public key in PEM: the SHA-256 of its DER, as hexadecimal digits. */
export function keyIdOf(pem: string): string {
  return keyId(readKey(pem, { argument: "--key", kind: "public" }));
}

/** Whether what was read from JSON is meant as an envelope. Throws {@link InputError} for one that is not whole. */
export function isEnvelope(value: unknown, file: string): value is Envelope {
  if (typeof value !== "object" || value === null || !("payload" in value)) return false;
  const misfit = findMisfit(value, envelopeShape);
  if (misfit === null) return true;
  const expected = `${misfit.expected} as ${misfit.path || "its content"}`;
  throw new InputError({ argument: file, expected, found: "something else" });
}

/** Ed25519 hashes by itself. */
function hashOf({ asymmetricKeyType }: KeyObject): null | "sha256" {
  return asymmetricKeyType === "ed25519" ? null : "sha256";
}

function keyId(key: KeyObject): string {
  return createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("hex");
}

function readKey(pem: string, { argument, kind }: { readonly argument: string; readonly kind: "private" | "public" }) {
  const expected = `a ${kind} key in PEM, Ed25519 or ECDSA on P-256, without a passphrase`;
  const refuse = (found: string): never => {
    const hint = "make one with: openssl genpkey -algorithm ed25519";
    throw new UsageError({ argument, expected, found, hint: kind === "private" ? hint : undefined });
  };
  let key: KeyObject | undefined;
  try {
    key = kind === "private" ? createPrivateKey(pem) : createPublicKey(pem);
  } catch {
    refuse("something else");
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key!;
  if (type === "ed25519" || (type === "ec" && details?.namedCurve === "prime256v1")) return key!;
  return refuse(type === "ec" ? `one on the curve ${details?.namedCurve}` : `one of the type ${type}`);
}
