import { eq, inArray, sql } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import { DELETED_EMAIL } from "#core/email.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { Auth } from "#platform/auth.server.ts";
import { isSignedText, signText } from "#platform/auth-rotation.server.ts";

/** A garment as its customer may see it. */
export type MyGarment = {
  id: string;
  number: number;
  isRemake: boolean;
  stage: (typeof garments.$inferSelect)["stage"];
  orderId: string;
  orderItemId: string;
  productId: string | null;
  productName: string;
  quantity: number;
  /** Null for a guest. */
  userId: string | null;
  customerEmail: string;
  currency: string;
  deliveredAt: Date | null;
};

/**
 * The last shipment with the line once all of them have arrived. A garment that was made again has no line of its own: the day on
 * which it was shipped counts.
 */
const deliveredAt = sql<Date | null>`case when ${garments.remakeOf} is not null
  then (select max(e.happened_at) from garment_events e where e.garment_id = ${garments.id} and e.to_stage = 'shipped')
  else (select case when bool_and(s.delivered_at is not null) then max(s.delivered_at) end
    from shipments s join shipment_items si on si.shipment_id = s.id where si.order_item_id = ${orderItems.id}) end`.mapWith(
  (value: string | Date | null) => (value ? new Date(value) : null),
);

const columns = {
  id: garments.id,
  number: garments.number,
  remakeOf: garments.remakeOf,
  stage: garments.stage,
  orderId: orderItems.orderId,
  orderItemId: garments.orderItemId,
  productId: orderItems.productId,
  productName: orderItems.productName,
  quantity: orderItems.quantity,
  userId: orders.userId,
  customerEmail: orders.customerEmail,
  currency: orders.currency,
  deliveredAt,
};

const selectGarments = (db: Queryable) =>
  db
    .select(columns)
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId));

type Row = Awaited<ReturnType<typeof selectGarments>>[number];

const toGarment = ({ remakeOf, ...row }: Row): MyGarment => ({
  ...row,
  isRemake: remakeOf !== null,
});

/** One garment; null for an unknown one and after its order was made anonymous. Does not check who asks. */
export async function findGarment(db: Queryable, garmentId: string): Promise<MyGarment | null> {
  if (!isId(garmentId)) return null;
  const [row] = await selectGarments(db).where(eq(garments.id, garmentId));
  return row && row.customerEmail !== DELETED_EMAIL ? toGarment(row) : null;
}

/** By id, for the ones that still have a customer. */
export async function listGarmentsById(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, MyGarment>> {
  if (ids.length === 0) return new Map();
  const rows = await selectGarments(db).where(inArray(garments.id, [...ids]));
  return new Map(rows.map((row) => [row.id, toGarment(row)]));
}

/** Days that a private link works: from the email, and from the page that finds an order by number and email. */
export const LINK_DAYS = { email: 180, lookup: 1 } as const;

const signedText = (garmentId: string, until: string) => `garment:${garmentId}:${until}`;

/** Part of a URL that opens one garment without an account, until a day. It names neither customer nor order, and has no capital letter: addresses are in small letters. */
export function garmentToken(
  auth: Auth,
  { days, garmentId, now }: { garmentId: string; days: number; now: Date },
): string {
  const until = Math.floor((now.getTime() + days * DAY_MS) / 1_000).toString(36);
  const signature = signText(auth, signedText(garmentId, until)).toString("hex");
  return `${garmentId}.${until}.${signature}`;
}

/** Null for a wrong signature and after its day. */
function readGarmentToken(auth: Auth, token: string, now: Date): string | null {
  const [garmentId = "", until = "", given = "", ...more] = token.slice(0, 200).split(".");
  if (!isId(garmentId) || !/^[0-9a-z]{5,9}$/.test(until) || more.length > 0) return null;
  const signature = Buffer.from(given, "hex");
  if (!isSignedText(auth, signedText(garmentId, until), signature)) return null;
  return Number.parseInt(until, 36) * 1_000 > now.getTime() ? garmentId : null;
}

/** Who asks about a garment: its signed-in customer, or the bearer of its private link. */
export type GarmentKey = { actor: Actor; garmentId: string } | { token: string };

/** The garment of the one who asks; another customer's is 'not_found'. */
export async function findMyGarment(
  deps: { db: Queryable; auth: Auth; clock: { now(): Date } },
  key: GarmentKey,
): Promise<Result<MyGarment, "forbidden" | "not_found">> {
  if ("token" in key) {
    const id = readGarmentToken(deps.auth, key.token, deps.clock.now());
    const found = id && (await findGarment(deps.db, id));
    return found ? ok(found) : fail("not_found");
  }
  if (!isSignedIn(key.actor)) return fail("forbidden");
  const found = await findGarment(deps.db, key.garmentId);
  return found?.userId === key.actor.userId ? ok(found) : fail("not_found");
}

/** Where a garment's fit is reported and an alteration is asked for. */
export const garmentPath = (key: { orderId: string; garmentId: string } | { token: string }) =>
  "token" in key
    ? `/garment/${key.token}`
    : `/profile/orders/${key.orderId}/garments/${key.garmentId}`;
