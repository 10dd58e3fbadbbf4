import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { readActivityFilter } from "./activity-filter.ts";
import { listActivity } from "./activity-queries.server.ts";
import type { Change } from "./record-change.server.ts";
import { recordChanges } from "./record-change.server.ts";

const bench = adminSuite();
const ALWAYS = { from: null, until: null };

async function listed(query = "", period: Parameters<typeof listActivity>[1]["period"] = ALWAYS) {
  const filter = readActivityFilter(new URLSearchParams(query));
  const list = await listActivity(bench.db, { actor: bench.actor, filter, period, pageSize: 2 });
  if (!list.ok) throw new Error(list.error);
  return list.value;
}

const change = (name: string, rest: Partial<Change> = {}): Change => ({
  action: "changed",
  subject: "product",
  subjectId: "none",
  before: { name, inStock: true },
  after: { name, inStock: false },
  ...rest,
});
const names = (list: { entries: readonly { name: string }[] }) =>
  list.entries.map(({ name }) => name);

test("the log shows the newest first, page by page, with the difference in words", async () => {
  for (const name of ["one", "two", "three"])
    await recordChanges(bench.db, bench.actor, [change(name)]);
  const first = await listed();
  expect(names(first)).toEqual(["three", "two"]);
  expect(first).toMatchObject({ page: 1, pageCount: 2, total: 3 });
  expect(first.entries[0]).toMatchObject({
    personName: "Rosa",
    changes: [{ label: "In stock", from: { text: "yes" }, to: { text: "no" } }],
  });
  expect(names(await listed("page=2"))).toEqual(["one"]);
  expect(names(await listed("page=99"))).toEqual(["one"]);
});

test("a search finds the names of records and people and an order's number, in any case and accent", async () => {
  for (const name of ["Kaïeteur Gown", "Linen Shirt"])
    await recordChanges(bench.db, bench.actor, [change(name)]);
  const order = { subject: "order", subjectId: "bead0000-0000-4000-8000-000000000000" } as const;
  await recordChanges(bench.db, bench.actor, [change("", { ...order, before: null, after: null })]);
  expect(names(await listed("q=KAIETEUR"))).toEqual(["Kaïeteur Gown"]);
  expect((await listed("q=bead0000")).entries).toMatchObject([order]);
  expect((await listed("q=rosa")).total).toBe(3);
  expect((await listed("q=rosa&subject=product")).total).toBe(2);
  expect((await listed("q=100%25")).total).toBe(0);
});

test("categories and pictures are called by name, and what is gone says so", async () => {
  const categoryId = await addCategory(bench.db, "Kaftans");
  const mediaId = await addImage(bench.db, "front.webp");
  const subjectId = await addProduct(bench.db, "Gown");
  const before = { name: "Gown", categoryId: subjectId };
  const after = { name: "Gown", categoryId, mediaId };
  await recordChanges(bench.db, bench.actor, [change("Gown", { subjectId, before, after })]);
  const [entry] = (await listed()).entries;
  expect(entry?.isThere).toBe(true);
  expect(entry?.changes.find(({ label }) => label === "Category")).toMatchObject({
    from: { text: "a category that is gone" },
    to: { text: "Kaftans" },
  });
  expect(entry?.changes.find(({ label }) => label === "Picture")).toMatchObject({
    to: { text: "front.webp", image: { id: mediaId, focalX: 0.25 } },
  });
});

test("subject, thing, person and time narrow the log", async () => {
  const userId = await createCustomer(bench.db, { email: "second@example.com", role: "admin" });
  const second = { role: "admin", userId, name: "Second", email: "second@example.com" } as const;
  await recordChanges(bench.db, bench.actor, [change("gown")]);
  await recordChanges(bench.db, second, [change("", { subject: "settings", subjectId: "seo" })]);
  const longAgo = new Date("2020-01-01T12:00:00Z");
  const { action } = change("");
  await bench.db.insert(auditLog).values({
    action,
    subject: "settings",
    subjectId: "cart",
    after: { name: "old" },
    actorName: "Long gone",
    createdAt: longAgo,
  });
  const people = (list: Awaited<ReturnType<typeof listed>>) =>
    list.entries.map(({ personName }) => personName);
  expect(people(await listed("subject=settings"))).toEqual(["Second", "Long gone"]);
  expect(people(await listed("subject=settings&thing=seo"))).toEqual(["Second"]);
  expect(people(await listed(`person=${bench.actor.userId}`))).toEqual(["Rosa"]);
  const nextDay = new Date("2020-01-02T00:00:00Z");
  expect(people(await listed("", { from: null, until: nextDay }))).toEqual(["Long gone"]);
  expect((await listed("", { from: nextDay, until: null })).total).toBe(2);
  expect((await listed()).people.map(({ name }) => name)).toEqual(["Rosa", "Second"]);
});

test("created and deleted records show their values without their name", async () => {
  const record = { name: "Gown", inStock: true };
  await recordChanges(bench.db, bench.actor, [
    change("Gown", { action: "created", before: null, after: record }),
    change("Gown", { action: "deleted", before: record, after: null }),
  ]);
  const { entries } = await listed();
  expect(entries).toHaveLength(2);
  for (const { name, changes } of entries) {
    expect(name).toBe("Gown");
    expect(changes).toEqual([
      { kind: "value", label: "In stock", from: null, to: { text: "yes" } },
    ]);
  }
});

test("nobody but an admin reads the log", async () => {
  const filter = readActivityFilter(new URLSearchParams());
  for (const actor of bench.strangers) {
    expect(await listActivity(bench.db, { actor, filter, period: ALWAYS })).toEqual({
      ok: false,
      error: "forbidden",
    });
  }
});

test("of 100,000 entries a page reads its own index and no more", async () => {
  await using shop = await createTestDatabase();
  const userId = await createCustomer(shop.db, { email: "owner@example.com", role: "admin" });
  const actor: Actor = { role: "admin", userId, name: "Rosa", email: "owner@example.com" };
  await shop.db.execute(sql`
    insert into audit_log (id, actor_id, actor_name, action, subject, subject_id, before, after, created_at)
    select gen_random_uuid(), ${userId}, 'Rosa', 'changed', case when n % 100 = 0 then 'settings' else 'product' end, 'thing-' || n % 500,
           '{"name": "Gown", "inStock": true}', '{"name": "Gown", "inStock": false}', timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 100000) n`);
  await shop.db.execute(sql`vacuum analyze audit_log`);
  for (const query of ["", "subject=settings&page=3", `person=${userId}`]) {
    const filter = readActivityFilter(new URLSearchParams(query));
    const plans = await plansOf(shop.pool, () =>
      listActivity(shop.db, { actor, filter, period: ALWAYS }),
    );
    const [, rows = [], , people = []] = plans;
    for (const node of [...rows, ...people]) {
      if (node["Relation Name"] !== "audit_log") continue;
      expect(node["Node Type"], query).not.toBe("Seq Scan");
      expect(node["Actual Rows"], query).toBeLessThanOrEqual(90);
    }
  }
});
