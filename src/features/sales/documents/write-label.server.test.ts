import { inflateSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { extractText } from "unpdf";
import { encode } from "uqr";
import { afterAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { addCloth } from "#tests/support/made-to-measure.ts";
import { addMaker, createGarmentOrder, staffMember } from "#tests/support/production.ts";
import { writeLabel } from "./write-label.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
const deps = { db, publicUrl: "https://shop.example" };
const tailor = await staffMember(db, false);

/** Its token has no digits, so that a number on the label is never part of it. */
async function finishedGarment(letter: "a" | "b" | "c") {
  const order = await createGarmentOrder(db, { customerEmail: "asha@example.com" });
  const [garment] = order.garments;
  if (!garment) throw new Error("no garment");
  const makerId = await addMaker(db, "Savi Persaud");
  const changes = {
    makerId,
    stage: "finished",
    finishedAt: new Date("2026-11-20T12:00:00Z"),
    labelToken: letter.repeat(32),
  } as const;
  await db.update(garments).set(changes).where(eq(garments.id, garment.id));
  return { ...garment, orderId: order.orderId, labelToken: changes.labelToken };
}

/** The squares of a PDF's filled grid as true cells. */
function readGrid(bytes: Uint8Array, count: number): boolean[][] {
  const file = Buffer.from(bytes);
  const cells = Array.from({ length: count }, () => Array.from({ length: count }, () => false));
  for (let at = file.indexOf("stream\n"); at >= 0; at = file.indexOf("stream\n", at + 1)) {
    const data = file.subarray(at + 7, file.indexOf("endstream", at));
    const text = data[0] === 0x78 ? inflateSync(data).toString("latin1") : "";
    const squares = [...text.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) \3 re$/gm)].map((found) =>
      found.slice(1, 4).map(Number),
    );
    const left = Math.min(...squares.map(([x = 0]) => x));
    const top = Math.min(...squares.map(([, y = 0]) => y));
    for (const [x = 0, y = 0, side = 1] of squares) {
      const row = cells[Math.round((y - top) / side)];
      if (row) row[Math.round((x - left) / side)] = true;
    }
  }
  return cells;
}

test("a label says what it is and of which cloth, its code opens the public page, and nothing on it is of the customer", async () => {
  const garment = await finishedGarment("a");
  const clothId = await addCloth(db, 9_000, "Sand linen");
  const facts = { composition: "100 % linen", origin: "Ireland" };
  await db.update(cloths).set(facts).where(eq(cloths.id, clothId));
  const { orderItemId } = garment;
  await db.insert(stockMovements).values({ clothId, orderItemId, quantity: -3_000, kind: "cut" });
  const written = await writeLabel(deps, { actor: tailor, garmentId: garment.id });
  if (!written.ok) throw new Error(written.error);
  const bytes = new Uint8Array(written.value.bytes);
  const { data } = encode(`https://shop.example/made/${garment.labelToken}`, {
    ecc: "M",
    border: 0,
  });
  expect(readGrid(bytes, data.length)).toEqual(data);
  const { text, totalPages } = await extractText(bytes, { mergePages: true });
  const said = text.replaceAll(/\s+/g, " ");
  expect(totalPages).toBe(1);
  for (const part of ["Stabroek Suit", "Sand linen, 100 % linen,", "from Ireland"])
    expect(said).toContain(part);
  const address = `shop.example/made/${garment.labelToken}`;
  const [before = "", after, ...others] = said.replaceAll(" ", "").split(address);
  expect([typeof after, others]).toEqual(["string", []]);
  // The random token may spell anything.
  expect(`${before} ${after}`).not.toMatch(/98\.7|987|asha|Savi|\$/i);
  expect(said).not.toContain(garment.orderId.slice(0, 8));
});

test("a long name and many cloths stay on one label above the code", async () => {
  const { id, orderItemId } = await finishedGarment("b");
  for (let index = 0; index < 12; index += 1) {
    const clothId = await addCloth(db, 9_000, `A cloth with quite a long name ${index}`);
    await db.insert(stockMovements).values({ clothId, orderItemId, quantity: -1_000, kind: "cut" });
  }
  const written = await writeLabel(deps, { actor: tailor, garmentId: id });
  if (!written.ok) throw new Error(written.error);
  const { text, totalPages } = await extractText(new Uint8Array(written.value.bytes), {
    mergePages: true,
  });
  expect(totalPages).toBe(1);
  expect(text).toContain("Scan to see who made it");
});

test("staff alone print a label, and none before the garment is finished", async () => {
  const { id: garmentId } = await finishedGarment("c");
  const refused = (actor: Parameters<typeof writeLabel>[1]["actor"], id: string) =>
    writeLabel(deps, { actor, garmentId: id });
  expect(await refused(visitor, garmentId)).toEqual({ ok: false, error: "forbidden" });
  expect(await refused(tailor, newId())).toEqual({ ok: false, error: "not_found" });
  await db.update(garments).set({ stage: "sewn" }).where(eq(garments.id, garmentId));
  expect(await refused(tailor, garmentId)).toEqual({ ok: false, error: "unfinished" });
});
