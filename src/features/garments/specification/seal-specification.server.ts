import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "#core/canonical-json.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";
import type { FitSpecification } from "./specification.ts";
import { fitSpecificationSchema } from "./specification.ts";

const SALT_BYTES = 32;

/** Sealed together: without the salt a hash would confirm guessed measurements. */
const sealedPartSchema = z.object({
  salt: z.string().min(43),
  productId: z.string(),
  specification: z.unknown(),
});

type ChosenIds = readonly { groupId: string; choiceId: string }[];

/** What was specified; bound to the row, so that a sealed part moved to another row does not open. */
export const specificationColumn = sealedColumn({
  table: fitSpecifications,
  column: "sealed",
  location: ({ id }: { id: string }) => `fit specification ${id}`,
  schema: sealedPartSchema,
  encoding: "canonical_json",
  rewriting: "row_by_row",
});

type Hashed = {
  id: string;
  salt: string;
  productId: string;
  specification: unknown;
  choices: ChosenIds;
};

/** SHA-256 in hex over the canonical JSON of the whole specification. */
function hashOf({ choices, id, productId, salt, specification }: Hashed): string {
  const content = { id, salt, productId, specification, choices };
  return createHash("sha256").update(canonicalJson(content)).digest("hex");
}

type NewSpecification = {
  id: string;
  productId: string;
  specification: FitSpecification;
  choices: ChosenIds;
};

/** The sealed part and the hash of a row. */
export function sealSpecification(
  box: SecretBox,
  { choices, id, productId, specification }: NewSpecification,
): { sealed: Sealed; hash: string } {
  const salt = randomBytes(SALT_BYTES).toString("base64url");
  return {
    sealed: specificationColumn.seal(box, { id }, { salt, productId, specification }),
    hash: hashOf({ id, salt, productId, specification, choices }),
  };
}

type StoredSpecification = {
  id: string;
  sealed: Sealed | null;
  choices: ChosenIds;
  hash: string;
};

/**
 * Null when it is erased, when no key of the shop opens it, or when the row was altered by hand. Never throws for a damaged
 * row. The product is the sealed one.
 */
export function openSpecification(
  box: SecretBox,
  { choices, hash, id, sealed }: StoredSpecification,
): { productId: string; specification: FitSpecification } | null {
  const part = specificationColumn.open(box, { id, sealed });
  if (!part || hashOf({ ...part, id, choices }) !== hash) return null;
  const known = fitSpecificationSchema.safeParse(part.specification);
  return known.success ? { productId: part.productId, specification: known.data } : null;
}
