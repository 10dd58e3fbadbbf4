import type { Client } from "pg";
import { PgBoss } from "pg-boss";
import type { StripeDouble } from "../stripe/stripe-double.ts";
import { waitUntil } from "../wait-until.ts";

const LOOKS = { everyMs: 20, limitMs: 240_000 };
/** So much later every payment page is over. */
const LATER_MS = 2 * 60 * 60 * 1000;

const SWEEPS = ["sweep-reservations", "recover-payments", "catch-up-payments", "drain-outbox"];

/** Ages holds, refunds and the leases of emails, and ends sessions and the pauses before another try. */
async function letTimePass(client: Client, double: StripeDouble): Promise<void> {
  double.books.now = () => new Date(Date.now() + LATER_MS);
  await client.query(
    "update orders set reserved_until = now() - interval '1 hour' where status = 'pending'",
  );
  await client.query(
    "update refunds set created_at = now() - interval '1 hour' where status = 'pending'",
  );
  await client.query(
    "update mail_outbox set send_lease_until = now() - interval '1 second' where status = 'queued'",
  );
  // The drain of the outbox asks for them anew.
  await client.query(
    "update pgboss.job set state = 'cancelled' where name = 'send-mail' and state = 'retry'",
  );
}

async function sweep(boss: PgBoss): Promise<void> {
  for (const name of SWEEPS) await boss.send(name, {}, { singletonKey: "{}" });
}

/** Whether every sweep has run; requeues those of a killed shop. */
async function areSwept(client: Client): Promise<boolean> {
  await client.query(
    `update pgboss.job set state = 'retry', start_after = now()
      where state = 'active' and started_on < now() - interval '5 seconds'`,
  );
  const { rows } = await client.query<{ open: number }>(
    "select count(*)::int as open from pgboss.job where name = any($1) and state < 'completed'",
    [SWEEPS],
  );
  return rows[0]?.open === 0;
}

async function countBusy(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*) from orders where status = 'pending')::int as orders,
            (select count(*) from refunds where status = 'pending')::int as refunds,
            (select count(*) from mail_outbox where status = 'queued')::int as mails`,
  );
  return rows[0] ?? {};
}

/** No order, refund or email is pending. A sweep is asked for only when the last one has ended, or one would always be open. */
export async function waitUntilIdle(client: Client, double: StripeDouble): Promise<void> {
  const { host, port, user, password, database } = client;
  const connectionString = `postgres://${user}:${password}@${host}:${port}/${database}`;
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false, max: 1 });
  await boss.start();
  let busy: Record<string, number> = {};
  const isIdle = async () => {
    await letTimePass(client, double);
    await sweep(boss);
    await waitUntil("the sweeps have ended", () => areSwept(client), LOOKS);
    busy = await countBusy(client);
    return Object.values(busy).every((count) => count === 0);
  };
  try {
    await waitUntil("the shop comes to rest", isIdle, LOOKS);
  } catch (cause) {
    throw new Error(`The shop does not come to rest: ${JSON.stringify(busy)}`, { cause });
  } finally {
    await boss.stop({ graceful: false });
  }
}
