import { execFileSync } from "node:child_process";
import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { CHECKOUT_POST, checkoutFields } from "../support/checkout-post.ts";
import { copyShop } from "../support/copy-shop.ts";
import { runningDatabaseServer } from "../support/database-server.ts";
import { shopUrlOf } from "../support/shop/shop-process.ts";
import { shopSuite } from "./shop-suite.ts";
import { smallDisk } from "./small-disk.ts";

const { dataDir, start, startReady } = shopSuite();

const PAGE = { accept: "text/html" };
const MESSAGE = {
  fullName: "Asha Persaud",
  email: "asha@example.com",
  subject: "A fitting",
  message: "Can I come on Tuesday?",
};

function post(url: string, fields: Record<string, string>, headers: Record<string, string> = PAGE) {
  const body = new URLSearchParams(fields);
  return fetch(url, { method: "POST", body, headers, redirect: "manual" });
}

const readiness = async (shop: string) => {
  const response = await fetch(`${shop}/readyz`);
  return { code: response.status, ...(await response.json()) };
};

/** Outlives the database's end. */
async function connectBeside(): Promise<Client> {
  const client = new Client({ connectionString: dataDir().databaseUrl() });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** The checkout's form for a product on sale. */
async function findOrder(): Promise<Record<string, string>> {
  const client = await connectBeside();
  const { rows } = await client.query(
    `select p.id, v.size, v.color from product_variants v join products p on p.id = v.product_id
      where p.in_stock and p.deleted_at is null and coalesce(v.stock_count, 1) > 0
        and v.size <> 'Custom' limit 1`,
  );
  await client.end();
  return checkoutFields({
    items: [{ cartItemId: "1", ...rows[0], quantity: 1 }],
    customerEmail: "asha@example.com",
    idempotencyKey: "0123456789abcdef0123456789abcdef",
  });
}

type Order = Awaited<ReturnType<typeof findOrder>>;

/** Pages, data, forms with and without JavaScript, routes for machines. */
async function requestEverything(shop: string, order: Order) {
  const account = { email: "asha@example.com", password: "long enough 1!" };
  const json = { "content-type": "application/json" };
  const quote = { method: "POST", body: '{"items":[]}', headers: json };
  const requests: [string, (url: string) => Promise<Response>][] = [
    ["/", (url) => fetch(url, { headers: PAGE })],
    ["/search?q=linen", (url) => fetch(url, { headers: PAGE })],
    ["/search.data?q=linen", fetch],
    ["/search/suggestions?q=lin", fetch],
    ["/feeds/google.xml", fetch],
    ["/sitemap.xml", fetch],
    ["/profile", (url) => fetch(url, { headers: PAGE, redirect: "manual" })],
    ["/cart/quote", (url) => fetch(url, quote)],
    ["/contact", (url) => post(url, MESSAGE)],
    ["/contact.data", (url) => post(url, MESSAGE, {})],
    ["/new-dawn", (url) => post(url, { ...MESSAGE, intent: "volunteer" })],
    ["/auth", (url) => post(url, { ...account, intent: "register" })],
    ["/login", (url) => post(url, { username: "owner", password: "wrong" })],
    ["/order-lookup", (url) => post(url, { order: "8a6e0804", email: account.email })],
    ["/api/auth/sign-in/email", (url) => fetch(url, { ...quote, body: JSON.stringify(account) })],
    [CHECKOUT_POST, (url) => post(url, order, {})],
    ["/payments/events", (url) => fetch(url, quote)],
  ];
  return Promise.all(
    requests.map(async ([path, send]) => ({ path, response: await send(shop + path) })),
  );
}

/** Refusals without 503, message or Retry-After. */
async function listBareFailures(shop: string, order: Order): Promise<string[]> {
  const failures: string[] = [];
  for (const { path, response } of await requestEverything(shop, order)) {
    const text = await response.text();
    if (response.status < 500) continue;
    const isExplained = response.status === 503 && response.headers.has("retry-after");
    const isBare = text.length < 40 || text.startsWith("Unexpected Server Error");
    if (!isExplained || isBare) failures.push(`${path}: ${response.status} ${text.slice(0, 80)}`);
  }
  return failures;
}

test("with the database read-only pages are served, writes get 503 with a message, and the shop is not ready", async () => {
  const shop = await shopUrlOf(startReady());
  const order = await findOrder();
  expect(await readiness(shop)).toEqual({ code: 200, status: "ready" });

  const server = runningDatabaseServer(dataDir().path);
  const configure = (lines: string) => {
    writeFileSync(join(dataDir().path, "postgres", "postgresql.auto.conf"), lines);
    if (server) process.kill(server.pid, "SIGHUP");
  };
  configure("default_transaction_read_only = on\n");
  await expect.poll(() => readiness(shop)).toEqual({ code: 503, status: "database read-only" });
  expect((await fetch(`${shop}/healthz`)).status).toBe(200);
  expect((await fetch(`${shop}/search?q=linen`, { headers: PAGE })).status).toBe(200);
  const refused = await post(`${shop}/contact`, MESSAGE);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await refused.text()).toContain(MESSAGE.message);
  expect((await post(`${shop}${CHECKOUT_POST}`, order, {})).status).toBe(503);
  expect(await listBareFailures(shop, order)).toEqual([]);

  configure("");
  await expect.poll(() => readiness(shop)).toEqual({ code: 200, status: "ready" });
  expect((await post(`${shop}/contact`, MESSAGE)).status).toBeLessThan(400);
});

function fillDisk(folder: string): { empty(): void } {
  const file = join(folder, "rest");
  execFileSync("sh", ["-c", `cat /dev/zero > ${file} 2>/dev/null || true`]);
  expect(existsSync(file)).toBe(true);
  expect(statfsSync(folder).bavail).toBe(0);
  return { empty: () => rmSync(file) };
}

test("with the disk full writes get 503 with a message, the shop is not ready, nothing acknowledged is lost, and free space is enough to go on", async (context) => {
  const folder = dataDir().path;
  const disk = smallDisk(folder, 260);
  if (!disk) context.skip("mounting is not permitted here");
  try {
    copyShop(`${inject("readyShop")}/.`, folder);
    const shop = await shopUrlOf(start());
    const order = await findOrder();
    const full = fillDisk(folder);
    expect(await readiness(shop)).toEqual({ code: 503, status: "disk full" });

    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    for (let index = 0; index < 15; index += 1) {
      const subject = `Fitting ${index}`;
      const message = Array.from({ length: 250 }, () => Math.random().toString(36)).join(" ");
      const sent = { ...MESSAGE, email: `asha-${index}@example.com`, subject };
      const { status } = await post(`${shop}/contact`, {
        ...sent,
        message: message.slice(0, 3_000),
      });
      statuses.add(status);
      if (status < 400) acknowledged.push(subject);
    }
    expect(statuses).toContain(503);
    expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(await listBareFailures(shop, order)).toEqual([]);

    full.empty();
    await expect
      .poll(() => readiness(shop), { interval: 500 })
      .toEqual({ code: 200, status: "ready" });
    const client = await connectBeside();
    const { rows } = await client.query<{ subject: string }>(
      "select subject from contact_messages",
    );
    await client.end();
    const stored = rows.map(({ subject }) => subject);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    await expect
      .poll(async () => (await post(`${shop}/contact`, MESSAGE)).status, { interval: 500 })
      .toBeLessThan(400);
  } finally {
    disk?.unmount();
  }
});
