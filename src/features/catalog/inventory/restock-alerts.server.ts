import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { DAY_MS } from "#core/duration.ts";
import { emailAsStored } from "#core/email.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { requiredEmail } from "#core/text-schema.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { backInStockRequests } from "#db/schema/inventory.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { countAttempt, senderKey } from "#features/base/identity/attempts.server.ts";
import { countVisitorEntry } from "#features/base/identity/visitor-entries.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { hasBounced } from "#features/base/mail/outbox-queries.server.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/base/media/image-url.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { isSignedText, signText } from "#platform/auth-rotation.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { restockAlertEmail } from "./stock-email.ts";
import { colorNameOf } from "./stock-queries.server.ts";

const SIZE_REQUIRED = "Please choose a size";

export const restockAlertSchema = z.object({
  variantId: z.string(SIZE_REQUIRED).min(1, SIZE_REQUIRED),
  email: requiredEmail(),
});

const signedText = (requestId: string) => `back-in-stock:${requestId}`;

/** Ends all alerts of this email, without an account (RFC 8058). */
export function restockAlertUnsubscribeUrl(
  auth: Auth,
  publicUrl: string,
  requestId: string,
): string {
  const signature = signText(auth, signedText(requestId)).toString("base64url");
  const token = `${requestId}.back-in-stock.${signature}`;
  return `${publicUrl}/unsubscribe?${new URLSearchParams({ token })}`;
}

/** Reads the request of a token; null for an invalid signature. */
export function readRestockAlertToken(auth: Auth, token: string | null): string | null {
  const [id = "", purpose, given = "", ...more] = (token ?? "").slice(0, 200).split(".");
  if (purpose !== "back-in-stock" || !isId(id) || more.length > 0) return null;
  return isSignedText(auth, signedText(id), Buffer.from(given, "base64url")) ? id : null;
}

/** Deletes all alerts of a link's email and withdraws unsent emails. Idempotent. */
export async function unsubscribeRestockAlert(
  deps: { db: Database; auth: Auth },
  input: { token: string | null },
): Promise<Result<null, "unknown_link">> {
  const id = readRestockAlertToken(deps.auth, input.token);
  if (id === null) return fail("unknown_link");
  await deps.db.transaction(async (tx) => {
    const [request] = await tx
      .select({ email: backInStockRequests.email })
      .from(backInStockRequests)
      .where(eq(backInStockRequests.id, id));
    if (!request) return;
    const gone = await tx
      .delete(backInStockRequests)
      .where(eq(sql`lower(${backInStockRequests.email})`, request.email.toLowerCase()))
      .returning({ id: backInStockRequests.id });
    const waiting = gone.map((row) => `back-in-stock:${row.id}`);
    await tx
      .delete(mailOutbox)
      .where(and(inArray(mailOutbox.dedupeKey, waiting), eq(mailOutbox.status, "queued")));
  });
  return ok(null);
}

/**
 * Against subscribing an email to a whole catalog. The limit is per email and network, so that nobody is silenced by what others
 * request in her name; one link ends all alerts of an email.
 */
export const MAX_RESTOCK_ALERTS_PER_HOUR = 20;

const LIMIT = { most: MAX_RESTOCK_ALERTS_PER_HOUR, windowS: 3_600 };

/**
 * Subscribes an email to a sold-out variant. Idempotent; responses do not reveal who subscribed. 'there' when
 * available or unknown.
 */
export async function subscribeRestockAlert(
  deps: { db: Database; clock: Clock },
  input: { productId: string; variantId: string; email: string; network: string },
): Promise<Result<null, "there" | "too_many">> {
  const email = emailAsStored(input.email);
  return inTransaction(deps.db, async (tx) => {
    const offered = await listSoldOut(tx, input.productId);
    const wanted = offered.find(({ variantId }) => variantId === input.variantId);
    if (!wanted) return fail("there" as const);
    const counting = { db: tx, clock: deps.clock };
    const counted = await countAttempt(counting, senderKey("restock", email, input.network), LIMIT);
    if (!counted.ok) return fail("too_many" as const);
    const { network } = input;
    const ofDay = await countVisitorEntry(
      { tx, clock: deps.clock },
      { kind: "restock alert", network },
    );
    if (!ofDay.ok) return ofDay;
    await tx
      .insert(backInStockRequests)
      .values({ variantId: wanted.variantId, email, createdAt: deps.clock.now() })
      .onConflictDoNothing();
    return ok(null);
  });
}

type Deps = { db: Database; jobs: JobQueue; auth: Auth; clock: Clock; publicUrl: string };

/** Small transactions block little. */
const REQUESTS_A_ROUND = 100;

/** Unsubscribe links and data exports need them. */
const NOTIFIED_RETENTION_MS = 90 * DAY_MS;

type RestockRequest = {
  id: string;
  email: string;
  productId: string;
  name: string;
  size: string;
  colorName: string;
  mediaId: string | null;
  alt: string | null;
};

/**
 * Emails subscribers of available variants, oldest first, once. It is safe in several processes. Bounced emails keep
 * waiting. Returns how many.
 */
export async function sendRestockAlerts(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const old = new Date(clock.now().getTime() - NOTIFIED_RETENTION_MS);
  await db.delete(backInStockRequests).where(lt(backInStockRequests.notifiedAt, old));
  let notified = 0;
  for (;;) {
    const round = await db.transaction((tx) => notifyRound(tx, deps));
    notified += round;
    if (round < REQUESTS_A_ROUND) return notified;
  }
}

async function notifyRound(tx: Transaction, deps: Deps): Promise<number> {
  const { rows } = await tx.execute<RestockRequest>(sql`
    select r.id, r.email, p.id as "productId", p.name, v.size, ${colorNameOf} as "colorName", picture.id as "mediaId", picture.alt
      from back_in_stock_requests r
      join product_variants v on v.id = r.variant_id
      join products p on p.id = v.product_id and p.deleted_at is null and p.in_stock
      left join lateral (
        select m.id, coalesce(nullif(i.alt_text, ''), m.alt_text) as alt from product_images i join media m on m.id = i.media_id
         where i.product_id = p.id and m.type = 'image' order by i.color = v.color desc nulls last, i.color is null desc, i.primary_image desc, i.position, i.id limit 1) picture on true
     where r.notified_at is null and (v.stock_count is null or v.stock_count > 0) and not ${hasBounced(sql`r.email`)}
     order by r.created_at, r.id limit ${REQUESTS_A_ROUND} for update of r skip locked`);
  if (rows.length === 0) return 0;
  const { general } = await getSiteShell(tx);
  const { auth, publicUrl } = deps;
  for (const { id, email, productId, mediaId, alt, ...item } of rows) {
    const chosen = new URLSearchParams({ size: item.size });
    if (item.colorName) chosen.set("color", item.colorName);
    const src = mediaId && `${publicUrl}${imagePath(mediaId, SOCIAL_IMAGE_WIDTH, "jpg")}`;
    await enqueueEmail(tx, deps.jobs, {
      ...restockAlertEmail({
        ...item,
        siteName: general.siteName,
        siteUrl: publicUrl,
        contactEmail: general.contactEmail,
        url: `${publicUrl}/product/${productId}?${chosen}`,
        image: src ? { src, alt: alt ?? item.name } : null,
      }),
      dedupeKey: `back-in-stock:${id}`,
      recipient: email,
      unsubscribeUrl: restockAlertUnsubscribeUrl(auth, publicUrl, id),
    });
  }
  await tx
    .update(backInStockRequests)
    .set({ notifiedAt: deps.clock.now() })
    .where(
      inArray(
        backInStockRequests.id,
        rows.map(({ id }) => id),
      ),
    );
  return rows.length;
}

export type SoldOut = { variantId: string; size: string; color: string; colorName: string };

/** A product's unavailable variants in page order; all when it is out of stock. */
export async function listSoldOut(db: Queryable, productId: string): Promise<SoldOut[]> {
  if (!isId(productId)) return [];
  const { rows } = await db.execute<SoldOut>(sql`
    select v.id as "variantId", v.size, v.color, ${colorNameOf} as "colorName"
      from product_variants v join products p on p.id = v.product_id and p.deleted_at is null
     where p.id = ${productId} and (not p.in_stock or v.stock_count = 0)
     order by v.position, v.id`);
  return rows;
}

/**
 * Deletes at most `limit` alerts sent, or requested and never sent, before a moment. Returns how many, 0 when
 * done.
 */
export async function deleteOldRestockAlerts(
  db: Database,
  input: { before: Date; limit: number },
): Promise<number> {
  const lastUsed = sql`coalesce(${backInStockRequests.notifiedAt}, ${backInStockRequests.createdAt})`;
  const old = db
    .select({ id: backInStockRequests.id })
    .from(backInStockRequests)
    .where(lt(lastUsed, input.before))
    .limit(input.limit);
  const rows = await db
    .delete(backInStockRequests)
    .where(inArray(backInStockRequests.id, old))
    .returning({ id: backInStockRequests.id });
  return rows.length;
}
