import { createHash } from "node:crypto";

declare const hashed: unique symbol;

/** The SHA-256 of a secret, base64url. Only `hashSecret` makes one, so that no column of this type takes the secret itself. */
export type SecretHash = string & { readonly [hashed]: true };

/**
 * What the database stores of a token or code that is long and random enough that nobody finds it by trying. The same secret has the
 * same hash, so that a link or cookie is looked up by it.
 */
export const hashSecret = (secret: string): SecretHash =>
  createHash("sha256").update(secret).digest("base64url") as SecretHash;
