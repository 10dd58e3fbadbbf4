import { inArray, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/client.server.ts";
import { backInStockRequests } from "#db/schema/stock.server.ts";
import { comesBack } from "#features/mail/bounces.server.ts";
import { enqueueMail } from "#features/mail/enqueue-mail.server.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/media/image-url.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import { restockAlertEmail } from "./restock-alert-email.ts";
import { restockAlertUnsubscribeUrl } from "./restock-alert-token.server.ts";
import { colorNameOf } from "./stock-rows.server.ts";

type Deps = { db: Database; jobs: JobQueue; auth: Auth; clock: Clock; publicUrl: string };

/** So many mails a transaction, so that a cut-off round loses little and holds little up. */
const REQUESTS_A_ROUND = 100;

/** An answered request is kept so long, for the link in its mail and for the data its reader may ask for. */
const KEPT_ANSWERED_MS = 90 * 24 * 60 * 60 * 1000;

type Asked = {
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
 * Mails everybody who asked for a combination that can be bought again, oldest first and once each, however it came back. Of two
 * processes that look at once, each takes requests that the other does not have. One whose address sends mails back waits on. Tells how many
 * mails that made.
 */
export async function sendRestockAlerts(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const old = new Date(clock.now().getTime() - KEPT_ANSWERED_MS);
  await db.delete(backInStockRequests).where(lt(backInStockRequests.notifiedAt, old));
  let told = 0;
  for (;;) {
    const round = await db.transaction((tx) => tellRound(tx, deps));
    told += round;
    if (round < REQUESTS_A_ROUND) return told;
  }
}

async function tellRound(tx: Transaction, deps: Deps): Promise<number> {
  const { rows } = await tx.execute<Asked>(sql`
    select r.id, r.email, p.id as "productId", p.name, v.size, ${colorNameOf} as "colorName", picture.id as "mediaId", picture.alt
      from back_in_stock_requests r
      join product_variants v on v.id = r.variant_id
      join products p on p.id = v.product_id and p.deleted_at is null and p.in_stock
      left join lateral (
        select m.id, coalesce(nullif(i.alt_text, ''), m.alt_text) as alt from product_images i join media m on m.id = i.media_id
         where i.product_id = p.id and m.type = 'image' order by i.primary_image desc, i.position, i.id limit 1) picture on true
     where r.notified_at is null and (v.stock_count is null or v.stock_count > 0) and not ${comesBack(sql`r.email`)}
     order by r.created_at, r.id limit ${REQUESTS_A_ROUND} for update of r skip locked`);
  if (rows.length === 0) return 0;
  const { general } = await getSiteShell(tx);
  const { auth, publicUrl } = deps;
  for (const { id, email, productId, mediaId, alt, ...piece } of rows) {
    const chosen = new URLSearchParams({ size: piece.size });
    if (piece.colorName) chosen.set("color", piece.colorName);
    const src = mediaId && `${publicUrl}${imagePath(mediaId, SOCIAL_IMAGE_WIDTH, "jpg")}`;
    await enqueueMail(tx, deps.jobs, {
      ...restockAlertEmail({
        ...piece,
        siteName: general.siteName,
        siteUrl: publicUrl,
        contactEmail: general.contactEmail,
        url: `${publicUrl}/product/${productId}?${chosen}`,
        picture: src ? { src, alt: alt ?? piece.name } : null,
      }),
      dedupeKey: `back-in-stock:${id}`,
      kind: "back-in-stock",
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
