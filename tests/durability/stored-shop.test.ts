import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Client } from "pg";
import { expect, test } from "vitest";
import { z } from "zod";
import { findDatabaseUser } from "#db/embedded/cluster.server.ts";
import { PROGRAM_ROLE } from "#db/program-role.server.ts";
import { behind, closeShop, eachWithABackupSuite } from "./backup-suite.ts";

const STORED = join(import.meta.dirname, "../fixtures/stored-shops");
const ofThisTest = eachWithABackupSuite();

const id = z.string();
const minor = z.int();
const booksSchema = z.object({
  orders: z.array(
    z.object({
      id,
      status: z.string(),
      currency: z.string(),
      totalMinor: minor,
      refundedMinor: minor,
      provider: z.string(),
      sessionId: id.nullable(),
      paymentIntentId: id.nullable(),
      disputed: z.boolean(),
      ledgerMinor: minor,
    }),
  ),
  donations: z.array(
    z.object({
      id,
      status: z.string(),
      currency: z.string(),
      amountMinor: minor,
      sessionId: id.nullable(),
      paymentIntentId: id.nullable(),
      ledgerMinor: minor,
    }),
  ),
  refunds: z.array(
    z.object({
      id,
      orderId: id,
      amountMinor: minor,
      currency: z.string(),
      status: z.string(),
      provider: z.string(),
      returnRequestId: id.nullable(),
    }),
  ),
  movements: z.array(
    z.object({
      id,
      orderId: id.nullable(),
      donationId: id.nullable(),
      kind: z.string(),
      amountMinor: minor,
      currency: z.string(),
      provider: z.string(),
      providerId: z.string(),
    }),
  ),
});
type Books = z.infer<typeof booksSchema>;

const readStoredBooks = (version: string) =>
  booksSchema.parse(JSON.parse(readFileSync(join(STORED, version, "books.json"), "utf8")));

async function unpackDataFolder(version: string, folder: string): Promise<void> {
  mkdirSync(folder, { mode: 0o755 });
  const input = brotliDecompressSync(readFileSync(join(STORED, version, "data-folder.tar.br")));
  execFileSync("tar", ["-xf", "-", "--no-same-owner", "-C", folder], { input });
  const user = await findDatabaseUser();
  if (!user) return;
  const cluster = join(folder, "postgres");
  for (const name of ["", ...readdirSync(cluster, { recursive: true, encoding: "utf8" })]) {
    chownSync(join(cluster, name), user.uid, user.gid);
  }
}

/** Reads the books in the shape and order of books.json. */
async function readBooks(client: Client): Promise<Books> {
  const rows = async (query: string) => (await client.query(query)).rows;
  return booksSchema.parse({
    orders: await rows(`
      select o.id, o.status, o.currency, total_amount_minor::int as "totalMinor", o.refunded_minor::int as "refundedMinor",
             provider, session_id as "sessionId", payment_intent_id as "paymentIntentId", disputed_at is not null as disputed,
             coalesce((select sum(amount_minor) from payment_movements where payment_id = p.id), 0)::int as "ledgerMinor"
        from orders o join payments p on p.order_id = o.id order by o.id`),
    donations: await rows(`
      select d.id, d.status, d.currency, d.amount_minor::int as "amountMinor", session_id as "sessionId",
             payment_intent_id as "paymentIntentId",
             coalesce((select sum(amount_minor) from payment_movements where payment_id = p.id), 0)::int as "ledgerMinor"
        from donations d join payments p on p.donation_id = d.id order by d.id`),
    refunds: await rows(`
      select id, order_id as "orderId", amount_minor::int as "amountMinor", currency, status, provider,
             return_request_id as "returnRequestId"
        from refunds order by id`),
    movements: await rows(`
      select id, order_id as "orderId", donation_id as "donationId", kind, amount_minor::int as "amountMinor", currency,
             provider, provider_id as "providerId"
        from payment_movements order by id`),
  });
}

/** Pending records may expire at the opening. */
const withoutOpenStates = (books: Books): Books => ({
  ...books,
  orders: books.orders.map((order) =>
    ["pending", "expired"].includes(order.status) ? { ...order, status: "unpaid" } : order,
  ),
  donations: books.donations.map((donation) =>
    ["pending", "expired"].includes(donation.status) ? { ...donation, status: "unpaid" } : donation,
  ),
});

/** Tables of the shop that the superuser still owns, those of the job queue that others than the program own, and the superuser while it has a password. */
async function listSuperuserRights(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'drizzle', 'pgboss') and relowner = 10 and relkind in ('r', 'p', 'v', 'm', 'S')
     union all
     select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'pgboss' and relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> '${PROGRAM_ROLE}'::regrole
     union all
     select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and proowner = 10
     union all
     select rolname from pg_authid where rolsuper and (rolpassword is not null or rolname = current_user)`,
  );
  return rows.map(({ name }) => name);
}

const versions = readdirSync(STORED).filter((name) => !name.endsWith(".md"));

test.each(versions)(
  "the data folder of %s opens with every order, payment, refund and donation equal to the cent",
  async (version) => {
    const suite = ofThisTest();
    const stored = withoutOpenStates(readStoredBooks(version));
    expect(Math.min(...Object.values(stored).map((rows) => rows.length))).toBeGreaterThan(3);
    await unpackDataFolder(version, suite.second.path);
    const { shop } = await suite.openShop(suite.second);
    expect(withoutOpenStates(await behind(suite.second, readBooks))).toEqual(stored);
    expect(await behind(suite.second, listSuperuserRights)).toEqual([]);
    await closeShop(shop);
  },
);

test.each(versions)(
  "the backup of %s restores with every order, payment, refund and donation equal to the cent",
  async (version) => {
    const suite = ofThisTest();
    const backup = join(STORED, version, "backup.tar.gz");
    const restored = await suite.command("restore", [backup], suite.second);
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    const { shop } = await suite.openShop(suite.second);
    const books = await behind(suite.second, readBooks);
    expect(withoutOpenStates(books)).toEqual(withoutOpenStates(readStoredBooks(version)));
    await closeShop(shop);
  },
);
