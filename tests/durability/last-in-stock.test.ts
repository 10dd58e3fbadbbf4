import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";
import { Client } from "pg";
import { beforeEach, expect, test } from "vitest";
import type { CartQuote } from "#features/checkout/cart-change.ts";
import { cartChangeMessage } from "#features/checkout/cart-change.ts";
import { choosePort } from "#server/start/listen.server.ts";
import { CHECKOUT_POST, checkoutBody, readActionData } from "#tests/support/checkout-post.ts";
import { startTemporaryCluster } from "../support/temporary-cluster.ts";
import { shopUrlOf } from "./shop-process.ts";
import { shopSuite } from "./shop-suite.ts";

/** An https address: the shop then trusts the proxy in front of it to say who the visitor is. */
const PUBLIC_URL = "https://shop.example";
const SHOPPERS = 200;
const PIECES = 10;

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
type Piece = { id: string; name: string; size: string; color: string; price: number };

const { dataDir, start, startReady } = shopSuite();
let port: number;

beforeEach(async () => {
  port = await choosePort(0);
});

/** Sends a form or JSON over a connection of its own, as the proxy would for a shopper at an address of their own. */
function send(shopper: number, path: string, type: string, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: new URL(PUBLIC_URL).host,
      origin: PUBLIC_URL,
      "x-forwarded-for": `203.0.113.${shopper}`,
      "content-type": type,
      "content-length": Buffer.byteLength(body),
    };
    const options = { host: "127.0.0.1", port, path, method: "POST", agent: false, headers };
    const sending = request(options, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

function checkOut(shopper: number, piece: Piece): Promise<Answer> {
  const { id, name, size, color, price } = piece;
  const line = { cartItemId: `${id}-${size}`, id, name, image: "", size, color, price };
  return send(
    shopper,
    CHECKOUT_POST,
    "application/x-www-form-urlencoded",
    checkoutBody({
      items: [{ ...line, quantity: 1 }],
      customerEmail: `shopper-${shopper}@example.com`,
      shownTotal: price * 100,
      idempotencyKey: randomBytes(16).toString("hex"),
      replacesSession: null,
    }),
  );
}

/** The payment page's own button: the provider tells the shop that the session is over. */
function letExpire(shopper: number, sessionId: string): Promise<Answer> {
  const path = `/checkout/test-payment/${sessionId}`;
  return send(shopper, path, "application/x-www-form-urlencoded", "intent=expire");
}

/** Leaves ten pieces of one size and colour on the shelf. */
async function leaveLastPieces(database: Client): Promise<Piece> {
  const { rows } = await database.query(
    `update product_variants v set stock_count = $1 from products p
      where v.id = (select v.id from product_variants v join products p on p.id = v.product_id
                     where p.name = 'Kaieteur Gown' and v.size = 'M' order by v.position limit 1)
        and p.id = v.product_id
      returning p.id, p.name, v.size, v.color, p.price_minor / 100 as price`,
    [PIECES],
  );
  return { ...rows[0], price: Number(rows[0].price) };
}

async function shelf(database: Client, { id, size, color }: Piece) {
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

/** Two hundred press 'Proceed to Payment' at once; ten can pay, the others are told, and what expires is back on the shelf. */
async function fightForLastPieces(databaseUrl: string): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const piece = await leaveLastPieces(database);
    const shoppers = Array.from({ length: SHOPPERS }, (_, shopper) => shopper);
    const answers = await Promise.all(shoppers.map((shopper) => checkOut(shopper, piece)));

    const placed = answers.filter((answer) => answer.status === 200);
    expect(placed).toHaveLength(PIECES);
    const told = answers.filter((answer) => answer.status !== 200);
    expect(told).toHaveLength(SHOPPERS - PIECES);
    for (const { status, text } of told) {
      expect(status).toBe(409);
      const body = readActionData(text) as { error: object; quote: CartQuote };
      expect(body.error).toEqual({
        code: "changed",
        message: "Some things in your cart changed. Please look at them before you pay.",
      });
      expect(body.quote.changes.map((change) => cartChangeMessage(change, piece))).toEqual([
        "Kaieteur Gown in size M is sold out.",
      ]);
    }
    const sessions = placed.map(
      ({ text }) => readActionData(text) as { sessionId: string; url: string },
    );
    expect(new Set(sessions.map((session) => session.url)).size).toBe(PIECES);
    expect(await shelf(database, piece)).toEqual({
      stock: 0,
      held: PIECES,
      orders: { pending: PIECES },
    });

    const ended = await Promise.all(
      sessions.map(({ sessionId }, shopper) => letExpire(shopper, sessionId)),
    );
    expect(ended.map((answer) => answer.status)).toEqual(Array(PIECES).fill(200));
    expect(await shelf(database, piece)).toEqual({
      stock: PIECES,
      held: 0,
      orders: { expired: PIECES },
    });
    expect((await checkOut(1, piece)).status).toBe(200);
  } finally {
    await database.end();
  }
}

// Specification 4.22
test("200 shoppers at once for the last 10 pieces make 10 orders, 190 are told, and expiry frees all", async () => {
  const shop = startReady({ PORT: `${port}`, PUBLIC_URL });
  expect(await shopUrlOf(shop)).toBe(PUBLIC_URL);
  await fightForLastPieces(dataDir().databaseUrl());
});

test("so they do when two processes serve them", async () => {
  const cluster = await startTemporaryCluster();
  try {
    const DATABASE_URL = cluster.urlOf("postgres");
    const secrets = { AUTH_SECRET: "a".repeat(32), SETTINGS_KEY: "b".repeat(32) };
    const environment = { PORT: `${port}`, PUBLIC_URL, DATABASE_URL, WEB_CONCURRENCY: "2" };
    const shop = start({ ...environment, ...secrets });
    expect(await shopUrlOf(shop)).toBe(PUBLIC_URL);
    await fightForLastPieces(DATABASE_URL);
    shop.child.kill("SIGTERM");
    expect((await shop.ended).code).toBe(0);
  } finally {
    await cluster.close();
  }
});
