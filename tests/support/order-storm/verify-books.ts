import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import type Stripe from "stripe";
import type { StripeDouble } from "../stripe/stripe-double.ts";
import type { Press } from "./owner-client.ts";
import { verifyRefunds } from "./verify-refunds.ts";

/** Empty when all is right. */
export type Verdict = Readonly<Record<string, string[]>>;

type OrderRow = {
  id: string;
  status: string;
  session: string | null;
  total: string;
  email: string;
  ledger: string;
  confirmations: string;
};

const PAID = new Set(["completed", "refunded"]);

async function readOrders(client: Client): Promise<OrderRow[]> {
  const { rows } = await client.query<OrderRow>(
    `select id, status, (select session_id from payments where order_id = orders.id and status <> 'duplicate') as session, total_amount_minor as total, customer_email as email,
       (select coalesce(sum(amount_minor), 0) from payment_movements where order_id = orders.id) as ledger,
       (select count(*) from mail_outbox where dedupe_key = 'order-confirmation:' || orders.id) as confirmations
     from orders`,
  );
  return rows;
}

function verifySession(session: Stripe.Checkout.Session, orders: readonly OrderRow[]): string[] {
  const faults: string[] = [];
  const paid = orders.filter((order) => PAID.has(order.status));
  const isPaid = session.payment_status === "paid";
  if (paid.length !== (isPaid ? 1 : 0)) {
    const states = orders.map((order) => order.status).join(", ") || "no order";
    faults.push(`${session.id} is ${session.payment_status}: ${states}`);
  }
  for (const { total } of paid) {
    if (Number(total) !== session.amount_total) {
      faults.push(`${session.id}: ${session.amount_total} paid for an order of ${total}`);
    }
  }
  return faults;
}

/** Paid sessions have exactly one paid order of their amount, others none. */
function verifyOrders(double: StripeDouble, orders: readonly OrderRow[]): string[] {
  const bySession = Map.groupBy(orders, (order) => order.session ?? "");
  const faults: string[] = [];
  for (const session of double.books.sessions.values()) {
    faults.push(...verifySession(session, bySession.get(session.id) ?? []));
  }
  for (const order of orders) {
    if (order.status === "pending") faults.push(`order ${order.id} is still pending`);
    const session = order.session && double.books.sessions.get(order.session);
    if (PAID.has(order.status) && !session) faults.push(`order ${order.id} was paid by nobody`);
  }
  return faults;
}

function verifyMoney(double: StripeDouble, orders: readonly OrderRow[]): string[] {
  const { books } = double;
  const held = new Map<string, number>();
  for (const session of books.sessions.values()) {
    const charge = [...books.charges.values()].find(
      (each) => each.paid && each.payment_intent === session.payment_intent,
    );
    if (!charge) continue;
    const disputed = [...books.disputes.values()]
      .filter((dispute) => dispute.charge === charge.id && dispute.status !== "won")
      .reduce((sum, dispute) => sum + dispute.amount, 0);
    held.set(session.id, charge.amount - charge.amount_refunded - disputed);
  }
  const faults = orders.flatMap(({ id, session, ledger }) => {
    const expected = held.get(session ?? "") ?? 0;
    return Number(ledger) === expected ? [] : [`order ${id} holds ${ledger} of ${expected}`];
  });
  const shop = orders.reduce((sum, order) => sum + Number(order.ledger), 0);
  const provider = [...books.movements.values()].reduce((sum, { amount }) => sum + amount, 0);
  if (shop !== provider) faults.push(`the ledger says ${shop}, the provider ${provider}`);
  return faults;
}

export async function countStock(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; count: number }>(
    "select id, stock_count as count from product_variants where stock_count is not null",
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** No hold is left; stock plus sold less returned is the initial stock, as are the movements. */
async function verifyStock(client: Client, before: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows } = await client.query<{
    id: string;
    stock: number;
    sold: number;
    returned: number;
    held: number;
    ledger: number;
  }>(
    `select v.id, v.stock_count as stock,
       (select coalesce(sum(item.quantity), 0)::int from order_items item join orders o on o.id = item.order_id
         where item.variant_id = v.id and o.status in ('completed', 'refunded')
           and not exists (select from order_events e where e.order_id = o.id and e.type = 'oversold')) as sold,
       (select coalesce(sum(back.quantity), 0)::int from refund_items back
         join refunds r on r.id = back.refund_id join order_items item on item.id = back.order_item_id
         where item.variant_id = v.id and back.restocked and r.status = 'succeeded') as returned,
       (select coalesce(sum(quantity), 0)::int from stock_reservations where variant_id = v.id) as held,
       (select coalesce(sum(quantity), 0)::int from stock_movements where variant_id = v.id) as ledger
     from product_variants v where v.stock_count is not null`,
  );
  return rows.flatMap(({ id, stock, sold, returned, held, ledger }) => {
    const had = before.get(id);
    const isRight = held === 0 && stock + sold - returned === had && ledger === stock;
    return isRight
      ? []
      : [
          `${id}: ${had} before, ${stock} left, ${sold} sold, ${returned} back, ${held} held, ledger ${ledger}`,
        ];
  });
}

const recipientOf = (mail: string) => /^To: (.*)$/im.exec(mail)?.[1]?.trim() ?? "";

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Each event has one sent outbox row and email. */
async function verifyEmails(
  client: Client,
  orders: readonly OrderRow[],
  dataDir: string,
): Promise<string[]> {
  const { rows } = await client.query<{ recipient: string; status: string; key: string }>(
    "select recipient, status, dedupe_key as key from mail_outbox",
  );
  const faults = rows.flatMap((row) =>
    row.status === "sent" ? [] : [`${row.key}: ${row.status}`],
  );
  for (const { id, status, confirmations } of orders) {
    const wanted = PAID.has(status) ? 1 : 0;
    if (Number(confirmations) !== wanted)
      faults.push(`order ${id}: ${confirmations} confirmations`);
  }
  const folder = join(dataDir, "mail");
  const letters = countBy(
    readdirSync(folder)
      .filter((name) => name.endsWith(".eml"))
      .map((name) => recipientOf(readFileSync(join(folder, name), "utf8"))),
  );
  const written = countBy(rows.map((row) => row.recipient));
  for (const recipient of new Set([...letters.keys(), ...written.keys()])) {
    const got = letters.get(recipient) ?? 0;
    const owed = written.get(recipient) ?? 0;
    if (got !== owed) faults.push(`${recipient} got ${got} letters of ${owed}`);
  }
  return faults;
}

/** Each decline is one entry of its order's timeline. */
async function verifyDeclines(client: Client, double: StripeDouble): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select order_id as id from order_events where type = 'payment_declined'",
  );
  const noted = countBy(rows.map(({ id }) => id));
  const reported = countBy(
    [...double.books.events.values()]
      .filter(({ type }) => type === "payment_intent.payment_failed")
      .map(({ data }) => (data.object as { metadata: { reference?: string } }).metadata)
      .map(({ reference }) => reference ?? ""),
  );
  return [...new Set([...noted.keys(), ...reported.keys()])].flatMap((id) => {
    const lines = noted.get(id) ?? 0;
    const declines = reported.get(id) ?? 0;
    return lines === declines ? [] : [`order ${id}: ${lines} lines for ${declines} declined cards`];
  });
}

export async function verifyBooks(input: {
  client: Client;
  double: StripeDouble;
  stockBefore: ReadonlyMap<string, number>;
  dataDir: string;
  presses: readonly Press[];
}): Promise<Verdict> {
  const { client, double, stockBefore, dataDir, presses } = input;
  const orders = await readOrders(client);
  return {
    orders: verifyOrders(double, orders),
    money: verifyMoney(double, orders),
    stock: await verifyStock(client, stockBefore),
    mails: await verifyEmails(client, orders, dataDir),
    declines: await verifyDeclines(client, double),
    refunds: await verifyRefunds(client, double, presses),
  };
}
