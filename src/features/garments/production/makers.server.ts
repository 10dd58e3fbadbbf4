import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { bumpForStockAndImpact } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { media } from "#db/schema/media.server.ts";
import { makerAbsences, makers } from "#db/schema/production.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Actor, Admin, SignedIn } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { AbsenceInput, MakerInput } from "./maker-input.ts";

type MakerRow = typeof makers.$inferSelect;

export type Maker = Pick<
  MakerRow,
  "id" | "name" | "publicName" | "about" | "mediaId" | "isNewDawn" | "weekMinutes" | "version"
> & {
  isArchived: boolean;
  /** Garments in work. */
  garments: number;
};

export type Absence = { id: string; fromDay: string; untilDay: string; reason: string };

// The table is named, because a query of one table writes its columns without it.
const IN_WORK = sql<number>`(select count(*)::int from garments g
  where g.maker_id = makers.id and g.stage not in ('shipped', 'cancelled'))`;

const toMaker = ({ archivedAt, count, ...row }: MakerRow & { count: number }): Maker => ({
  id: row.id,
  name: row.name,
  publicName: row.publicName,
  about: row.about,
  mediaId: row.mediaId,
  isNewDawn: row.isNewDawn,
  weekMinutes: row.weekMinutes,
  version: row.version,
  isArchived: archivedAt !== null,
  garments: count,
});

/** All makers by name, archived ones too. */
export const listMakers = asAdmin(async (db: Queryable): Promise<Result<Maker[]>> => {
  const rows = await db
    .select({ row: makers, count: IN_WORK })
    .from(makers)
    .orderBy(asc(makers.name));
  return ok(rows.map(({ count, row }) => toMaker({ ...row, count })));
});

/** A maker with absences, the next ones first. */
export const findMaker = asAdmin(
  async (
    db: Queryable,
    { id }: { id: string },
  ): Promise<Result<Maker & { absences: Absence[] }, "not_found">> => {
    if (!isId(id)) return fail("not_found");
    const [found] = await db
      .select({ row: makers, count: IN_WORK })
      .from(makers)
      .where(eq(makers.id, id));
    if (!found) return fail("not_found");
    const { fromDay, reason, untilDay } = makerAbsences;
    const absences = await db
      .select({ id: makerAbsences.id, fromDay, untilDay, reason })
      .from(makerAbsences)
      .where(eq(makerAbsences.makerId, id))
      .orderBy(asc(fromDay));
    return ok({ ...toMaker({ ...found.row, count: found.count }), absences });
  },
);

const recordOf = (row: MakerRow) => ({
  name: row.name,
  nameForCustomers: row.publicName,
  about: row.about,
  mediaId: row.mediaId,
  newDawn: row.isNewDawn,
  weekMinutes: row.weekMinutes.join(", "),
  archived: row.archivedAt !== null,
});

const columnsOf = ({ mediaId, week, ...maker }: MakerInput) => ({
  ...maker,
  mediaId: mediaId ?? null,
  weekMinutes: week,
});

/** Whether it is an image of the library, which stays until the transaction ends. */
async function isImage(tx: Transaction, mediaId: string | undefined): Promise<boolean> {
  if (mediaId === undefined) return true;
  const [image] = await tx
    .select({ type: media.type })
    .from(media)
    .where(inArray(media.id, [mediaId]))
    .for("key share");
  return image?.type === "image";
}

export type MakerRefusal = "forbidden" | "not_found" | "conflict" | "no_image";

/** Adds a maker. Returns the id. */
export const createMaker = asAdmin(
  async (
    { db }: { db: Database },
    { actor, maker }: { actor: Admin; maker: MakerInput },
  ): Promise<Result<{ id: string }, MakerRefusal>> => {
    return inTransaction(db, async (tx) => {
      if (!(await isImage(tx, maker.mediaId))) return fail("no_image" as const);
      const [row] = await tx
        .insert(makers)
        .values({ id: newId(), ...columnsOf(maker) })
        .returning();
      if (!row) throw new Error("The maker was not written");
      await record(tx, actor, "created", null, row);
      return ok({ id: row.id });
    });
  },
);

async function record(
  tx: Transaction,
  actor: SignedIn,
  action: string,
  before: MakerRow | null,
  after: MakerRow,
): Promise<void> {
  await recordChanges(tx, actor, [
    {
      action,
      subject: "maker",
      subjectId: after.id,
      before: before && recordOf(before),
      after: recordOf(after),
    },
  ]);
}

type Changed = { actor: Actor; id: string; version: number };

async function writeMaker(
  deps: ContentDeps,
  { actor, id, version }: Changed,
  action: string,
  change: (tx: Transaction) => Promise<Result<Partial<MakerRow>, "no_image">>,
): Promise<Result<null, MakerRefusal>> {
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(id)) return fail("not_found");
  const written = await inTransaction(deps.db, async (tx) => {
    const [before] = await tx.select().from(makers).where(eq(makers.id, id)).for("update");
    if (!before) return fail("not_found" as const);
    if (before.version !== version) return fail("conflict" as const);
    const changed = await change(tx);
    if (!changed.ok) return changed;
    const [after] = await tx
      .update(makers)
      .set({ ...changed.value, version: version + 1 })
      .where(eq(makers.id, id))
      .returning();
    if (!after) throw new Error("The maker was not written");
    await record(tx, actor, action, before, after);
    return ok(await bumpForStockAndImpact(tx, []));
  });
  if (!written.ok) return written;
  if (written.value) await deps.content.settle(written.value);
  return ok(null);
}

/** Saves a maker; pages that name her follow. 'conflict' when somebody else saved since the form was opened. */
export function updateMaker(
  deps: ContentDeps,
  { maker, ...changed }: Changed & { maker: MakerInput },
): Promise<Result<null, MakerRefusal>> {
  return writeMaker(deps, changed, "changed", async (tx) =>
    (await isImage(tx, maker.mediaId)) ? ok(columnsOf(maker)) : fail("no_image"),
  );
}

/** Archives a maker, who is assigned no more and stays for the garments made; or brings one back. */
export function archiveMaker(
  deps: ContentDeps & { clock: { now(): Date } },
  { isArchived, ...changed }: Changed & { isArchived: boolean },
): Promise<Result<null, MakerRefusal>> {
  const action = isArchived ? "archived" : "brought back";
  const archivedAt = isArchived ? deps.clock.now() : null;
  return writeMaker(deps, changed, action, async () => ok({ archivedAt }));
}

/** Adds days on which a maker does not work, both inclusive. */
export const addAbsence = asAdmin(
  async (
    { db }: { db: Database },
    { absence, makerId }: { makerId: string; absence: AbsenceInput },
  ): Promise<Result<null, "not_found">> => {
    if (!isId(makerId) || (await db.$count(makers, eq(makers.id, makerId))) === 0)
      return fail("not_found");
    await db.insert(makerAbsences).values({ makerId, ...absence });
    return ok(null);
  },
);

/** Removes an absence of this maker. Idempotent. */
export const removeAbsence = asAdmin(
  async (
    { db }: { db: Database },
    { absenceId, makerId }: { makerId: string; absenceId: string },
  ): Promise<Result<null, "not_found">> => {
    if (!isId(makerId) || !isId(absenceId)) return fail("not_found");
    await db
      .delete(makerAbsences)
      .where(and(eq(makerAbsences.id, absenceId), eq(makerAbsences.makerId, makerId)));
    return ok(null);
  },
);
