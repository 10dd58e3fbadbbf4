import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { CHECKOUT_POST, checkoutBody } from "#tests/support/checkout-post.ts";
import { GUEST_COOKIE } from "#tests/support/guest.ts";
import { KeepAlivePool } from "./keep-alive-pool.ts";

/** Behind https the shop trusts the proxy's client IP. */
export const PUBLIC_URL = "https://shop.example";

const CONNECTIONS = 128;

/** `specification`: of a made-to-measure item. */
export type LineItem = { id: string; size: string; color: string; specification?: string };

export async function stockUp(client: Client): Promise<LineItem[]> {
  await client.query("update product_variants set stock_count = 1000000 where stock_count > 0");
  const { rows } = await client.query<LineItem>(
    `select p.id, v.size, v.color from product_variants v join products p on p.id = v.product_id
      where p.in_stock and p.deleted_at is null and coalesce(v.stock_count, 1) > 0
        and v.size <> 'Custom' order by v.id`,
  );
  return rows;
}

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("Nothing is for sale");
  return item;
};

function cartBody(items: readonly LineItem[], index: number): string {
  const lines = Array.from({ length: 1 + (index % 3) }, (_, line) => {
    return { cartItemId: String(line), ...pick(items), quantity: 1 };
  });
  return checkoutBody({
    items: lines,
    customerEmail: `shopper-${index}@example.com`,
    idempotencyKey: randomBytes(16).toString("hex"),
  });
}

export const visitor = () => [10, ...randomBytes(3)].join(".");

export function createCheckoutLoad(port: number, items: readonly LineItem[]) {
  const connections = new KeepAlivePool(port, CONNECTIONS);
  return {
    async order(index: number): Promise<void> {
      const body = cartBody(items, index);
      const head = [
        `POST ${CHECKOUT_POST} HTTP/1.1`,
        `host: ${new URL(PUBLIC_URL).host}`,
        `origin: ${PUBLIC_URL}`,
        `x-forwarded-for: ${visitor()}`,
        // Of the guest whose specifications the made-to-measure items have.
        `cookie: ${GUEST_COOKIE}`,
        "content-type: application/x-www-form-urlencoded",
        `content-length: ${Buffer.byteLength(body)}`,
      ];
      const response = await connections.send(`${head.join("\r\n")}\r\n\r\n${body}`);
      if (response.status !== 200) throw new Error(`${response.status} ${response.body}`);
    },
    close: () => connections.close(),
  };
}
