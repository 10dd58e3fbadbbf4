import { sql } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import { DELETED_EMAIL } from "#core/email.ts";
import { formatDay } from "#core/georgetown-time.ts";
import type { Database } from "#db/client.server.ts";
import { unsubscribeUrl } from "#features/base/identity/unsubscribe.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { fitQuestionEmail } from "./alteration-email.ts";
import { findGarmentWithCustomer } from "./garment-access.server.ts";
import type { MailDeps } from "./stored-alterations.server.ts";
import { garmentFacts } from "./stored-alterations.server.ts";

/** A garment that was delivered long before the shop asked is not asked about any more. */
const LATEST_DAYS = 30;

const MAX_AT_ONCE = 200;

/**
 * Asks how a delivered garment fits, some days after the delivery, once, when nothing was reported or asked for. Its link opens the
 * garment without an account. Idempotent; returns how many were asked.
 */
export async function sendFitQuestions(deps: MailDeps & { db: Database }): Promise<number> {
  const { clock, db, jobs } = deps;
  const { askAfterDays, days } = await getSettings(db, "alterations");
  const now = clock.now().getTime();
  const until = new Date(now - askAfterDays * DAY_MS);
  const since = new Date(until.getTime() - LATEST_DAYS * DAY_MS);
  const { rows } = await db.execute<{ id: string }>(sql`
    select g.id from garments g
      join order_items i on i.id = g.order_item_id
      join orders o on o.id = i.order_id and o.customer_email <> ${DELETED_EMAIL}
      join shipments s on s.id = g.shipment_id
     where g.stage = 'shipped' and s.delivered_at between ${since.toISOString()}::timestamptz and ${until.toISOString()}::timestamptz
       and not exists (select from fit_feedback f where f.garment_id = g.id)
       and not exists (select from alteration_requests r where r.garment_id = g.id)
       and not exists (select from mail_outbox m where m.dedupe_key = 'fit-question:' || g.id)
     order by s.delivered_at limit ${MAX_AT_ONCE}`);
  let requested = 0;
  for (const { id } of rows) {
    const garment = await findGarmentWithCustomer(db, id);
    if (!garment?.deliveredAt) continue;
    const freeUntil = formatDay(new Date(garment.deliveredAt.getTime() + days * DAY_MS));
    await db.transaction(async (tx) => {
      const facts = await garmentFacts(tx, deps, garment);
      await enqueueEmail(tx, jobs, {
        ...fitQuestionEmail({ ...facts, freeUntil }),
        dedupeKey: `fit-question:${id}`,
        recipient: garment.customerEmail,
        unsubscribeUrl: (reader, topic) =>
          unsubscribeUrl(deps.auth, deps.publicUrl, { userId: reader, topic }),
      });
    });
    requested += 1;
  }
  return requested;
}
