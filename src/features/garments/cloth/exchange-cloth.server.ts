import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { clothCommitments } from "#db/schema/atelier.server.ts";
import { listProductsOfChanges } from "./cloth-queries.server.ts";
import { lockCloths } from "./commit-cloth.server.ts";

/** An option of a line by its names, as a contract has it. */
type NamedOption = { group: string; choice: string };

type Exchange = {
  orderItemId: string;
  productId: string;
  /** All options of the line before and after. */
  before: readonly NamedOption[];
  after: readonly NamedOption[];
  /** For all garments of the line that are still made; 0 commits nothing. */
  lengthMm: number;
};

const keyOf = ({ choice, group }: NamedOption) => JSON.stringify([group, choice]);

/** The cloth of each choice of a product by the names of group and choice, offered or not. */
async function clothByOption(tx: Transaction, productId: string): Promise<Map<string, string>> {
  const { rows } = await tx.execute<NamedOption & { clothId: string }>(sql`
    select g.name as "group", c.name as choice, c.cloth_id as "clothId"
      from products p
      left join made_to_measure_terms own on own.product_id = p.id
      left join made_to_measure_terms general on general.garment = p.garment_type
      join option_groups g on g.terms_id = case when own.own_options then own.id else general.id end
      join option_choices c on c.group_id = g.id
     where p.id = ${productId} and c.cloth_id is not null`);
  return new Map(rows.map((row) => [keyOf(row), row.clothId]));
}

/**
 * Commits other cloth to a line of which nothing is cut: the cloth of a new choice is committed, and that of the one before it is
 * free. Fails with the cloth of which too little is free, before it writes anything. Returns the products whose pages show another
 * availability now: the caller raises the content version for them.
 */
export async function exchangeCloth(
  tx: Transaction,
  { after, before, lengthMm, orderItemId, productId }: Exchange,
): Promise<Result<readonly string[], { clothId: string }>> {
  const clothOf = await clothByOption(tx, productId);
  const own = new Set(before.map(keyOf));
  const wanted = new Set(after.flatMap((option) => clothOf.get(keyOf(option)) ?? []));
  const fresh = after.filter((option) => !own.has(keyOf(option)));
  const stays = new Set(after.map(keyOf));
  const gone = before.filter((option) => !stays.has(keyOf(option)));
  const added = fresh.flatMap((option) => clothOf.get(keyOf(option)) ?? []);
  const left = new Set(gone.flatMap((option) => clothOf.get(keyOf(option)) ?? []));
  // A choice that the owner renamed or removed names no cloth any more: then what no other option needs is free.
  const isUnknown = added.length > 0 && left.size === 0;
  const ofLine = eq(clothCommitments.orderItemId, orderItemId);
  const open = await tx
    .select({ clothId: clothCommitments.clothId, lengthMm: clothCommitments.lengthMm })
    .from(clothCommitments)
    .where(and(ofLine, eq(clothCommitments.status, "open")));
  const freed = open.filter(
    ({ clothId }) => !wanted.has(clothId) && (isUnknown || left.has(clothId)),
  );
  const promised = new Set(open.map(({ clothId }) => clothId));
  const chosen = lengthMm > 0 ? [...new Set(added)].filter((id) => !promised.has(id)) : [];
  const rolls = await lockCloths(tx, [...freed.map(({ clothId }) => clothId), ...chosen]);
  const changes = [...rolls].map(([clothId, { freeMm }]) => {
    const back = freed.find((each) => each.clothId === clothId)?.lengthMm ?? 0;
    return {
      clothId,
      fromMm: freeMm,
      toMm: freeMm + back - (chosen.includes(clothId) ? lengthMm : 0),
    };
  });
  const short = changes.find(({ clothId, toMm }) => chosen.includes(clothId) && toMm < 0);
  if (short) return fail({ clothId: short.clothId });
  const rowsOf = (ids: readonly string[]) =>
    and(ofLine, inArray(clothCommitments.clothId, [...ids]));
  if (freed.length > 0)
    await tx
      .update(clothCommitments)
      .set({ status: "released" })
      .where(rowsOf(freed.map(({ clothId }) => clothId)));
  if (chosen.length > 0) {
    // A released row does not grow: the cloth that comes back is committed anew.
    await tx
      .delete(clothCommitments)
      .where(and(rowsOf(chosen), ne(clothCommitments.status, "open")));
    await tx
      .insert(clothCommitments)
      .values(chosen.map((clothId) => ({ orderItemId, clothId, lengthMm })));
  }
  return ok(await listProductsOfChanges(tx, changes));
}
