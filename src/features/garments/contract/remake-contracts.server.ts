import { sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { clothCommitments } from "#db/schema/atelier.server.ts";
import { listProductsOfChanges } from "#features/garments/cloth/cloth-queries.server.ts";
import { lockCloths } from "#features/garments/cloth/commit-cloth.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { termsToContinue } from "./contract.ts";
import type { OpenContractVersion } from "./contract-queries.server.ts";
import { openVersions } from "./contract-queries.server.ts";
import { createContracts } from "./create-contract.server.ts";

/** A new line of the order that replaces `quantity` garments of an earlier line. */
export type Remake = { orderItemId: string; remakeOf: string; quantity: number };

/** 'no_measurements': a contract is missing, reduced, altered or unreadable. 'cloth_short': too little cloth is free. */
export type RemakeFailure = "no_measurements" | "cloth_short";

/** Commits for each new line what was committed for the line before, in proportion to its quantity. */
async function commitSameCloth(
  tx: Transaction,
  remakes: readonly Remake[],
): Promise<Result<readonly string[], "cloth_short">> {
  const { rows } = await tx.execute<{ remakeOf: string; clothId: string; ofOneMm: number }>(sql`
    select c.order_item_id as "remakeOf", c.cloth_id as "clothId", ceil(c.length_mm::numeric / i.quantity)::int as "ofOneMm"
      from cloth_commitments c join order_items i on i.id = c.order_item_id
     where c.order_item_id = any(${sql.param(remakes.map(({ remakeOf }) => remakeOf))}::uuid[])`);
  const wanted = remakes.flatMap(({ orderItemId, quantity, remakeOf }) =>
    rows
      .filter((row) => row.remakeOf === remakeOf)
      .map(({ clothId, ofOneMm }) => ({ orderItemId, clothId, lengthMm: ofOneMm * quantity })),
  );
  if (wanted.length === 0) return ok([]);
  const rolls = await lockCloths(
    tx,
    wanted.map(({ clothId }) => clothId),
  );
  const changes = [...rolls].map(([clothId, { freeMm }]) => {
    const own = wanted.filter((each) => each.clothId === clothId);
    return {
      clothId,
      fromMm: freeMm,
      toMm: own.reduce((left, each) => left - each.lengthMm, freeMm),
    };
  });
  if (changes.some(({ toMm }) => toMm < 0)) return fail("cloth_short");
  await tx.insert(clothCommitments).values(wanted);
  return ok(await listProductsOfChanges(tx, changes));
}

/**
 * Makes garments again: each new line gets the first version of a contract with the specification and the terms that apply to
 * the line it replaces, at no charge, and its cloth is committed. What is to be cut differently is then proposed to the customer
 * like every change. After a failure the caller rolls back. Returns changed products like `releaseCloth`.
 * The new lines exist, and the caller checks who asks.
 */
export async function remakeContracts(
  tx: Transaction,
  { measurementBox }: { measurementBox: SecretBox },
  remakes: readonly Remake[],
): Promise<Result<readonly string[], RemakeFailure>> {
  if (remakes.length === 0) return ok([]);
  const versions = await openVersions(
    { db: tx, measurementBox },
    remakes.map(({ remakeOf }) => remakeOf),
  );
  const newest = new Map<string, OpenContractVersion>(
    versions.map((version) => [version.orderItemId, version]),
  );
  const agreed = remakes.flatMap(({ orderItemId, remakeOf }) => {
    const { specification = null, terms } = newest.get(remakeOf) ?? {};
    if (!specification || !terms) return [];
    return [
      {
        orderItemId,
        specification,
        terms: { ...termsToContinue(terms), unitPriceMinor: 0, remakeOf },
      },
    ];
  });
  if (agreed.length < remakes.length) return fail("no_measurements");
  const committed = await commitSameCloth(tx, remakes);
  if (!committed.ok) return committed;
  await createContracts(tx, { measurementBox }, agreed);
  return committed;
}
