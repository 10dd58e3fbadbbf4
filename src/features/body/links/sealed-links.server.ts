import { createHash, randomBytes } from "node:crypto";
import { eq, or, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { measurementLinks } from "#db/schema/measurement-links.server.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { profileSchema } from "#features/body/measurement/measurement-profile.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";

const TOKEN_BYTES = 24;

/** Without letters and digits that look alike. */
const CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const CODE_LENGTH = 10;

/** In hex, as the shop redirects every URL to lower case. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("hex");

/** About 49 bits; attempts are limited. */
export function newCode(): string {
  const letters: string[] = [];
  while (letters.length < CODE_LENGTH) {
    // Every letter is equally likely: 240 is a multiple of 30.
    for (const byte of randomBytes(CODE_LENGTH)) {
      if (byte < 240) letters.push(CODE_LETTERS[byte % CODE_LETTERS.length] ?? "");
    }
  }
  return letters.slice(0, CODE_LENGTH).join("");
}

export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");

/** Upper or lower case, with or without spaces and hyphens. Bound to the link. */
export const hashCode = (linkId: string, code: string): string =>
  createHash("sha256")
    .update(`${linkId} ${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")}`)
    .digest("base64url");

const tokenLocation = (id: string) => `token of measurement link ${id}`;
const profileLocation = (id: string) => `measurements of link ${id}`;

export const sealToken = (box: SecretBox, id: string, token: string): Sealed =>
  box.seal(token, tokenLocation(id));

/** Null when no key of the shop opens it. */
export const openToken = (box: SecretBox, row: { id: string; sealedToken: Sealed }) =>
  box.open(row.sealedToken, tokenLocation(row.id));

/** Bound to the link: moved to another row it does not open. */
export const sealLinkProfile = (box: SecretBox, profile: MeasurementProfile): Sealed =>
  box.seal(JSON.stringify(profile), profileLocation(profile.id));

/** Null before the first value, or when no key of the shop opens it. */
export function openLinkProfile(
  box: SecretBox,
  { id, sealed }: { id: string; sealed: Sealed | null },
): MeasurementProfile | null {
  const text = sealed && box.open(sealed, profileLocation(id));
  if (text === null) return null;
  const profile = profileSchema.safeParse(JSON.parse(text));
  return profile.success && profile.data.id === id ? profile.data : null;
}

/** Seals tokens and measurements with the current key. Idempotent; what no key opens stays and is counted. */
export async function resealLinks({
  db,
  measurementBox: box,
}: {
  db: Database;
  measurementBox: SecretBox;
}): Promise<{ resealed: number; unreadable: number }> {
  const { id, sealed, sealedToken } = measurementLinks;
  const isFormer = (column: typeof sealed | typeof sealedToken) =>
    sql`${column} ->> 'keyId' <> ${box.keyId}`;
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id, sealed, sealedToken })
      .from(measurementLinks)
      .where(or(isFormer(sealed), isFormer(sealedToken)))
      .for("update");
    const count = { resealed: 0, unreadable: 0 };
    for (const row of rows) {
      const token = openToken(box, row);
      const profile = openLinkProfile(box, row);
      if (token === null || (row.sealed && !profile)) {
        count.unreadable += 1;
        continue;
      }
      await tx
        .update(measurementLinks)
        .set({
          sealedToken: sealToken(box, row.id, token),
          sealed: profile && sealLinkProfile(box, profile),
        })
        .where(eq(id, row.id));
      count.resealed += 1;
    }
    return count;
  });
}
