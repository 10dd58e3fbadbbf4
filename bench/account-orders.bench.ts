import { createHmac, randomUUID } from "node:crypto";
import { costOfRequest, startBareServer } from "./support/bare.ts";
import { sendRequests } from "./support/load.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import { processorMs } from "./support/processor.ts";
import type { MeasuredShop } from "./support/shop.ts";
import { startMeasuredShop } from "./support/shop.ts";

const ORDERS = 10_000;
const WARM_UP = 200;
const ROUNDS = 20;
/** Processor time counts in 10 ms. */
const REQUESTS = 20;

/** Microseconds on the reference machine, for scaling. */
const BARE_REQUEST_US = 11;
const BARE = { path: "/", count: 15_000 };

/** The customer's session cookie; others have ten times as many orders. */
async function buyMuch({ client, authSecret }: MeasuredShop): Promise<string> {
  const userId = randomUUID();
  const token = randomUUID();
  await client.query(
    "insert into profiles (id, name, email, email_verified) values ($1, 'Asha', 'asha@example.com', true)",
    [userId],
  );
  await client.query(
    "insert into sessions (id, user_id, token, expires_at) values ($1, $1, $2, now() + interval '1 day')",
    [userId, token],
  );
  const write = (owner: string | null, count: number) =>
    client.query(
      `insert into orders (id, user_id, customer_email, subtotal_minor, total_amount_minor, created_at)
       select gen_random_uuid(), $1, 'o' || number || '@example.com', 100, 100, now() - number * interval '7 minutes'
       from generate_series(1, $2::integer) number`,
      [owner, count],
    );
  await write(userId, ORDERS);
  await write(null, ORDERS * 10);
  await client.query("analyze orders");
  const signature = createHmac("sha256", authSecret).update(token).digest("base64");
  return `da.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

async function p95Of(shop: MeasuredShop, cookie: string, path: string): Promise<number> {
  const request = (count: number) =>
    sendRequests({ port: shop.port, count, connections: 1, cookie, path: () => path });
  await request(WARM_UP);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = processorMs(shop.pids);
    await request(REQUESTS);
    costs.push((processorMs(shop.pids) - before) / REQUESTS);
  }
  const sorted = costs.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  console.log(`  ${path}: median ${median(costs).toFixed(1)}, p95 ${p95.toFixed(1)} ms`);
  return p95;
}

export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop();
  using bare = await startBareServer(Buffer.from("hello"));
  const cookie = await buyMuch(shop);
  const bareCosts = [await costOfRequest(bare, BARE)];
  const before = await shop.countStatements();
  const first = await p95Of(shop, cookie, "/profile/orders");
  const statements = (await shop.countStatements()) - before;
  const last = await p95Of(shop, cookie, "/profile/orders?page=500");
  bareCosts.push(await costOfRequest(bare, BARE));
  const scale = BARE_REQUEST_US / median(bareCosts);
  return [
    { subject: "first page of 10,000 orders, p95 in processor ms", value: first * scale },
    { subject: "last page of 10,000 orders, p95 in processor ms", value: last * scale },
    {
      subject: "orders page, SQL statements",
      value: statements / (WARM_UP + ROUNDS * REQUESTS),
    },
  ];
}
