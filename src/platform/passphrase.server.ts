import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { z } from "zod";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const SALT_BYTES = 16;

/** 128 MB and about half a second for each guess (OWASP Password Storage, scrypt). */
const COST = 2 ** 17;
/** The least cost that is accepted; tests use it, because the real one takes half a second. */
export const QUICK_COST = 2 ** 14;
const BLOCK_SIZE = 8;
/** Costs of later versions that this one still derives: a file cannot make the program use any memory it likes. */
const MAX_COST = 2 ** 20;

export const passphraseSealedSchema = z.object({
  kdf: z.literal("scrypt"),
  cost: z.number().int().min(QUICK_COST).max(MAX_COST),
  salt: z.string(),
  nonce: z.string(),
  tag: z.string(),
  text: z.string(),
});

/** Readable with the passphrase. Salt, nonce, tag and text are base64url. */
export type PassphraseSealed = z.infer<typeof passphraseSealedSchema>;

/** The same letters may be typed as other code points on another machine. */
const normalized = (passphrase: string) => passphrase.normalize("NFKC");

function deriveKey(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options = { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 256 * cost * BLOCK_SIZE };
  return new Promise((resolve, reject) => {
    scrypt(normalized(passphrase), salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** Seals a text so that whoever knows the passphrase opens it anywhere: scrypt and AES-256-GCM. Each result differs. */
export async function sealWithPassphrase(
  text: string,
  passphrase: string,
  cost: number = COST,
): Promise<PassphraseSealed> {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, await deriveKey(passphrase, salt, cost), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return {
    kdf: "scrypt",
    cost,
    salt: salt.toString("base64url"),
    nonce: nonce.toString("base64url"),
    tag: cipher.getAuthTag().toString("base64url"),
    text: sealed.toString("base64url"),
  };
}

/** The text; null for another passphrase and for changed data. */
export async function openWithPassphrase(
  { cost, nonce, salt, tag, text }: PassphraseSealed,
  passphrase: string,
): Promise<string | null> {
  const key = await deriveKey(passphrase, Buffer.from(salt, "base64url"), cost);
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, "base64url"), {
      authTagLength: 16,
    }).setAuthTag(Buffer.from(tag, "base64url"));
    const opened = decipher.update(Buffer.from(text, "base64url"));
    return Buffer.concat([opened, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
