import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { formatMetres, metresText, parseMetres } from "#core/metres.ts";
import {
  cloths,
  madeToMeasureTerms,
  optionChoices,
  optionGroups,
} from "#db/schema/atelier.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { archiveCloth, createCloth, moveCloth, updateCloth } from "./change-cloth.server.ts";
import type { ClothEntry, ClothInput } from "./cloth.ts";
import { clothLevel } from "./cloth.ts";
import { findClothHistory, listCloths, listLowCloths } from "./cloth-queries.server.ts";
import { cutCloth, returnCloth } from "./cut-cloth.server.ts";

let database: TestDatabase;
let owner: Actor;
let orderItemId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const userId = await createCustomer(database.db, { email: "owner@example.com", role: "admin" });
  owner = { role: "admin", userId, name: "owner" } as Actor;
  const orderId = await createOrder(database.db, { lines: [{ productName: "Suit" }] });
  const [item] = await database.db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  orderItemId = item?.id ?? "";
});
afterAll(() => database.close());

const deps = () => ({ db: database.db, content: { settle: async () => undefined } });
const input = (name: string, changed: Partial<ClothInput> = {}): ClothInput => ({
  name,
  composition: "",
  origin: "",
  description: "",
  colorHex: "",
  width: null,
  stretch: null,
  isOneWay: false,
  lowStock: 5_000,
  ...changed,
});
async function aCloth(lengthMm = 0): Promise<string> {
  const created = await createCloth(deps(), { actor: owner, cloth: input(newId()) });
  if (!created.ok) throw new Error(created.error);
  if (lengthMm > 0) await move(created.value.id, { intent: "receive", length: lengthMm, note: "" });
  return created.value.id;
}
const move = (id: string, entry: ClothEntry, actor = owner) =>
  moveCloth(deps(), { actor, id, entry });
const lengthOf = async (id: string) =>
  (await database.db.select().from(cloths).where(eq(cloths.id, id)))[0]?.lengthMm;

test("metres are read as they are shown", () => {
  fc.assert(
    fc.property(fc.nat(9_999_999), (mm) => {
      expect(parseMetres(metresText(mm))).toBe(mm);
    }),
  );
  expect(["3,25", "12 m", "0.001", "1.2345", "-1", "x", ""].map(parseMetres)).toEqual([
    3_250,
    12_000,
    1,
    null,
    null,
    null,
    null,
  ]);
  expect(formatMetres(62_500)).toBe("62.5 m");
});

test("a cloth is low when its free length is at the threshold, and used up at 0", () => {
  const levels = [5_001, 5_000, 0].map((lengthMm) =>
    clothLevel({ lengthMm: lengthMm + 2_000, committedMm: 2_000, lowStockMm: 5_000 }),
  );
  expect(levels).toEqual(["enough", "low", "used up"]);
});

test("the ledger of a cloth adds up to its length after any entries, cuts and returns", async () => {
  const id = await aCloth();
  const steps = fc.oneof(
    fc.record({
      intent: fc.constant("receive" as const),
      length: fc.nat(9_000),
      note: fc.constant(""),
    }),
    fc.record({
      intent: fc.constant("count" as const),
      length: fc.nat(9_000),
      note: fc.constantFrom("", "flaw"),
    }),
    fc.record({ intent: fc.constant("cut" as const), length: fc.nat(9_000) }),
    fc.constant({ intent: "return" as const }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 6 }), async (list) => {
      for (const step of list) {
        if (step.intent === "cut") {
          const cut = { clothId: id, orderItemId, lengthMm: step.length };
          await database.db.transaction((tx) => cutCloth(tx, [cut]));
        } else if (step.intent === "return") {
          await database.db.transaction((tx) => returnCloth(tx, [orderItemId]));
        } else await move(id, step);
      }
      const { rows } = await database.db.execute<{ sum: number }>(
        sql`select coalesce(sum(quantity), 0)::int as sum from stock_movements where cloth_id = ${id}`,
      );
      expect(await lengthOf(id)).toBe(rows[0]?.sum);
      expect(rows[0]?.sum).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 25 },
  );
  await database.db.transaction((tx) => returnCloth(tx, [orderItemId]));
});

test("a count keeps what was cut while the owner measured, and needs a reason", async () => {
  const id = await aCloth(10_000);
  await database.db.transaction((tx) =>
    cutCloth(tx, [{ clothId: id, orderItemId, lengthMm: 3_000 }]),
  );
  const counted = { intent: "count", length: 9_500, knownLength: 10_000 } as const;
  expect(await move(id, { ...counted, note: "" })).toEqual({ ok: false, error: "no_reason" });
  expect(await move(id, { ...counted, note: "flaw" })).toMatchObject({
    value: { lengthMm: 6_500 },
  });
  expect(await move(id, { intent: "count", length: 6_500, note: "" })).toMatchObject({
    error: "unchanged",
  });
  const history = await findClothHistory(database.db, { actor: owner, id, page: 1 });
  expect(
    history.ok && history.value?.movements.map(({ kind, quantity }) => [kind, quantity]),
  ).toEqual([
    ["corrected", -500],
    ["cut", -3_000],
    ["received", 10_000],
  ]);
  await database.db.transaction((tx) => returnCloth(tx, [orderItemId]));
  await database.db.transaction((tx) => returnCloth(tx, [orderItemId]));
  expect(await lengthOf(id)).toBe(9_500);
});

test("cloth is cut for all lines or none, and two orders at once never take more than there is", async () => {
  const one = await aCloth(5_000);
  const other = await aCloth(1_000);
  const cut = (lengthMm: number, clothId = one) => ({ clothId, orderItemId, lengthMm });
  const short = await database.db.transaction((tx) =>
    cutCloth(tx, [cut(1_000), cut(2_000, other)]),
  );
  expect(short.shortages).toEqual([{ clothId: other, leftMm: 1_000 }]);
  expect(await lengthOf(one)).toBe(5_000);
  const both = await Promise.all(
    [1, 2].map(() => database.db.transaction((tx) => cutCloth(tx, [cut(3_000)]))),
  );
  expect(both.map(({ shortages }) => shortages.length).toSorted()).toEqual([0, 1]);
  expect(await lengthOf(one)).toBe(2_000);
});

test("products are reported as changed only when a cloth stops or starts to be enough", async () => {
  const id = await aCloth(8_000);
  const termsId = newId();
  const groupId = newId();
  const productId = await addProduct(database.db, "Coat", { garmentType: "outerwear" });
  await database.db
    .update(products)
    .set({ sizes: ["Custom"] })
    .where(eq(products.id, productId));
  await database.db
    .insert(madeToMeasureTerms)
    .values({ id: termsId, garment: "outerwear", clothLengthMm: 3_000 });
  await database.db
    .insert(optionGroups)
    .values({ id: groupId, termsId, name: "Cloth", kind: "cloth", position: 0 });
  await database.db
    .insert(optionChoices)
    .values({ groupId, name: "Camel", clothId: id, position: 0 });
  const cut = (lengthMm: number) =>
    database.db.transaction((tx) => cutCloth(tx, [{ clothId: id, orderItemId, lengthMm }]));
  expect((await cut(3_000)).changedProducts).toEqual([]);
  expect((await cut(3_000)).changedProducts).toEqual([productId]);
  expect(await database.db.transaction((tx) => returnCloth(tx, [orderItemId]))).toEqual([
    productId,
  ]);
});

test("another version or a used name is refused; archived cloth is not low", async () => {
  const id = await aCloth(1_000);
  const [row] = await database.db.select().from(cloths).where(eq(cloths.id, id));
  const lowIds = async () => {
    const low = await listLowCloths(database.db, { actor: owner });
    return low.ok ? low.value.map((each) => each.id) : [];
  };
  expect(await lowIds()).toContain(id);
  const named = { actor: owner, id, version: 1, cloth: input((row?.name ?? "").toUpperCase()) };
  expect(await createCloth(deps(), { actor: owner, cloth: named.cloth })).toMatchObject({
    error: "name_in_use",
  });
  expect(await updateCloth(deps(), named)).toMatchObject({ ok: true });
  expect(await updateCloth(deps(), named)).toMatchObject({ error: "conflict" });
  expect(
    await archiveCloth(deps(), { actor: owner, id, version: 2, archived: true }),
  ).toMatchObject({ ok: true });
  expect(await lowIds()).not.toContain(id);
  const log = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["created", "received", "changed"]),
  );
});

test("only an admin reads or changes cloth", async () => {
  const id = await aCloth(1_000);
  const customer = { role: "customer", userId: newId(), name: "x" } as Actor;
  const entry = { intent: "receive", length: 1, note: "" } as const;
  for (const done of [
    await move(id, entry, customer),
    await createCloth(deps(), { actor: customer, cloth: input("x") }),
    await updateCloth(deps(), { actor: customer, id, version: 1, cloth: input("x") }),
    await archiveCloth(deps(), { actor: customer, id, version: 1, archived: true }),
    await listCloths(database.db, { actor: customer }),
    await listLowCloths(database.db, { actor: customer }),
    await findClothHistory(database.db, { actor: customer, id, page: 1 }),
  ]) {
    expect(done).toEqual({ ok: false, error: "forbidden" });
  }
  expect(await database.db.$count(stockMovements, eq(stockMovements.clothId, id))).toBe(1);
});

test("cloth is found by a part of its name or composition, blind to case and accents", async () => {
  for (const cloth of [
    input("Crêpe de Chine, noir", { composition: "100 % silk" }),
    input("Harris tweed", { composition: "100 % wool, 5_000 twists" }),
  ]) {
    await createCloth(deps(), { actor: owner, cloth });
  }
  const found = async (search: string) => {
    const list = await listCloths(database.db, { actor: owner, search });
    return list.ok ? list.value.map(({ name }) => name) : null;
  };
  expect(await found("CREPE")).toEqual(["Crêpe de Chine, noir"]);
  expect(await found("wool")).toEqual(["Harris tweed"]);
  expect(await found("5_000")).toEqual(["Harris tweed"]);
  expect(await found("s_lk")).toEqual([]);
  expect(await found("'")).toEqual([]);
});
