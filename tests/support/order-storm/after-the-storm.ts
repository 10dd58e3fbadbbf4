import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { PgBoss } from "pg-boss";
import type { StripeDouble } from "../stripe/stripe-double.ts";

const LOOK_EVERY_MS = 250;
const PATIENCE_MS = 240_000;
/** Past the end of every payment page. */
const LATER_MS = 2 * 60 * 60 * 1000;

const SWEEPS = ["sweep-reservations", "catch-up-payments", "drain-outbox"];

/**
 * Lets hours pass in a moment: holds and refunds lie long ago, payment pages have ended, and jobs that a killed shop left running are taken
 * back, as the queue does when their time is over.
 */
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

async function isAtRest(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ busy: number }>(
    `select (select count(*) from orders where status = 'pending')
          + (select count(*) from refunds where status = 'pending')
          + (select count(*) from mail_outbox where status = 'queued')
          + (select count(*) from pgboss.job where name = 'catch-up-payments' and state < 'completed') as busy`,
  );
  return Number(rows[0]?.busy) === 0;
}

/** What the shop's clock does every few minutes, asked for now. */
async function sweep(boss: PgBoss): Promise<void> {
  for (const name of SWEEPS) await boss.send(name, {}, { singletonKey: "{}" });
}

/** Waits until the shop has found everything that no message told it of: no order, refund or mail is left waiting. */
export async function comeToRest(client: Client, double: StripeDouble): Promise<void> {
  const { host, port, user, password, database } = client;
  const connectionString = `postgres://${user}:${password}@${host}:${port}/${database}`;
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false, max: 1 });
  await boss.start();
  try {
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      await letTimePass(client, double);
      await sweep(boss);
      await wait(LOOK_EVERY_MS);
      if (await isAtRest(client)) return;
      if (performance.now() > untilMs) throw new Error("The shop does not come to rest");
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
