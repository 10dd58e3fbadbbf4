import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";
import { settingsKeyFingerprint } from "./secrets.server.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;

/** A secret as it is stored: nothing of it can be read without the settings key that `keyId` names. All parts but that are base64url. */
export const sealedSchema = z.object({
  keyId: z.string(),
  nonce: z.string(),
  tag: z.string(),
  text: z.string(),
});

export type Sealed = z.infer<typeof sealedSchema>;

/** Keeps secrets readable by this shop alone (decision D5). */
export type SecretBox = {
  /** Seals a secret for one place; two seals of one secret look different. */
  seal(secret: string, place: string): Sealed;
  /** The secret, or null when it was sealed with another key, for another place, or was changed since. */
  open(sealed: Sealed, place: string): string | null;
};

/** A box locked by the settings key (docs/decisions/0014): AES-256-GCM with a key derived from it and the place as bound data. */
export function createSecretBox(settingsKey: string): SecretBox {
  const key = new Uint8Array(hkdfSync("sha256", settingsKey, "", "stored secrets", 32));
  const keyId = settingsKeyFingerprint(settingsKey);
  return {
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return {
        keyId,
        nonce: nonce.toString("base64url"),
        tag: cipher.getAuthTag().toString("base64url"),
        text: text.toString("base64url"),
      };
    },
    open(sealed, place) {
      if (sealed.keyId !== keyId) return null;
      try {
        const nonce = Buffer.from(sealed.nonce, "base64url");
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: 16 })
          .setAAD(Buffer.from(place))
          .setAuthTag(Buffer.from(sealed.tag, "base64url"));
        const text = decipher.update(Buffer.from(sealed.text, "base64url"));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}
