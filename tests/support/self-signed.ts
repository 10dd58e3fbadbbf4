import { generateKeyPairSync, sign } from "node:crypto";

/** Tag, length, content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  // As few bytes as possible.
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
}

const sequence = (...contents: readonly Uint8Array[]) => der(0x30, ...contents);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const textOf = (tag: number, text: string) => der(tag, Buffer.from(text));

const ECDSA_WITH_SHA256 = sequence(objectId("2a8648ce3d040302"));
const COMMON_NAME = objectId("550403");
/** Two-digit years' range. */
const ALWAYS = sequence(textOf(0x17, "000101000000Z"), textOf(0x17, "491231235959Z"));

type Identity = { key: string; cert: string };

/** Signed with the issuer's key, or with its own. */
function certify(name: string, issuer?: { name: string; key: string }): Identity {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const nameOf = (text: string) => sequence(der(0x31, sequence(COMMON_NAME, textOf(0x0c, text))));
  const serial = der(0x02, Buffer.from([issuer ? 2 : 1]));
  const subject = publicKey.export({ type: "spki", format: "der" });
  const issuedBy = nameOf(issuer?.name ?? name);
  const body = sequence(serial, ECDSA_WITH_SHA256, issuedBy, ALWAYS, nameOf(name), subject);
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, issuer?.key ?? privateKey));
  const lines = sequence(body, ECDSA_WITH_SHA256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** Creates a new key and certificate, so that the repository contains no key. */
export const selfSignedCertificate = (name: string): Identity => certify(name);

/** A private authority's certificate, and a server's identity that it signed. */
export function privateAuthority(server: string): { authority: string; server: Identity } {
  const name = "Atelier test authority";
  const { cert, key } = certify(name);
  return { authority: cert, server: certify(server, { name, key }) };
}
