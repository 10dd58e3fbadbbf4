import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { textContains } from "#db/text-contains.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { MovementPage } from "#features/catalog/inventory/movement-queries.server.ts";
import { listMovements } from "#features/catalog/inventory/movement-queries.server.ts";
import { isClothEnough } from "./cloth.ts";

export type Cloth = {
  id: string;
  name: string;
  composition: string;
  /** Where it was woven, "" when not entered. */
  origin: string;
  description: string;
  colorHex: string;
  mediaId: string | null;
  widthMm: number | null;
  /** Percent across; 0 of a woven cloth, null when not entered. */
  stretchPercent: number | null;
  /** With a nap, or a print that has an upper end. */
  isOneWay: boolean;
  /** On the roll. */
  lengthMm: number;
  /** Promised to orders and not cut yet. */
  committedMm: number;
  lowStockMm: number;
  isArchived: boolean;
  version: number;
  /** Choices made from it. */
  choices: number;
};

const readCloths = async (db: Queryable, where: SQL): Promise<Cloth[]> => {
  const { rows } = await db.execute<Cloth>(sql`
    select c.id, c.name, c.composition, c.origin, c.description, c.color_hex as "colorHex", c.media_id as "mediaId", c.width_mm as "widthMm", c.stretch_percent as "stretchPercent", c.is_one_way as "isOneWay",
           c.length_mm as "lengthMm", c.committed_mm as "committedMm", c.low_stock_mm as "lowStockMm", c.archived_at is not null as "isArchived", c.version,
           (select count(*)::int from option_choices o where o.cloth_id = c.id) as choices
      from cloths c where ${where} order by c.archived_at is not null, lower(c.name), c.id`);
  return rows;
};

/** Every cloth by name, archived ones last, for an admin. */
export const listCloths = asAdmin(
  async (db: Queryable, { search = "" }: { search?: string }): Promise<Result<Cloth[]>> => {
    const columns = [sql.raw("c.name"), sql.raw("c.composition")];
    return ok(await readCloths(db, search ? textContains(columns, search) : sql`true`));
  },
);

export type LowCloth = { id: string; name: string; freeMm: number };

/** Cloth whose free length is at its threshold and below and that is offered, the least first, for an admin. */
export const listLowCloths = asAdmin(
  async (db: Queryable): Promise<Result<LowCloth[]>> => ok(await readLowCloths(db)),
);

/** `listLowCloths` for a job. Does not check who asks. */
export async function readLowCloths(db: Queryable): Promise<LowCloth[]> {
  const { rows } = await db.execute<LowCloth>(sql`
    select id, name, length_mm - committed_mm as "freeMm" from cloths
     where archived_at is null and length_mm - committed_mm <= low_stock_mm order by 3, lower(name), id`);
  return rows;
}

type ClothHistory = MovementPage & { cloth: Cloth };

/** A cloth with its ledger, newest first, for an admin; null for an unknown id. */
export const findClothHistory = asAdmin(
  async (
    db: Queryable,
    input: { id: string; page: number },
  ): Promise<Result<ClothHistory | null>> => {
    if (!isId(input.id)) return ok(null);
    const [cloth] = await readCloths(db, sql`c.id = ${input.id}`);
    if (!cloth) return ok(null);
    return ok({ cloth, ...(await listMovements(db, { clothId: cloth.id }, input.page)) });
  },
);

/** Products whose options offer these cloths, with the length that one garment needs. */
async function readProductsOfCloths(db: Queryable, clothIds: readonly string[]) {
  const { rows } = await db.execute<{ clothId: string; productId: string; neededMm: number }>(sql`
    select distinct c.cloth_id as "clothId", p.id as "productId",
           coalesce(own.cloth_length_mm, general.cloth_length_mm, 0) as "neededMm"
      from option_choices c join option_groups g on g.id = c.group_id
      join made_to_measure_terms t on t.id = g.terms_id
      join products p on p.id = t.product_id or p.garment_type = t.garment
      left join made_to_measure_terms own on own.product_id = p.id
      left join made_to_measure_terms general on general.garment = p.garment_type
     where c.cloth_id = any(${sql.param([...clothIds])}::uuid[]) and p.deleted_at is null
       and t.id = case when own.own_options then own.id else general.id end`);
  return rows;
}

/** Products whose options offer a cloth. */
export async function listProductsOfCloth(db: Queryable, clothId: string): Promise<string[]> {
  return (await readProductsOfCloths(db, [clothId])).map(({ productId }) => productId);
}

/** A change of the free length, which is on the roll and not committed. */
export type ClothLengthChange = { clothId: string; fromMm: number; toMm: number };

/** Products for which one of these cloths became available, or is no more. */
export async function listProductsOfChanges(
  db: Queryable,
  changes: readonly ClothLengthChange[],
): Promise<string[]> {
  const of = new Map(changes.map((change) => [change.clothId, change]));
  const rows = changes.length === 0 ? [] : await readProductsOfCloths(db, [...of.keys()]);
  const changed = rows.filter(({ clothId, neededMm }) => {
    const { fromMm = 0, toMm = 0 } = of.get(clothId) ?? {};
    return isClothEnough(fromMm, neededMm) !== isClothEnough(toMm, neededMm);
  });
  return [...new Set(changed.map(({ productId }) => productId))];
}
