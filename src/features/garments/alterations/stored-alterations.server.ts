import { randomInt } from "node:crypto";
import { and, desc, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { orderNumber } from "#core/document-number.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { alterationEvents, alterationRequests } from "#db/schema/alterations.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { Garment } from "#features/garments/garment/garment.ts";
import { obstacleTo } from "#features/garments/garment/line-standing.ts";
import { findGarmentFacts } from "#features/garments/garment/line-standing-queries.server.ts";
import { findCustomerName } from "#features/orders/order/order-queries.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";
import type { AlterationStatus, AlterationTerms } from "./alteration-rules.ts";
import { alterationTerms } from "./alteration-rules.ts";
import { garmentPath, garmentToken, LINK_DAYS } from "./garment-access.server.ts";

export type AlterationRow = typeof alterationRequests.$inferSelect;

/** Leaves out characters that are easily confused. */
const SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const NUMBER_LENGTH = 8;

/** 'AL-7K2M9XQF'. */
export function newAlterationNumber(): string {
  const signs = Array.from({ length: NUMBER_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]);
  return `AL-${signs.join("")}`;
}

/** A customer's note; bound to the row, so that a note moved to another request does not open. */
export const noteColumn = sealedColumn({
  table: alterationRequests,
  column: "sealedNote",
  location: ({ id }: { id: string }) => `note of alteration ${id}`,
  schema: z.string(),
  encoding: "text",
});

export const sealNote = (box: SecretBox, id: string, note: string): Sealed | null =>
  note === "" ? null : noteColumn.seal(box, { id }, note);

/** "" without a note, once removed and without the key. */
export const openNote = (box: SecretBox, row: Pick<AlterationRow, "id" | "sealedNote">): string =>
  noteColumn.open(box, row) ?? "";

/** Newest first. */
export function listRequestsOfGarment(db: Queryable, garmentId: string): Promise<AlterationRow[]> {
  return db
    .select()
    .from(alterationRequests)
    .where(eq(alterationRequests.garmentId, garmentId))
    .orderBy(desc(alterationRequests.createdAt), desc(alterationRequests.id));
}

const isClosed = (status: AlterationStatus) => status === "done" || status === "declined";

/** Whether the garment's order and line still allow an alteration, a credit or a remake. */
export async function canStillAlter(db: Queryable, garment: Garment): Promise<boolean> {
  const facts = await findGarmentFacts(db, garment);
  return facts !== null && obstacleTo("alteration", facts) === null;
}

/** What may be asked for a garment now (alteration-rules.ts). */
export async function findAlterationTerms(
  db: Queryable,
  garment: Garment,
  now: Date,
): Promise<AlterationTerms> {
  const { creditCapMinor, days } = await getSettings(db, "alterations");
  const requests = await listRequestsOfGarment(db, garment.id);
  const terms = alterationTerms(
    {
      isOver: !(await canStillAlter(db, garment)),
      deliveredAt: garment.deliveredAt,
      hasOpenRequest: requests.some(({ status }) => !isClosed(status)),
      freeUsed: requests.some(({ isFree, status }) => isFree && status !== "declined"),
    },
    { days, now },
  );
  if (creditCapMinor > 0) return terms;
  return { ...terms, remedies: terms.remedies.filter((remedy) => remedy !== "local") };
}

/** Locked until the transaction ends; null for an unknown id. */
export async function lockRequest(tx: Transaction, id: string): Promise<AlterationRow | null> {
  const [row] = await tx
    .select()
    .from(alterationRequests)
    .where(eq(alterationRequests.id, id))
    .for("update");
  return row ?? null;
}

type Moved = {
  row: AlterationRow;
  to: AlterationStatus;
  set: Partial<typeof alterationRequests.$inferInsert>;
  staff: { userId: string; name: string } | null;
  now: Date;
};

/** Writes a new state with its event. The caller has checked the transition and holds the lock. */
export async function moveRequest(
  tx: Transaction,
  { now, row, set, staff, to }: Moved,
): Promise<void> {
  await tx
    .update(alterationRequests)
    .set({
      ...set,
      status: to,
      version: sql`${alterationRequests.version} + 1`,
      ...(isClosed(to) && { closedAt: now }),
    })
    .where(and(eq(alterationRequests.id, row.id), ne(alterationRequests.status, to)));
  await tx.insert(alterationEvents).values({
    requestId: row.id,
    fromStatus: row.status,
    toStatus: to,
    createdAt: now,
    staffId: staff?.userId ?? null,
    staffName: staff?.name ?? "",
  });
}

export type MailDeps = { auth: Auth; clock: Clock; jobs: JobQueue; publicUrl: string };

/** What every email about a garment says; its link opens the garment without an account. */
export async function garmentFacts(tx: Queryable, deps: MailDeps, garment: Garment) {
  const { general } = await getSiteShell(tx);
  const customerName = await findCustomerName(tx, { orderId: garment.orderId });
  const token = garmentToken(deps.auth, {
    garmentId: garment.id,
    days: LINK_DAYS.email,
    now: deps.clock.now(),
  });
  return {
    siteName: general.siteName,
    siteUrl: deps.publicUrl,
    contactEmail: general.contactEmail,
    customerName,
    shopAddress: general.address,
    orderNumber: orderNumber(garment.orderId),
    productName: garment.name,
    garmentUrl: `${deps.publicUrl}${garmentPath({ token })}`,
  };
}
