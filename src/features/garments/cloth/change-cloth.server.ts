import { and, eq, ne, sql } from "drizzle-orm";
import { formatPercent } from "#core/format-number.ts";
import { isId, newId } from "#core/ids.ts";
import { formatMetres } from "#core/metres.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { bumpForStockAndImpact } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import { media } from "#db/schema/media.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { changeOfEntry } from "#features/catalog/inventory/movement.ts";
import { moveClothStock } from "#features/catalog/inventory/stock-ledger.server.ts";
import type { ClothEntry, ClothInput } from "./cloth.ts";
import { listProductsOfChanges, listProductsOfCloth } from "./cloth-queries.server.ts";

export type ClothRefusal = "forbidden" | "not_found" | "conflict" | "name_in_use" | "no_image";

type ClothRow = typeof cloths.$inferSelect;

/** The cloth as Activity shows it. */
const recordOf = (cloth: ClothRow) => ({
  name: cloth.name,
  composition: cloth.composition,
  origin: cloth.origin,
  description: cloth.description,
  color: cloth.colorHex,
  mediaId: cloth.mediaId,
  widthOfCloth: cloth.widthMm === null ? null : `${cloth.widthMm / 10} cm`,
  stretch: cloth.stretchPercent === null ? null : formatPercent(cloth.stretchPercent),
  isOneWay: cloth.isOneWay,
  lowAt: formatMetres(cloth.lowStockMm),
  archived: cloth.archivedAt !== null,
});

/** Runs a write; public pages of the changed products follow. A refused write changes nothing. */
async function changeProducts<Value extends { products: readonly string[] }, Refusal>(
  deps: ContentDeps,
  work: (tx: Transaction) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const written = await inTransaction(deps.db, async (tx) => {
    const outcome = await work(tx);
    if (!outcome.ok) return outcome;
    return ok({
      value: outcome.value,
      change: await bumpForStockAndImpact(tx, outcome.value.products),
    });
  });
  if (!written.ok) return written;
  const { change, value } = written.value;
  if (change) await deps.content.settle(change);
  return ok(value);
}

async function validate(
  tx: Transaction,
  id: string,
  cloth: ClothInput,
): Promise<Result<null, "name_in_use" | "no_image">> {
  const hasName = eq(sql`lower(${cloths.name})`, sql`lower(${cloth.name}::text)`);
  const [other] = await tx
    .select({ id: cloths.id })
    .from(cloths)
    .where(and(hasName, ne(cloths.id, id)));
  if (other) return fail("name_in_use");
  if (cloth.mediaId === undefined) return ok(null);
  const [image] = await tx.select().from(media).where(eq(media.id, cloth.mediaId)).for("key share");
  return image?.type === "image" ? ok(null) : fail("no_image");
}

const columnsOf = ({ width, stretch, lowStock, mediaId, ...cloth }: ClothInput) => ({
  ...cloth,
  mediaId: mediaId ?? null,
  widthMm: width,
  stretchPercent: stretch,
  lowStockMm: lowStock,
});

async function lockCloth(
  tx: Transaction,
  { id, version }: { id: string; version: number | null },
): Promise<Result<ClothRow, "not_found" | "conflict">> {
  if (!isId(id)) return fail("not_found");
  const [row] = await tx.select().from(cloths).where(eq(cloths.id, id)).for("update");
  if (!row) return fail("not_found");
  return version === null || row.version === version ? ok(row) : fail("conflict");
}

/** Adds a cloth without stock. Returns its id. */
export const createCloth = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; cloth: ClothInput },
  ): Promise<Result<{ id: string }, ClothRefusal>> => {
    const { actor, cloth } = input;
    return inTransaction(deps.db, async (tx) => {
      const id = newId();
      const valid = await validate(tx, id, cloth);
      if (!valid.ok) return valid;
      const [row] = await tx
        .insert(cloths)
        .values({ id, ...columnsOf(cloth) })
        .onConflictDoNothing()
        .returning();
      if (!row) return fail("name_in_use");
      const entry = { action: "created", subject: "cloth", subjectId: id, before: null } as const;
      await recordChanges(tx, actor, [{ ...entry, after: recordOf(row) }]);
      return ok({ id });
    });
  },
);

/** Writes one version of a cloth and records it. */
async function writeCloth(
  deps: ContentDeps,
  input: { actor: SignedIn; id: string; version: number },
  values: (tx: Transaction) => Promise<Result<Partial<ClothRow>, ClothRefusal>>,
): Promise<Result<{ id: string }, ClothRefusal>> {
  const changed = await changeProducts(
    deps,
    async (tx): Promise<Result<{ id: string; products: string[] }, ClothRefusal>> => {
      const locked = await lockCloth(tx, input);
      if (!locked.ok) return locked;
      const { id } = locked.value;
      const written = await values(tx);
      if (!written.ok) return written;
      const next = { ...written.value, version: locked.value.version + 1 };
      const [after] = await tx.update(cloths).set(next).where(eq(cloths.id, id)).returning();
      if (!after) return fail("not_found");
      const entry = { action: "changed", subject: "cloth", subjectId: id } as const;
      const was = recordOf(locked.value);
      const is = recordOf(after);
      await recordChanges(tx, input.actor, [{ ...entry, before: was, after: is }]);
      return ok({ id, products: await listProductsOfCloth(tx, id) });
    },
  );
  return changed.ok ? ok({ id: changed.value.id }) : changed;
}

/** Changes what is known about a cloth; its length changes by movements only. */
export const updateCloth = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; id: string; version: number; cloth: ClothInput },
  ): Promise<Result<{ id: string }, ClothRefusal>> => {
    const { actor, id, cloth } = input;
    return writeCloth(deps, { ...input, actor }, async (tx) => {
      const valid = await validate(tx, id, cloth);
      return valid.ok ? ok(columnsOf(cloth)) : valid;
    });
  },
);

/** Archived cloth is offered in no option and not reported as low; its ledger stays. */
export const archiveCloth = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; id: string; version: number; archived: boolean },
  ): Promise<Result<{ id: string }, ClothRefusal>> => {
    const { actor, archived } = input;
    return writeCloth(deps, { ...input, actor }, async () =>
      ok({ archivedAt: archived ? new Date() : null }),
    );
  },
);

export type MovementRefusal =
  | "forbidden"
  | "not_found"
  | "unchanged"
  | "no_reason"
  | "negative"
  | "too_much";

/** 2,000 km: an integer of Postgres holds it. */
const MAX_LENGTH_MM = 2_000_000_000;

/** Says by how many mm an entry changes the length of a cloth, or why it may not. */
function validateEntry(
  entry: ClothEntry,
  lengthMm: number,
): Result<number, "unchanged" | "no_reason" | "negative" | "too_much"> {
  const { intent, length } = entry;
  const known = intent === "count" ? entry.knownLength : undefined;
  const changeMm = changeOfEntry({ intent, quantity: length, known }, lengthMm);
  if (changeMm === 0) return fail("unchanged");
  if (intent === "count" && entry.note === "") return fail("no_reason");
  if (lengthMm + changeMm < 0) return fail("negative");
  return lengthMm + changeMm > MAX_LENGTH_MM ? fail("too_much") : ok(changeMm);
}

/**
 * Adds cloth that arrived, or corrects the length to what was measured, with a reason. With `knownLength`, the length before
 * measuring began, only the difference is applied, so that cloth cut meanwhile stays cut. Returns the length in mm.
 */
export const moveCloth = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; id: string; entry: ClothEntry },
  ): Promise<Result<{ name: string; lengthMm: number }, MovementRefusal>> => {
    const { actor, id, entry } = input;
    type Moved = { name: string; lengthMm: number; products: string[] };
    const moved = await changeProducts(
      deps,
      async (tx): Promise<Result<Moved, MovementRefusal>> => {
        const locked = await lockCloth(tx, { id, version: null });
        if (!locked.ok) return fail("not_found");
        const { committedMm, name, lengthMm } = locked.value;
        const valid = validateEntry(entry, lengthMm);
        if (!valid.ok) return valid;
        const changeMm = valid.value;
        const toMm = lengthMm + changeMm;
        const isReceived = entry.intent === "receive";
        const kind = isReceived ? "received" : "corrected";
        await moveClothStock(tx, [
          { clothId: id, kind, quantity: changeMm, actor, note: entry.note },
        ]);
        const record = (mm: number) => ({ name, length: formatMetres(mm) });
        const change = {
          action: kind,
          subject: "cloth" as const,
          subjectId: id,
          before: record(lengthMm),
          after: record(toMm),
        } as const;
        await recordChanges(tx, actor, [change]);
        const changes = [{ clothId: id, fromMm: lengthMm - committedMm, toMm: toMm - committedMm }];
        return ok({ name, lengthMm: toMm, products: await listProductsOfChanges(tx, changes) });
      },
    );
    if (!moved.ok) return moved;
    return ok({ name: moved.value.name, lengthMm: moved.value.lengthMm });
  },
);
