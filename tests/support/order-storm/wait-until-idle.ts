import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { PgBoss } from "pg-boss";
import type { StripeDouble } from "../stripe/stripe-double.ts";

const POLL_EVERY_MS = 250;
const PATIENCE_MS = 240_000;
/** After every payment page. */
const LATER_MS = 2 * 60 * 60 * 1000;

const SWEEPS = ["sweep-reservations", "recover-payments", "catch-up-payments", "drain-outbox"];

/** Ages holds and refunds, ends sessions, requeues a killed shop's jobs. */
async function letTimePass(client: Client, double: StripeDouble): Promise<void> {
  double.books.now = () => new Date(Date.now() + LATER_MS);
  await client.query(
    "update orders set reserved_until = now() - interval '1 hour' where status = 'pending'",
  );
  await client.query(
    "update refunds set created_at = now() - interval '1 hour' where status = 'pending'",
  );
  await client.query(
    `update pgboss.job set state = 'retry', start_after = now()
      where state = 'active' and started_on < now() - interval '5 seconds'`,
  );
}

async function countBusy(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*) from orders where status = 'pending')::int as orders,
            (select count(*) from refunds where status = 'pending')::int as refunds,
            (select count(*) from mail_outbox where status = 'queued')::int as mails,
            (select count(*) from pgboss.job where name = 'catch-up-payments' and state < 'completed')::int as rounds`,
  );
  return rows[0] ?? {};
}

async function sweep(boss: PgBoss): Promise<void> {
  for (const name of SWEEPS) await boss.send(name, {}, { singletonKey: "{}" });
}

/** No order, refund or email is pending. */
export async function waitUntilIdle(client: Client, double: StripeDouble): Promise<void> {
  const { host, port, user, password, database } = client;
  const connectionString = `postgres://${user}:${password}@${host}:${port}/${database}`;
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false, max: 1 });
  await boss.start();
  try {
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      await letTimePass(client, double);
      await sweep(boss);
      await wait(POLL_EVERY_MS);
      const busy = await countBusy(client);
      if (Object.values(busy).every((count) => count === 0)) return;
      if (performance.now() > untilMs) {
        throw new Error(`The shop does not come to rest: ${JSON.stringify(busy)}`);
      }
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
