import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { products } from "#db/schema/catalog.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { GarmentStage } from "#features/garments/garment/garment.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import {
  addGarmentEvents,
  addMaker,
  createGarmentOrder,
  worked,
} from "#tests/support/production.ts";
import type { Quoted } from "#tests/support/quoting-process.ts";
import { statementsOf } from "#tests/support/sent-statements.ts";
import { readAtelier } from "./atelier-queries.server.ts";
import { saveStageTimes } from "./stage-times.server.ts";

const bench = adminSuite();
const now = () => bench.clock.now();

/** A suit on its way, whose sewing takes so many minutes once it has reached this stage. */
async function aSuit(
  stage: GarmentStage,
  minutes: number,
  order: Parameters<typeof createGarmentOrder>[1] = {},
) {
  const { garments: made } = await createGarmentOrder(bench.db, order);
  const [garment] = made;
  if (!garment) throw new Error("no garment");
  await bench.db.update(garments).set({ stage }).where(eq(garments.id, garment.id));
  await addGarmentEvents(bench.db, garment.id, [worked(minutes)], { at: now() });
  return garment.id;
}

/** Five suits whose sewing took 400 to 900 minutes, with a median of 420; the id of the first. */
async function fiveSewnSuits(order: Parameters<typeof createGarmentOrder>[1] = {}) {
  await addMaker(bench.db);
  const first = await aSuit("sewn", 400, order);
  for (const minutes of [900, 420, 410, 430]) await aSuit("sewn", minutes, order);
  return first;
}

const sewing = async () => (await readAtelier(bench.db, { now: now() })).times.get("suit")?.sewn;

const isMedian = (statement: string) => statement.includes("percentile_cont");

/** Whether a quote computes the medians again. */
async function computes(): Promise<boolean> {
  const sent = await statementsOf(bench.pool, sewing);
  return sent.some(isMedian);
}

/** A quote in a process of its own. */
async function startQuoting() {
  const script = fileURLToPath(import.meta.resolve("#tests/support/quoting-process.ts"));
  const { connectionString = "" } = bench.pool.options;
  const child = fork(script, [connectionString, now().toISOString()]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  return async (): Promise<Quoted> => {
    child.send("quote");
    const [quoted] = await once(child, "message");
    return quoted as Quoted;
  };
}

test("quotes compute the medians once, until a garment's work changes them", async () => {
  const first = await fiveSewnSuits();
  expect(await sewing()).toBe(420);
  expect(await computes()).toBe(false);
  await aSuit("cut", 9_000);
  expect(await computes(), "work on a stage that is not reached").toBe(true);
  expect(await sewing()).toBe(420);
  await aSuit("sewn", 440);
  expect(await sewing()).toBe(425);
  await bench.db.delete(garments).where(eq(garments.id, first));
  expect(await sewing()).toBe(430);
  expect(await computes()).toBe(false);
});

test("a quote without a change reads the atelier in five statements", async () => {
  await fiveSewnSuits();
  await sewing();
  expect(await statementsOf(bench.pool, sewing)).toHaveLength(5);
});

test("a change that is rolled back leaves the medians as they are", async () => {
  await fiveSewnSuits();
  expect(await sewing()).toBe(420);
  const rolledBack = bench.db.transaction(async (tx) => {
    await tx.update(garments).set({ stage: "cancelled" });
    throw new Error("no");
  });
  await expect(rolledBack).rejects.toThrow("no");
  expect(await computes()).toBe(false);
  await bench.db.update(garments).set({ stage: "cancelled" });
  expect(await sewing()).toBeUndefined();
});

test("the owner's minutes and a product's other garment type are read by the next quote", async () => {
  const productId = await addProduct(bench.db, "Suit", { garmentType: "suit" });
  const line = { productId, productName: "Suit", size: CUSTOM_SIZE, madeToMeasure: true };
  await fiveSewnSuits({ isWithoutContract: true, lines: [line] });
  expect(await sewing()).toBe(420);
  await saveStageTimes(bench, { actor: bench.actor, garment: "suit", times: { sewn: 500 } });
  expect(await sewing()).toBe(500);
  await saveStageTimes(bench, { actor: bench.actor, garment: "suit", times: {} });
  expect(await sewing()).toBe(420);
  await bench.db.update(products).set({ garmentType: "shirt" });
  expect(await sewing()).toBeUndefined();
});

test("a new day is another year of recorded work", async () => {
  await fiveSewnSuits();
  expect(await sewing()).toBe(420);
  const inAYear = new Date(now().getTime() + 366 * 86_400_000);
  expect((await readAtelier(bench.db, { now: inAYear })).times.get("suit")).toBeUndefined();
});

test("a stage that is finished here is seen by the next quote of another process, and nothing else makes that one compute", async () => {
  await fiveSewnSuits();
  const quote = await startQuoting();
  expect(await quote()).toMatchObject({ sewing: 420 });
  const unchanged = await quote();
  expect(unchanged).toMatchObject({ sewing: 420 });
  expect(unchanged.statements.filter(isMedian)).toEqual([]);
  await aSuit("sewn", 440);
  const changed = await quote();
  expect(changed.sewing).toBe(425);
  expect(changed.statements.filter(isMedian)).toHaveLength(1);
});
