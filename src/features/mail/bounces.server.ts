import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";

/** Mails to an address come back: since when, and in the words of the host that refused them. */
export type Bounce = { mailId: string; words: string; at: Date };

/** The mark of a mail `b` that came back: it holds until a later mail to its address has gone, or the owner takes it away. */
const isMark = sql`b.status = 'bounced' and b.bounced_at is not null
  and not exists (select from mail_outbox s where s.status = 'sent' and lower(s.recipient) = lower(b.recipient) and s.sent_at > b.bounced_at)`;

/** Whether mails to an address come back, as a condition: what nobody is owed is not sent there. */
export function comesBack(address: SQL): SQL {
  return sql`exists (select from mail_outbox b where ${isMark} and lower(b.recipient) = lower(${address}))`;
}

/** The marks of addresses, by the address in small letters; for readers who have asked for the actor. */
export async function listBounces(
  db: Queryable,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Bounce>> {
  if (addresses.length === 0) return new Map();
  const asked = JSON.stringify(addresses.map((address) => address.toLowerCase()));
  const { rows } = await db.execute<{
    address: string;
    mailId: string;
    words: string | null;
    at: string;
  }>(sql`
    select distinct on (lower(b.recipient)) lower(b.recipient) as address, b.id as "mailId", b.last_error as words, b.bounced_at as at
      from mail_outbox b
     where ${isMark} and lower(b.recipient) in (select jsonb_array_elements_text(${asked}::jsonb))
     order by lower(b.recipient), b.bounced_at desc`);
  return new Map(
    rows.map(({ address, mailId, words, at }) => [
      address,
      { mailId, words: words ?? "", at: new Date(at) },
    ]),
  );
}

/** The last refusal of an address for good, for an admin; null when a mail to it has gone since, none ever came back, or the owner took the mark away. */
export async function findBounce(
  db: Queryable,
  input: { actor: Actor; address: string },
): Promise<Result<Bounce | null, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const found = await listBounces(db, [input.address]);
  return ok(found.get(input.address.toLowerCase()) ?? null);
}
