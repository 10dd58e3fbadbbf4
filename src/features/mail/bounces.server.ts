import { sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";

/** Mails to an address come back: since when, and in the words of the host that refused them. */
export type Bounce = { mailId: string; words: string; at: Date };

/** The last refusal of an address for good, for an admin; null when a mail to it has gone since, or none ever came back. */
export async function findBounce(
  db: Queryable,
  input: { actor: Actor; address: string },
): Promise<Result<Bounce | null, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const { rows } = await db.execute<{ mailId: string; words: string | null; at: string }>(sql`
    select b.id as "mailId", b.last_error as words, b.bounced_at as at from mail_outbox b
     where b.status = 'bounced' and lower(b.recipient) = ${input.address.toLowerCase()}
       and not exists (select from mail_outbox s where s.status = 'sent' and lower(s.recipient) = lower(b.recipient)
                          and s.sent_at > b.bounced_at)
     order by b.bounced_at desc limit 1`);
  const [row] = rows;
  return ok(row ? { mailId: row.mailId, words: row.words ?? "", at: new Date(row.at) } : null);
}
