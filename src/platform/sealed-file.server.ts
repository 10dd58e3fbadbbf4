import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals the bytes of a file with a new key of its own: nonce, tag and text in one. The key belongs into a sealed column of the file's row,
 * so that a rotation seals keys anew and never a file (ADR 0052).
 */
export function sealFile(bytes: Uint8Array): { fileKey: string; sealed: Buffer } {
  const key = randomBytes(KEY_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return {
    fileKey: key.toString("base64url"),
    sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]),
  };
}

/** Null with the key of another file, and for bytes that were changed or cut off. */
export function openFile(fileKey: string, sealed: Buffer): Buffer | null {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const key = Buffer.from(fileKey, "base64url");
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(tag);
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]);
  } catch {
    return null;
  }
}
