import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Metric } from "./support/metric.ts";
import type { MeasuredShop } from "./support/shop.ts";
import { startMeasuredShop } from "./support/shop.ts";

/** The most work: a product per row. */
const ROWS = 5_000;
const PAUSE_MS = 100;

const COLUMNS =
  "Handle,Title,Body (HTML),Type,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Option1 Name,Option1 Value";

function file(): string {
  const text = "<p>Cut from heavy linen and finished by hand.</p>";
  const rows = Array.from(
    { length: ROWS },
    (_, number) =>
      `bench-${number},Bench Piece ${number},${text},dress,BENCH-${number},shopify,${number % 9},${number % 900}.50,Size,M`,
  );
  return [COLUMNS, ...rows].join("\n");
}

async function enter({ client, authSecret }: MeasuredShop): Promise<string> {
  const userId = randomUUID();
  const token = randomUUID();
  await client.query(
    "insert into profiles (id, name, email, email_verified, role) values ($1, 'Rosa', 'rosa@example.com', true, 'admin')",
    [userId],
  );
  await client.query(
    "insert into sessions (id, user_id, token, expires_at) values ($1, $1, $2, now() + interval '1 day')",
    [userId, token],
  );
  const signature = createHmac("sha256", authSecret).update(token).digest("base64");
  return `da.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

async function send(shop: MeasuredShop, cookie: string, fields: Record<string, string | File>) {
  const address = `http://localhost:${shop.port}`;
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const headers = { cookie, origin: address };
  const response = await fetch(`${address}/admin/import`, {
    method: "POST",
    body,
    headers,
    redirect: "manual",
  });
  if (response.status !== 302) throw new Error(`The import answered ${response.status}`);
}

async function untilStatus({ client }: MeasuredShop, status: string): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const { rows } = await client.query("select status, words from product_imports");
    if (rows[0]?.status === status) return (performance.now() - startedMs) / 1_000;
    if (rows[0]?.words) throw new Error(rows[0].words);
    await wait(PAUSE_MS);
  }
}

export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop();
  const cookie = await enter(shop);
  const csvFile = new File([file()], "bench.csv", { type: "text/csv" });
  await send(shop, cookie, { intent: "check", fallbackCategory: "Smart Casual", file: csvFile });
  const checkS = await untilStatus(shop, "checked");
  const { rows } = await shop.client.query<{ id: string }>("select id from product_imports");
  await send(shop, cookie, { intent: "start", id: rows[0]?.id ?? "" });
  const importS = await untilStatus(shop, "finished");
  const counted = await shop.client.query<{ count: number }>(
    "select count(*)::int as count from products where slug like 'bench-%'",
  );
  return [
    { subject: "products in the shop afterwards", value: counted.rows[0]?.count ?? 0 },
    { subject: "check of 5,000 rows, seconds", value: checkS },
    { subject: "check and import of 5,000 rows, seconds", value: checkS + importS },
  ];
}
