import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { addProduct } from "#tests/support/checkout.ts";
import { CHECKOUT_POST, checkoutBody } from "#tests/support/checkout-post.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { SECURE_GUEST_COOKIE } from "#tests/support/guest.ts";
import { addCloth, offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { addMaker } from "#tests/support/production.ts";
import type { LineItem } from "../place-orders/checkout-load.ts";
import { PUBLIC_URL } from "../place-orders/checkout-load.ts";
import { KeepAlivePool } from "../place-orders/keep-alive-pool.ts";
import type { Metric } from "../support/metric.ts";
import { LOAD_CORE } from "../support/processor.ts";
import { startMeasuredShop } from "../support/shop.ts";

const MEASUREMENT_KEY = "m".repeat(64);
const STRANGERS = 60;
const GARMENTS = ["suit", "shirt"];
const NETWORKS = [
  { name: "one /24", clientIpOf: (stranger: number) => `203.0.113.${stranger + 1}` },
  { name: "60 networks", clientIpOf: (stranger: number) => `10.${stranger}.7.9` },
];

type Bench = { db: Database; connections: KeepAlivePool };
type Order = { line: LineItem; clientIp: string; quantity: number };

/** Places an order of a stranger by HTTP; returns its email, or null where it is refused. */
async function order(bench: Bench, { clientIp, line, quantity }: Order): Promise<string | null> {
  const customerEmail = `${randomBytes(8).toString("hex")}@example.com`;
  const body = checkoutBody({
    items: [{ cartItemId: "line", ...line, quantity }],
    customerEmail,
    idempotencyKey: randomBytes(16).toString("hex"),
  });
  const head = [
    `POST ${CHECKOUT_POST} HTTP/1.1`,
    `host: ${new URL(PUBLIC_URL).host}`,
    `origin: ${PUBLIC_URL}`,
    `x-forwarded-for: ${clientIp}`,
    `cookie: ${SECURE_GUEST_COOKIE}`,
    "content-type: application/x-www-form-urlencoded",
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  const response = await bench.connections.send(`${head.join("\r\n")}\r\n\r\n${body}`);
  return response.status === 200 ? customerEmail : null;
}

/** The day on which an honest order is promised to be ready, in days since 1970; null where it is refused. */
async function honestDay(bench: Bench, line: LineItem, clientIp: string): Promise<number | null> {
  const customerEmail = await order(bench, { line, clientIp, quantity: 1 });
  if (customerEmail === null) return null;
  const [item] = await bench.db
    .select({ readyUntil: orderItems.readyUntil })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.customerEmail, customerEmail));
  return item?.readyUntil ? Date.parse(`${item.readyUntil}T00:00:00Z`) / DAY_MS : null;
}

async function endUnpaid({ db }: Bench): Promise<void> {
  const ended = { status: "expired", reservedUntil: null } as const;
  await db.update(orders).set(ended).where(eq(orders.status, "pending"));
}

/** Made to measure from a roll that is enough for ten. */
async function offer(db: Database, garmentType: string): Promise<LineItem> {
  const id = await addProduct(db, { stock: { Custom: null } });
  await db.update(products).set({ garmentType }).where(eq(products.id, id));
  const silk = { clothId: await addCloth(db, 35_000) };
  const { choices } = await offerToMeasure(db, id, { clothLengthMm: 3_500, silk });
  const clock = fixedClock(new Date().toISOString());
  const measurementBox = createMeasurementBox({ current: MEASUREMENT_KEY, former: [] });
  const specification = await specify({ db, clock, measurementBox }, id, choices);
  return { id, size: "Custom", color: "", specification };
}

type Attack = { garment: string; network: (typeof NETWORKS)[number] };

/** By how many days an honest order is later beside the strangers; infinite where it is refused. */
async function measureAttack(bench: Bench, { garment, network }: Attack): Promise<Metric> {
  const { clientIpOf, name } = network;
  const line = await offer(bench.db, garment);
  const before = await honestDay(bench, line, "198.51.100.1");
  await endUnpaid(bench);
  let refused = 0;
  for (let stranger = 0; stranger < STRANGERS; stranger += 1) {
    const clientIp = clientIpOf(stranger);
    const quantity = stranger % 3 === 2 ? 5 : 1;
    if ((await order(bench, { line, clientIp, quantity })) === null) refused += 1;
  }
  const after = await honestDay(bench, line, "198.51.100.2");
  await endUnpaid(bench);
  const value = before === null || after === null ? Number.POSITIVE_INFINITY : after - before;
  console.log(`  ${garment}, ${name}: ${refused} strangers refused, ${value} days later`);
  return { subject: `honest ${garment} beside ${name}, days later`, value };
}

/** The day of honest made-to-measure orders beside 60 strangers who leave their orders unpaid. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop({
    environment: { PUBLIC_URL, MEASUREMENT_KEY, PICTURES: "when-asked" },
    databaseCore: LOAD_CORE,
    isDurable: true,
  });
  const { close, db } = openDatabase({ url: shop.databaseUrl, maxConnections: 2 });
  const bench = { db, connections: new KeepAlivePool(shop.port, 8) };
  for (const maker of ["Savi", "Rosa"]) await addMaker(db, maker);
  const metrics: Metric[] = [];
  for (const network of NETWORKS) {
    for (const garment of GARMENTS) metrics.push(await measureAttack(bench, { garment, network }));
  }
  bench.connections.close();
  await close();
  return metrics;
}
