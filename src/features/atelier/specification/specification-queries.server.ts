import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { listTermsOfProducts } from "../options/terms-queries.server.ts";
import type { FitDraft, OrderableFit } from "./fit-draft.ts";
import { orderableFit } from "./fit-draft.ts";
import { openSpecification } from "./seal-specification.server.ts";

/**
 * What the actor chose under a specification, to change it; without measurements. Null for those of others, for guests (whose
 * browser has its own copy), and when it is erased.
 */
export async function findOwnChoice(
  { db, measurementBox }: { db: Queryable; measurementBox: SecretBox },
  { actor, specification: id }: { actor: Actor; specification: string },
): Promise<FitDraft | null> {
  if (!isSignedIn(actor) || !isId(id)) return null;
  const [row] = await db
    .select({
      id: fitSpecifications.id,
      sealed: fitSpecifications.sealed,
      choices: fitSpecifications.choices,
      hash: fitSpecifications.hash,
    })
    .from(fitSpecifications)
    .where(and(eq(fitSpecifications.id, id), eq(fitSpecifications.userId, actor.userId)));
  const opened = row && openSpecification(measurementBox, row);
  if (!opened) return null;
  const { fit, monogram, profileId, remarks } = opened.specification;
  const choices = row.choices.map(({ choiceId, groupId }) => [groupId, choiceId]);
  return {
    ...{ profileId, fit, remarks, monogram: monogram ?? "" },
    choices: Object.fromEntries(choices),
  };
}

/**
 * What can be ordered under these specifications now, by id, with the options' names and prices of today and without
 * measurements. Specifications that are unknown or erased, and those with an option that is gone, have no entry.
 */
export async function listOrderableFits(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderableFit>> {
  const known = ids.filter(isId);
  if (known.length === 0) return new Map();
  const { choices, id, productId, sealed } = fitSpecifications;
  const rows = await db
    .select({ id, productId, choices })
    .from(fitSpecifications)
    .where(and(inArray(id, known), isNotNull(sealed)));
  const products = rows.flatMap((row) => row.productId ?? []);
  const terms = await listTermsOfProducts(db, [...new Set(products)]);
  return new Map(
    rows.flatMap((row) => {
      const of = row.productId === null ? undefined : terms.get(row.productId);
      const fit = of && row.productId && orderableFit(row.productId, row.choices, of);
      return fit ? [[row.id, fit] as const] : [];
    }),
  );
}
