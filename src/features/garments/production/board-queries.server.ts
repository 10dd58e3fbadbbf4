import { asc, desc, inArray, isNull, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { garments, makers } from "#db/schema/production.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { GarmentCard, MakerChoice } from "#features/garments/garment/garment.ts";
import { cardOf } from "#features/garments/garment/garment.ts";
import {
  listGarmentsById,
  selectGarments,
  toGarment,
} from "#features/garments/garment/garment-queries.server.ts";

const MAX_CARDS = 500;

/** Garments in work, or with `isOver` the newest that shipped or were cancelled; for any admin, without measurements. */
export const listGarments = asAdmin(
  async (db: Queryable, { isOver }: { isOver: boolean }): Promise<Result<GarmentCard[]>> => {
    const over = inArray(garments.stage, ["shipped", "cancelled"]);
    const rows = await selectGarments(db)
      .where(isOver ? over : sql`not (${over})`)
      .orderBy(isOver ? desc(garments.updatedAt) : asc(garments.createdAt), asc(garments.id))
      .limit(MAX_CARDS);
    return ok(rows.map((row) => cardOf(toGarment(row))));
  },
);

/** Makers that can be assigned, by name. */
export function listMakerChoices(db: Queryable): Promise<MakerChoice[]> {
  return db
    .select({ id: makers.id, name: makers.name })
    .from(makers)
    .where(isNull(makers.archivedAt))
    .orderBy(asc(makers.name));
}

export type TicketGarment = GarmentCard & { orderItemId: string };

/** What work tickets print, in the order of the ids; unknown ones are left out. */
export const listTickets = asAdmin(
  async (db: Queryable, { ids }: { ids: readonly string[] }): Promise<Result<TicketGarment[]>> => {
    const known = ids.filter(isId);
    const found = await listGarmentsById(db, known);
    return ok(
      known.flatMap((id) => {
        const garment = found.get(id);
        return garment ? [{ ...cardOf(garment), orderItemId: garment.orderItemId }] : [];
      }),
    );
  },
);
