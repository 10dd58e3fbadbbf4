import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { paymentMovements, payments } from "#db/schema/payments.server.ts";
import { garments, makers } from "#db/schema/production.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { addCloth } from "#tests/support/made-to-measure.ts";
import { createOrder } from "#tests/support/orders.ts";
import { addGarmentEvents, worked } from "#tests/support/production.ts";
import {
  findGarmentLabel,
  listMakersOfProduct,
  readImpactTotals,
} from "./impact-queries.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(
    sql`truncate garments, makers, donations, payment_movements, content_version cascade`,
  );
  await database.db.execute(sql`insert into content_version default values`);
});

async function addMaker(name: string, isNewDawn: boolean): Promise<string> {
  const week = [480, 480, 480, 480, 480, 0, 0];
  const [row] = await database.db
    .insert(makers)
    .values({ name, publicName: name, isNewDawn, weekMinutes: week })
    .returning();
  return row?.id ?? "";
}

type Stage = (typeof garments.$inferSelect)["stage"];

const DAY = new Date("2026-11-20T15:00:00Z");

async function addGarment(stage: Stage, work: Readonly<Record<string, number>>) {
  const { db } = database;
  const isFinished = stage === "finished" || stage === "shipped";
  const productId = await addProduct(db, "Golden Grove Linen Suit");
  const orderId = await createOrder(db, {
    status: "completed",
    lines: [{ productId, productName: "Golden Grove Linen Suit" }],
  });
  const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const orderItemId = line?.id ?? "";
  const labelToken = randomBytes(8).toString("hex");
  const [garment] = await db
    .insert(garments)
    .values({
      orderItemId,
      number: 1,
      stage,
      labelToken,
      ...(isFinished && { finishedAt: DAY }),
    })
    .returning();
  const garmentId = garment?.id ?? "";
  for (const [makerId, minutes] of Object.entries(work)) {
    await addGarmentEvents(db, garmentId, [worked(minutes, { makerId })], { at: DAY });
  }
  return { garmentId, orderId, orderItemId, productId, labelToken };
}

async function donate(amounts: readonly number[], currency = "USD"): Promise<void> {
  const { db } = database;
  const [amountMinor = 0] = amounts;
  const [donation] = await db
    .insert(donations)
    .values({ amountMinor, currency, email: "ana@example.com", status: "completed" })
    .returning();
  const donationId = donation?.id ?? "";
  const paid = { donationId, method: "test", provider: "test", amountMinor, currency } as const;
  const [payment] = await db.insert(payments).values(paid).returning();
  for (const [index, minor] of amounts.entries()) {
    await db.insert(paymentMovements).values({
      paymentId: payment?.id ?? "",
      donationId,
      currency,
      provider: "test",
      kind: index === 0 ? "charge" : "refund",
      amountMinor: minor,
      providerId: `${donationId}-${index}`,
    });
  }
}

test("New Dawn's totals count the work of its own makers and what is left of donations", async () => {
  const rosa = await addMaker("Rosa", true);
  const asha = await addMaker("Asha", false);
  await addGarment("shipped", { [rosa]: 500, [asha]: 300 });
  await addGarment("sewn", { [rosa]: 100 });
  await donate([5_000]);
  await donate([3_000, -1_000]);
  await donate([2_000, -2_000]);
  await donate([400_000], "GYD");
  expect(await readImpactTotals(database.db)).toEqual({
    makers: 1,
    minutes: 600,
    garments: 1,
    donations: 3,
    donated: [money(400_000, "GYD"), money(7_000, "USD")],
  });
});

test("without work and donations every total is zero", async () => {
  await addMaker("Rosa", true);
  const nothing = { makers: 0, minutes: 0, garments: 0, donations: 0, donated: [] };
  expect(await readImpactTotals(database.db)).toEqual(nothing);
});

test("a product names who worked on its finished garments, the most work first", async () => {
  const rosa = await addMaker("Rosa", true);
  const asha = await addMaker("Asha", false);
  const { productId } = await addGarment("finished", { [asha]: 300, [rosa]: 500 });
  const unfinished = await addGarment("cut", { [rosa]: 60 });
  const named = await listMakersOfProduct(database.db, productId);
  expect(named.map(({ minutes, name }) => [name, minutes])).toEqual([
    ["Rosa", 500],
    ["Asha", 300],
  ]);
  expect(await listMakersOfProduct(database.db, unfinished.productId)).toEqual([]);
  expect(await listMakersOfProduct(database.db, "no-id")).toEqual([]);
});

test("a label names makers, hours and the cloth that was cut, and nothing of the order", async () => {
  const rosa = await addMaker("Rosa", true);
  const { labelToken, orderItemId, productId } = await addGarment("shipped", { [rosa]: 840 });
  const clothId = await addCloth(database.db, 9_000, "Straw linen");
  await database.db.update(cloths).set({ origin: "Ireland" }).where(eq(cloths.id, clothId));
  const cut = { clothId, orderItemId, quantity: -3_200, kind: "cut" } as const;
  await database.db.insert(stockMovements).values(cut);
  const label = await findGarmentLabel(database.db, labelToken);
  expect(label).toMatchObject({
    productId,
    productName: "Golden Grove Linen Suit",
    minutes: 840,
    isRemake: false,
    finishedAt: new Date("2026-11-20T15:00:00Z"),
    materials: [{ name: "Straw linen", composition: "", origin: "Ireland" }],
  });
  expect(label?.makers.map(({ name }) => name)).toEqual(["Rosa"]);
  expect(Object.keys(label ?? {}).sort()).toEqual(
    [
      "finishedAt",
      "isRemake",
      "makers",
      "materials",
      "minutes",
      "productId",
      "productName",
      "unnamed",
    ].sort(),
  );
});

test("a maker without a name for customers is counted on the label and named nowhere", async () => {
  const { db } = database;
  const rosa = await addMaker("Rosa", true);
  const asha = await addMaker("Asha Persaud", true);
  const changes = { publicName: "", about: "Sews at home." };
  await db.update(makers).set(changes).where(eq(makers.id, asha));
  const work = { [rosa]: 300, [asha]: 540 };
  const { garmentId, labelToken, productId } = await addGarment("shipped", work);
  const label = await findGarmentLabel(db, labelToken);
  expect(label).toMatchObject({ unnamed: 1, minutes: 840 });
  const shown = JSON.stringify([label, await listMakersOfProduct(db, productId)]);
  expect(shown).toContain("Rosa");
  for (const hidden of ["Asha", "at home", asha]) expect(shown).not.toContain(hidden);
  expect((await readImpactTotals(db)).makers).toBe(2);
  await addGarmentEvents(db, garmentId, [worked(-540, { makerId: asha })], { at: DAY });
  expect(await findGarmentLabel(db, labelToken)).toMatchObject({ unnamed: 0, minutes: 300 });
});

test("a refunded order takes its garments out of the totals and leaves the hours", async () => {
  const { db } = database;
  const rosa = await addMaker("Rosa", true);
  const { orderId } = await addGarment("shipped", { [rosa]: 500 });
  expect(await readImpactTotals(db)).toMatchObject({ garments: 1, minutes: 500 });
  await db.update(orders).set({ status: "refunded" }).where(eq(orders.id, orderId));
  expect(await readImpactTotals(db)).toMatchObject({ garments: 0, minutes: 500, makers: 1 });
});

const step = fc.oneof(
  fc.record({
    kind: fc.constant("work" as const),
    maker: fc.nat(2),
    garment: fc.nat(2),
    minutes: fc.integer({ min: -300, max: 600 }),
  }),
  fc.record({
    kind: fc.constant("stage" as const),
    garment: fc.nat(2),
    stage: fc.constantFrom<Stage>("sewn", "finished", "shipped", "cancelled"),
  }),
  fc.record({ kind: fc.constant("refund" as const), garment: fc.nat(2) }),
  fc.record({
    kind: fc.constant("donation" as const),
    paid: fc.integer({ min: 100, max: 90_000 }),
    returned: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

test("totals equal the sum over the ledgers' rows under any order of work, corrections, refunds and donations", async () => {
  const { db } = database;
  const makersOf = [
    await addMaker("Rosa", true),
    await addMaker("Asha", true),
    await addMaker("Savi", false),
  ];
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const made = [
          await addGarment("sewn", {}),
          await addGarment("sewn", {}),
          await addGarment("sewn", {}),
        ];
        const stages: Stage[] = ["sewn", "sewn", "sewn"];
        const refunded = [false, false, false];
        const work = made.map(() => makersOf.map(() => 0));
        let donated = 0;
        let donations = 0;
        for (const each of steps) {
          if (each.kind === "donation") {
            const returned = Math.floor(each.paid * each.returned);
            await donate(returned > 0 ? [each.paid, -returned] : [each.paid]);
            donated += each.paid - returned;
            if (each.paid > returned) donations += 1;
            continue;
          }
          const { garmentId = "", orderId = "" } = made[each.garment] ?? {};
          if (each.kind === "stage") {
            await db.update(garments).set({ stage: each.stage }).where(eq(garments.id, garmentId));
            stages[each.garment] = each.stage;
          } else if (each.kind === "refund") {
            await db.update(orders).set({ status: "refunded" }).where(eq(orders.id, orderId));
            refunded[each.garment] = true;
          } else {
            const row = work[each.garment] ?? [];
            const minutes = Math.max(each.minutes, -(row[each.maker] ?? 0));
            const makerId = makersOf[each.maker] ?? "";
            await addGarmentEvents(db, garmentId, [worked(minutes, { makerId })], { at: DAY });
            row[each.maker] = (row[each.maker] ?? 0) + minutes;
          }
        }
        const dawn = work.map((row) => row.slice(0, 2));
        const sums = [0, 1].map((maker) => dawn.reduce((sum, row) => sum + (row[maker] ?? 0), 0));
        const finished = dawn.filter(
          (row, index) =>
            row.some((minutes) => minutes > 0) &&
            ["finished", "shipped"].includes(stages[index] ?? "") &&
            !refunded[index],
        );
        expect(await readImpactTotals(db)).toEqual({
          makers: sums.filter((sum) => sum > 0).length,
          minutes: sums.reduce((sum, each) => sum + each, 0),
          garments: finished.length,
          donations,
          donated: donated > 0 ? [money(donated, "USD")] : [],
        });
      })
      .afterEach(async () => {
        await db.execute(sql`truncate garments, donations, payment_movements cascade`);
      }),
    { numRuns: 25 },
  );
});

test("an unknown token and a cancelled garment have no label", async () => {
  const { labelToken } = await addGarment("cancelled", {});
  expect(await findGarmentLabel(database.db, labelToken)).toBeNull();
  expect(await findGarmentLabel(database.db, "nothing")).toBeNull();
});

test("work, a finished garment, a changed maker and a donation make stored pages stale", async () => {
  const { db } = database;
  const versionNow = async () => {
    const { rows } = await db.execute<{ version: number }>(
      sql`select version::int as version from content_version`,
    );
    return rows[0]?.version ?? 0;
  };
  const rosa = await addMaker("Rosa", true);
  const { garmentId, orderId } = await addGarment("sewn", {});
  const steps: (() => Promise<unknown>)[] = [
    () => addGarmentEvents(db, garmentId, [worked(30, { makerId: rosa })]),
    () => db.update(garments).set({ stage: "finished" }).where(eq(garments.id, garmentId)),
    () => db.update(makers).set({ about: "Sews linen." }).where(eq(makers.id, rosa)),
    () => db.update(makers).set({ publicName: "" }).where(eq(makers.id, rosa)),
    () => db.update(orders).set({ status: "refunded" }).where(eq(orders.id, orderId)),
    () => donate([1_000]),
  ];
  for (const step of steps) {
    const before = await versionNow();
    await step();
    expect(await versionNow()).toBeGreaterThan(before);
  }
});
