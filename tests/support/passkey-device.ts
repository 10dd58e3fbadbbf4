import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const fromHex = (hex: string) => Buffer.from(hex, "hex");

/** User present and verified; registration adds the key (WebAuthn level 3, 6.1). */
const FLAGS = { signIn: 0x05, register: 0x45 };

/** One passkey: its stored public key, its responses to challenges. */
export function createPasskeyDevice(shopOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const coordinate = (text: string) => Buffer.from(text, "base64url");
  const cose = Buffer.concat([
    fromHex("a5010203262001215820"),
    coordinate(x),
    fromHex("225820"),
    coordinate(y),
  ]);
  const rawId = randomBytes(16);
  const id = rawId.toString("base64url");
  const host = sha256(new URL(shopOrigin).hostname);
  const responseOf = (response: Record<string, unknown>) => ({
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response,
  });
  const clientDataOf = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin }));
  return {
    id,
    stored: cose.toString("base64url"),
    response(challenge: string, origin = shopOrigin) {
      const clientData = clientDataOf("webauthn.get", challenge, origin);
      const proof = Buffer.concat([host, Buffer.from([FLAGS.signIn, 0, 0, 0, 1])]);
      const signed = Buffer.concat([proof, sha256(clientData)]);
      return responseOf({
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: proof.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      });
    },
    register(challenge: string) {
      const clientData = clientDataOf("webauthn.create", challenge, shopOrigin);
      const proof = Buffer.concat([
        host,
        Buffer.from([FLAGS.register, 0, 0, 0, 0]),
        // No model, the id with its length, the key.
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        cose,
      ]);
      // CBOR: { fmt: "none", attStmt: {}, authData: proof }.
      const attestation = Buffer.concat([
        fromHex("a363666d74646e6f6e656761747453746d74a068617574684461746158"),
        Buffer.from([proof.length]),
        proof,
      ]);
      return responseOf({
        clientDataJSON: clientData.toString("base64url"),
        attestationObject: attestation.toString("base64url"),
      });
    },
  };
}
