import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { SecretHash } from "#core/secret-hash.server.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import { measurementLinks } from "#db/schema/measurement-links.server.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { profileSchema } from "#features/body/measurement/measurement-profile.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";

const TOKEN_BYTES = 24;

/** Letters and digits that look alike are left out. */
const CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const CODE_LENGTH = 10;

/** A token in hex, because the shop redirects every URL to lower case. */
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

/** The code may be upper or lower case, with or without spaces and hyphens. The hash is bound to the link. */
export const hashCode = (linkId: string, code: string): SecretHash =>
  hashSecret(`${linkId} ${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")}`);

/** The token of a link, so that its sender can copy it again. */
export const linkTokenColumn = sealedColumn({
  table: measurementLinks,
  column: "sealedToken",
  location: ({ id }: { id: string }) => `token of measurement link ${id}`,
  schema: z.string(),
  encoding: "text",
});

/** The column holds what a person measured behind a link. */
export const linkProfileColumn = sealedColumn({
  table: measurementLinks,
  column: "sealed",
  location: ({ id }: { id: string }) => `measurements of link ${id}`,
  schema: profileSchema,
});

/** Null before the first value, or when no key of the shop opens it. */
export function openLinkProfile(
  box: SecretBox,
  row: { id: string; sealed: Sealed | null },
): MeasurementProfile | null {
  const profile = linkProfileColumn.open(box, row);
  return profile?.id === row.id ? profile : null;
}
