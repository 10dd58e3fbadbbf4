import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { CHECKOUT_POST, checkoutBody, readActionData } from "#tests/support/checkout-post.ts";

export type PurchasableVariant = { productId: string; size: string; color: string };

export type Acknowledged = { sessionId: string; quantity: number; paid: boolean };

const ADDRESS = {
  fullName: "Storm Shopper",
  phone: "+592 555 0100",
  line1: "12 Water Street",
  city: "Georgetown",
  country: "GY",
};

/** Customers share an IP address: limited requests repeat after a second. */
async function send(url: string, request?: RequestInit): Promise<Response> {
  const response = await fetch(url, request);
  if (response.status !== 429) return response;
  await response.body?.cancel();
  await wait(1_000);
  return send(url, request);
}

async function openCheckout(
  address: string,
  item: PurchasableVariant,
  quantity: number,
): Promise<string> {
  const response = await send(`${address}${CHECKOUT_POST}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": [10, ...randomBytes(3)].join("."),
    },
    body: checkoutBody({
      items: [
        { cartItemId: "1", id: item.productId, size: item.size, color: item.color, quantity },
      ],
      customerEmail: `${randomUUID()}@example.com`,
      idempotencyKey: randomUUID(),
    }),
  });
  if (!response.ok) throw new Error(`No checkout: ${response.status} ${await response.text()}`);
  return String(readActionData(await response.text()).sessionId);
}

async function chooseShipping(page: string): Promise<string> {
  const html = await (await send(page)).text();
  return /name="optionId"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? "";
}

async function pay(page: string, optionId: string): Promise<void> {
  const response = await send(page, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...ADDRESS, optionId, intent: "pay" }),
  });
  const goal = response.headers.get("location") ?? "";
  if (response.status !== 302 || !goal.includes("/checkout/success")) {
    throw new Error(`Not paid: ${response.status}`);
  }
}

/** Reports acknowledgments at once; rejects when the shop is killed. */
export async function placeOrder(
  address: string,
  item: PurchasableVariant,
  notify: (acknowledged: Acknowledged) => void,
): Promise<void> {
  const quantity = 1;
  const sessionId = await openCheckout(address, item, quantity);
  notify({ sessionId, quantity, paid: false });
  const page = `${address}/checkout/test-payment/${sessionId}`;
  await pay(page, await chooseShipping(page));
  notify({ sessionId, quantity, paid: true });
}
