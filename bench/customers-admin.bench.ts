import type { Client } from "pg";
import { costOfRequest, startBareServer } from "./support/bare.ts";
import { sendRequests } from "./support/load.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import type { Owner } from "./support/owner.ts";
import { enterAsOwner } from "./support/owner.ts";
import { processorMs } from "./support/processor.ts";
import type { MeasuredShop } from "./support/shop.ts";
import { startMeasuredShop } from "./support/shop.ts";

/** Customers, orders and inquiries each. */
const PEOPLE = 10_000;
const WARM_UP = 10;
const ROUNDS = 7;
/** Processor time counts in 10 ms. */
const REQUESTS = 10;

/** Microseconds on the reference machine, for scaling. */
const BARE_REQUEST_US = 11;
const BARE = { path: "/", count: 15_000 };

const reads: Record<string, string> = {
  "overview of 10,000 orders": "/admin/overview",
  "inbox of 10,000 inquiries": "/admin/inbox",
  "inbox, last page": "/admin/inbox?page=200",
  "inbox searched": "/admin/inbox?q=wedding+99",
  "10,000 customers, newest": "/admin/customers",
  "customers by what they spent": "/admin/customers?sort=spent",
  "customers, last page": "/admin/customers?page=200",
  "customers searched by name": "/admin/customers?q=customer+77",
  "customers searched by telephone": "/admin/customers?q=555+0177",
  "one customer": "/admin/customers/person?email=c77%40example.com",
};

async function fill(client: Client): Promise<void> {
  await client.query(
    `insert into profiles (id, name, email, created_at)
     select gen_random_uuid(), 'Customer ' || n, 'c' || n || '@example.com', now() - n * interval '1 hour' from generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  await client.query(
    `insert into orders (id, user_id, customer_email, subtotal_minor, total_amount_minor, status, created_at, completed_at, shipping_address)
     select gen_random_uuid(), p.id, p.email, 12000, 12000, 'completed', m, m,
            jsonb_build_object('fullName', p.name, 'phone', '+592 555 0' || right(p.name, 3), 'country', 'GY')
       from profiles p cross join lateral (select now() - (substring(p.email from '\\d+'))::int * interval '8 minutes' as m) t
      where p.email like 'c%@example.com'`,
  );
  await client.query(
    `insert into order_items (id, order_id, product_id, product_name, size, quantity, unit_price_minor)
     select gen_random_uuid(), o.id, p.id, p.name, 'M', 1, 12000
       from orders o join lateral (select id, name from products where o.id is not null order by md5(o.id::text || id::text) limit 2) p on true`,
  );
  await client.query(
    `insert into guyana_sales_inquiries (id, first_name, last_name, email, phone, address, city, product_name, size, additional_notes, status, created_at)
     select gen_random_uuid(), 'Customer', n::text, 'c' || n || '@example.com', '+592 555 1000', 'Lot 1', 'Georgetown', 'Kaieteur Gown', 'M',
            'For wedding ' || n || '. ' || repeat('It should be ready in time. ', 8), case when n < 60 then 'new' else 'answered' end, now() - n * interval '20 minutes'
       from generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  await client.query("vacuum analyze");
}

async function costOf(shop: MeasuredShop, { cookie }: Owner, path: string): Promise<number> {
  const request = (count: number) =>
    sendRequests({ port: shop.port, count, connections: 1, cookie, path: () => path });
  await request(WARM_UP);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = processorMs(shop.pids);
    await request(REQUESTS);
    costs.push((processorMs(shop.pids) - before) / REQUESTS);
  }
  return median(costs);
}

export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop();
  using bare = await startBareServer(Buffer.from("hello"));
  await fill(shop.client);
  const owner = await enterAsOwner(shop);
  const bareCosts = [await costOfRequest(bare, BARE)];
  const costs: [string, number][] = [];
  for (const [name, path] of Object.entries(reads)) {
    costs.push([name, await costOf(shop, owner, path)]);
  }
  bareCosts.push(await costOfRequest(bare, BARE));
  const scale = BARE_REQUEST_US / median(bareCosts);
  console.log(`  scale ${scale.toFixed(2)}`);
  return costs.map(([name, cost]) => ({
    subject: `${name}, median in processor ms`,
    value: cost * scale,
  }));
}
