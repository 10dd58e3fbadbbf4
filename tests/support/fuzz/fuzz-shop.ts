import { createHmac, randomUUID } from "node:crypto";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { sql } from "drizzle-orm";
import routeTable from "#app/routes.ts";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { addInquiry, addMessage } from "../inbox.ts";
import { createMail } from "../mails.ts";
import { createOrder } from "../orders.ts";
import { createCustomer } from "../sessions.ts";
import { waitUntil } from "../wait-until.ts";
import type { FuzzPlan, FuzzRequest, FuzzSender } from "./fuzz-request.ts";
import { fuzzRequest } from "./fuzz-request.ts";
import type { FuzzIds } from "./fuzz-values.ts";
import { fuzzRoutes } from "./fuzz-vocabulary.ts";
import { sendBytes } from "./send-bytes.ts";

/** A response that is a fault, and how to see it again. */
type FuzzFault = { index: number; status: number; reproduction: string };

export type FuzzOutcome = {
  sent: number;
  /** Repeated after 503; always refused is a fault. */
  repeated: number;
  /** 0: closed connection. */
  statuses: ReadonlyMap<number, number>;
  routes: ReadonlySet<string>;
  routeCount: number;
  /** Responses with status 200. */
  pages: ReadonlyMap<FuzzSender, number>;
  faults: readonly FuzzFault[];
};

type Account = { sender: FuzzSender; email: string; userId: string; token: string };

const MAX_REPRODUCTION = 1_500;
/** A busy shop refuses for a moment; a faulty request gets 503 every time. */
const REPEATS = { everyMs: 250, limitMs: 15_000 };
/** Requests sign out, demote and delete accounts. */
const RESTORE_EVERY = 100;

async function createAccounts(db: Database): Promise<Account[]> {
  const roles = { owner: "admin", customer: "customer" } as const;
  const accounts: Account[] = [];
  for (const [sender, role] of Object.entries(roles)) {
    const email = `fuzz-${sender}@example.com`;
    const userId = await createCustomer(db, { email, role });
    accounts.push({ sender: sender as FuzzSender, email, userId, token: randomUUID() });
  }
  return accounts;
}

/** Restores the accounts, and removes settings that would end the run. */
async function restore(db: Database, accounts: readonly Account[]): Promise<void> {
  for (const { sender, email, userId, token } of accounts) {
    const role = sender === "owner" ? "admin" : "customer";
    await db.execute(sql`
      insert into profiles (id, name, first_name, last_name, email, email_verified, role)
      values (${userId}, 'Asha', 'Asha', 'Persaud', ${email}, true, ${role})
      on conflict (id) do update set role = excluded.role, email = excluded.email`);
    await db.execute(sql`
      insert into sessions (id, user_id, token, expires_at)
      values (${userId}, ${userId}, ${token}, now() + interval '1 day')
      on conflict (id) do update set expires_at = excluded.expires_at, token = excluded.token`);
  }
  await db.execute(
    sql`delete from site_settings where setting_name in ('security', 'integrations')`,
  );
}

async function idsOf(db: Database, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query);
  return rows.map(({ id }) => id);
}

async function createRows(db: Database, customerId: string): Promise<FuzzIds> {
  const email = "fuzz-customer@example.com";
  const own = { userId: customerId, customerEmail: email };
  const sessionId = "test_0123456789abcdef";
  const order = [
    await createOrder(db, { ...own, status: "completed" }),
    await createOrder(db, {
      ...own,
      status: "pending",
      reservedUntil: new Date(Date.now() + 3_600_000),
      payment: { sessionId },
    }),
  ];
  await db.insert(addresses).values({
    userId: customerId,
    fullName: "Asha",
    line1: "12 Camp Street",
    city: "Georgetown",
    country: "GY",
  });
  return {
    order,
    session: [sessionId],
    entry: [await addInquiry(db), await addMessage(db)],
    mail: [await createMail(db, { subject: "Hello" })],
    product: await idsOf(db, sql`select id from products limit 5`),
    variant: await idsOf(db, sql`select id from product_variants limit 5`),
    category: await idsOf(db, sql`select id from product_categories limit 3`),
    media: await idsOf(db, sql`select id from media limit 5`),
    address: await idsOf(db, sql`select id from addresses limit 2`),
    item: await idsOf(db, sql`select id from order_items limit 3`),
    payment: await idsOf(db, sql`select id from payments limit 2`),
  };
}

function cookieOf(accounts: readonly Account[], authSecret: string, sender: FuzzSender): string {
  const account = accounts.find((each) => each.sender === sender);
  if (!account) return "";
  const signature = createHmac("sha256", authSecret).update(account.token).digest("base64");
  return `da.session_token=${encodeURIComponent(`${account.token}.${signature}`)}`;
}

function reproductionOf({ head, body, sender }: FuzzRequest): string {
  const text = `${head.replace(/^cookie: .*$/im, `cookie: (${sender})`)}${body.toString("latin1")}`;
  return JSON.stringify(text.slice(0, MAX_REPRODUCTION));
}

export type FuzzTarget = { port: number; databaseUrl: string; authSecret: string };

const countOf = ({ routes }: FuzzPlan) => new Set(routes.map(({ pattern }) => pattern)).size;

/**
 * `count` requests from number `first`. A fault: status from 500, or no response to a whole request.
 * Deterministic up to the order of arrival.
 */
export async function fuzzShop(
  { port, databaseUrl, authSecret }: FuzzTarget,
  options: { seed: number; count: number; first?: number; connections?: number },
): Promise<FuzzOutcome> {
  const { seed, count, first = 0, connections = 8 } = options;
  const handle = openDatabase({ url: databaseUrl, maxConnections: 1 });
  const accounts = await createAccounts(handle.db);
  const customerId = accounts.find(({ sender }) => sender === "customer")?.userId ?? "";
  const ids = await createRows(handle.db, customerId);
  const cookie = (sender: FuzzSender) => cookieOf(accounts, authSecret, sender);
  const plan: FuzzPlan = {
    seed,
    host: `127.0.0.1:${port}`,
    routes: fuzzRoutes((await routeTable) as RouteConfigEntry[]),
    ids,
    cookies: { visitor: "", customer: cookie("customer"), owner: cookie("owner") },
  };
  const statuses = new Map<number, number>();
  const pages = new Map<FuzzSender, number>();
  const routes = new Set<string>();
  const faults: FuzzFault[] = [];
  let repeated = 0;
  const statusOf = async (request: FuzzRequest) => {
    let status = await sendBytes(port, request);
    if (status !== 503) return status;
    const isServed = async () => {
      repeated += 1;
      status = await sendBytes(port, request);
      return status !== 503;
    };
    await waitUntil("the request is served", isServed, REPEATS).catch(() => undefined);
    return status;
  };
  let next = first;
  const sendInTurn = async () => {
    while (next < first + count) {
      const index = next;
      next += 1;
      if (index % RESTORE_EVERY === 0) await restore(handle.db, accounts);
      const request = fuzzRequest(plan, index);
      const status = await statusOf(request);
      routes.add(request.pattern);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) pages.set(request.sender, (pages.get(request.sender) ?? 0) + 1);
      if (status < 500 && (status > 0 || request.isCutShort)) continue;
      faults.push({ index, status, reproduction: reproductionOf(request) });
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, sendInTurn));
  } finally {
    await handle.close();
  }
  const named = plan.routes.filter(({ pattern }) => routes.has(pattern));
  const reached = new Set(named.map(({ pattern }) => pattern));
  const routeCount = countOf(plan);
  return { sent: count, repeated, statuses, pages, faults, routes: reached, routeCount };
}
