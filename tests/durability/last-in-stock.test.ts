import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";
import { Client } from "pg";
import { beforeEach, expect, test } from "vitest";
import type { CartQuote } from "#features/sales/checkout/cart-change.ts";
import { cartChangeMessage } from "#features/sales/checkout/cart-change.ts";
import { choosePort } from "#server/start/listen.server.ts";
import { CHECKOUT_POST, checkoutBody, readActionData } from "#tests/support/checkout-post.ts";
import { shopUrlOf } from "../support/shop/shop-process.ts";
import { waitUntil } from "../support/wait-until.ts";
import { startReadyCluster } from "./ready-cluster.ts";
import { shopSuite } from "./shop-suite.ts";

/** Behind https the shop trusts the proxy's client IP. */
const PUBLIC_URL = "https://shop.example";
const CUSTOMERS = 200;
const STOCK = 10;

type ShopResponse = { status: number; headers: IncomingHttpHeaders; text: string };
type Item = { id: string; name: string; size: string; color: string; price: number };

const { dataDir, start, startReady } = shopSuite();
let port: number;

beforeEach(async () => {
  port = await choosePort(0, "127.0.0.1");
});

/** Sends over its own connection, as a proxy for a customer's IP address; each is in a network of its own. */
function send(customer: number, path: string, type: string, body: string): Promise<ShopResponse> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: new URL(PUBLIC_URL).host,
      origin: PUBLIC_URL,
      "x-forwarded-for": `198.18.${customer}.7`,
      "content-type": type,
      "content-length": Buffer.byteLength(body),
    };
    const options = { host: "127.0.0.1", port, path, method: "POST", agent: false, headers };
    const sending = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

async function checkOut(customer: number, item: Item): Promise<ShopResponse> {
  const key = randomBytes(16).toString("hex");
  let response = await postCheckout(customer, item, key);
  if (response.status !== 503) return response;
  // A busy shop refuses for a moment.
  const isServed = async () => {
    response = await postCheckout(customer, item, key);
    return response.status !== 503;
  };
  await waitUntil("the checkout is served", isServed, { everyMs: 250, limitMs: 30_000 });
  return response;
}

function postCheckout(customer: number, item: Item, key: string): Promise<ShopResponse> {
  const { id, name, size, color, price } = item;
  const line = { cartItemId: `${id}-${size}`, id, name, image: "", size, color, price };
  return send(
    customer,
    CHECKOUT_POST,
    "application/x-www-form-urlencoded",
    checkoutBody({
      items: [{ ...line, quantity: 1 }],
      customerEmail: `shopper-${customer}@example.com`,
      shownTotal: price * 100,
      idempotencyKey: key,
      replacesSession: null,
    }),
  );
}

function letExpire(customer: number, sessionId: string): Promise<ShopResponse> {
  const path = `/checkout/test-payment/${sessionId}`;
  return send(customer, path, "application/x-www-form-urlencoded", "intent=expire");
}

async function leaveLastItems(database: Client): Promise<Item> {
  const { rows } = await database.query(
    `update product_variants v set stock_count = $1 from products p
      where v.id = (select v.id from product_variants v join products p on p.id = v.product_id
                     where p.name = 'Kaieteur Gown' and v.size = 'M' order by v.position limit 1)
        and p.id = v.product_id
      returning p.id, p.name, v.size, v.color, p.price_minor / 100 as price`,
    [STOCK],
  );
  return { ...rows[0], price: Number(rows[0].price) };
}

async function stock(database: Client, { id, size, color }: Item) {
  const { rows } = await database.query(
    `select (select stock_count from product_variants
              where product_id = $1 and size = $2 and color = $3) as stock,
            (select count(*)::int from stock_reservations) as held,
            (select coalesce(json_object_agg(status, count), '{}')
               from (select status, count(*) from orders group by status) s) as orders`,
    [id, size, color],
  );
  return rows[0];
}

/** Expects that of 200 customers ten get a payment page and the others a message, and that expiry returns the stock. */
async function competeForLastItems(databaseUrl: string): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const item = await leaveLastItems(database);
    const customers = Array.from({ length: CUSTOMERS }, (_, customer) => customer);
    const responses = await Promise.all(customers.map((customer) => checkOut(customer, item)));

    const placed = responses.filter((response) => response.status === 200);
    expect(placed).toHaveLength(STOCK);
    const refused = responses.filter((response) => response.status !== 200);
    expect(refused).toHaveLength(CUSTOMERS - STOCK);
    for (const { status, text } of refused) {
      expect(status).toBe(409);
      const body = readActionData(text) as { error: object; quote: CartQuote };
      expect(body.error).toEqual({
        code: "changed",
        message: "Some things in your cart changed. Please look at them before you pay.",
      });
      expect(body.quote.changes.map((change) => cartChangeMessage(change, item))).toEqual([
        "Kaieteur Gown in size M is sold out.",
      ]);
    }
    const sessions = placed.map(
      ({ text }) => readActionData(text) as { sessionId: string; url: string },
    );
    expect(new Set(sessions.map((session) => session.url)).size).toBe(STOCK);
    expect(await stock(database, item)).toEqual({
      stock: 0,
      held: STOCK,
      orders: { pending: STOCK },
    });

    const ended = await Promise.all(
      sessions.map(({ sessionId }, customer) => letExpire(customer, sessionId)),
    );
    expect(ended.map((response) => response.status)).toEqual(Array(STOCK).fill(200));
    expect(await stock(database, item)).toEqual({
      stock: STOCK,
      held: 0,
      orders: { expired: STOCK },
    });
    expect((await checkOut(1, item)).status).toBe(200);
  } finally {
    await database.end();
  }
}

// Specification 4.22
test("200 concurrent customers for the last 10 items place 10 orders, 190 get a message, and expiry releases all stock", async () => {
  const shop = startReady({ PORT: `${port}`, PUBLIC_URL });
  expect(await shopUrlOf(shop)).toBe(PUBLIC_URL);
  await competeForLastItems(dataDir().databaseUrl());
});

test("the last 10 items make 10 orders also when two processes serve 200 customers", async () => {
  const { close, url, variables } = await startReadyCluster();
  try {
    const shop = start({ ...variables, PORT: `${port}`, PUBLIC_URL, WEB_CONCURRENCY: "2" });
    expect(await shopUrlOf(shop)).toBe(PUBLIC_URL);
    await competeForLastItems(url);
    shop.child.kill("SIGTERM");
    expect((await shop.ended).code).toBe(0);
  } finally {
    await close();
  }
});
