import { randomBytes } from "node:crypto";
import { OWNER } from "../shop/owner-account.ts";
import type { StripeDouble } from "../stripe/stripe-double.ts";
import type { Chance } from "./chance.ts";
import type { ShopClient, ShopResponse } from "./shop-client.ts";
import { PUBLIC_URL } from "./shop-client.ts";

/** Repeated with its idempotency key until a response. */
export type Press = {
  key: string;
  sessionId: string;
  orderId: string;
  isWhole: boolean;
  response: "done" | "refused" | "never";
};

/** No customer's number. */
const VISITOR = 1_000_000;
/** Requests of others before the next look or press. */
const PAUSE = 8;
/** Unpaid: a lost payment event settles later. */
const MAX_UNPAID_PAGES = 20;
/** A busy or killed shop often fails. */
const MAX_ATTEMPTS = 400;

/** Reads an order's lines from its refund form; empty while it is unpaid. */
function readLines(page: string): Map<string, number> {
  const lines = new Map<string, number>();
  for (const [, id = "", options = ""] of page.matchAll(
    /name="items\[\d+\]\.itemId" value="([0-9a-f-]{36})".*?<select[^>]*>(.*?)<\/select>/gs,
  )) {
    lines.set(id, Math.max(...[...options.matchAll(/value="(\d+)"/g)].map(([, n]) => Number(n))));
  }
  return lines;
}

export function createOwnerClient(shop: ShopClient, double: StripeDouble, chance: Chance) {
  const presses: Press[] = [];
  const underWay: Promise<void>[] = [];
  let cookie = "";

  const send = (path: string, form?: URLSearchParams): Promise<ShopResponse | null> =>
    shop
      .request({
        method: form ? "POST" : "GET",
        path,
        visitor: VISITOR,
        body: form?.toString() ?? "",
        headers: {
          cookie,
          origin: PUBLIC_URL,
          ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        },
      })
      .catch(() => null);

  const pauseAfter = (response: ShopResponse | null) =>
    response ? shop.later(Math.ceil(PAUSE * chance())) : shop.untilOpen();

  /** Null when never paid. */
  async function look(orderId: string): Promise<Map<string, number> | null> {
    let unpaid = 0;
    for (let attempts = 0; attempts < MAX_ATTEMPTS && unpaid < MAX_UNPAID_PAGES; attempts += 1) {
      const page = await send(`/admin/orders/${orderId}`);
      if (page && [401, 403, 404].includes(page.status)) throw new Error(`Answered ${page.status}`);
      if (page?.status === 200) {
        const lines = readLines(page.text);
        if (lines.size > 0) return lines;
        unpaid += 1;
      }
      await pauseAfter(page);
    }
    return null;
  }

  function fillIn(lines: Map<string, number>, total: number, { isWhole, key }: Press) {
    const form = new URLSearchParams({ intent: "refund", key, reason: "Storm", restock: "on" });
    for (const [index, [id, quantity]] of [...lines].entries()) {
      form.set(`items[${index}].itemId`, id);
      form.set(`items[${index}].quantity`, String(isWhole ? quantity : 1));
      if (!isWhole) break;
    }
    const amount = isWhole ? total : 1 + Math.floor(chance() * (total - 1));
    if (isWhole) form.set("shipping", "on");
    else form.set("amount", (amount / 100).toFixed(2));
    form.set("confirmed", String(amount));
    return form;
  }

  async function giveBack(sessionId: string, isWhole: boolean): Promise<void> {
    const session = double.books.sessions.get(sessionId);
    const orderId = session?.metadata?.reference ?? "";
    const lines = await look(orderId);
    if (!lines) return;
    const key = randomBytes(16).toString("hex");
    const press: Press = { key, sessionId, orderId, isWhole, response: "never" };
    presses.push(press);
    const form = fillIn(lines, session?.amount_total ?? 0, press);
    for (let times = 0; times < MAX_ATTEMPTS; times += 1) {
      const response = await send(`/admin/orders/${orderId}`, form);
      if (response && response.status < 500 && response.status !== 429) {
        press.response = response.status < 400 ? "done" : "refused";
        return;
      }
      await pauseAfter(response);
    }
  }

  return {
    presses,
    async signIn(): Promise<void> {
      const response = await send("/login", new URLSearchParams(OWNER));
      const given = response?.headers["set-cookie"] ?? [];
      cookie = given.map((each) => each.split(";")[0]).join("; ");
      if (!cookie.includes("session_token")) throw new Error("The owner cannot sign in");
    },
    refund(sessionId: string, isWhole: boolean): void {
      const way = giveBack(sessionId, isWhole);
      // finish() reports a failure.
      way.catch(() => undefined);
      underWay.push(way);
    },
    async finish(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

export type OwnerClient = ReturnType<typeof createOwnerClient>;
