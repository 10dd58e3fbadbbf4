import { eq } from "drizzle-orm";
import { extractText } from "unpdf";
import { afterAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { garments } from "#db/schema/production.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { addMaker, createGarmentOrder, staffMember } from "#tests/support/production.ts";
import { writeTickets } from "./write-tickets.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
const deps = { db, publicUrl: "https://shop.example" };
const tailor = await staffMember(db, true);

async function pagesOf(ids: readonly string[]) {
  const written = await writeTickets(deps, { actor: tailor, ids });
  if (!written.ok) throw new Error(written.error);
  const { text } = await extractText(new Uint8Array(written.value.bytes), { mergePages: false });
  return { name: written.value.fileName, pages: text.map((page) => page.replaceAll(/\s+/g, " ")) };
}

test("a work ticket says what is made, for when and by whom, and nothing that was measured or that names the customer", async () => {
  const makerId = await addMaker(db, "Savi Persaud");
  const order = await createGarmentOrder(db, { customerEmail: "asha@example.com" });
  const id = order.garments[0]?.id ?? "";
  const changes = { makerId, shipBy: "2026-12-04", stage: "approved" } as const;
  await db.update(garments).set(changes).where(eq(garments.id, id));
  const { name, pages } = await pagesOf([id]);
  expect(name).toBe(`work-ticket-${order.orderId.slice(0, 8)}`);
  expect(pages).toHaveLength(1);
  for (const text of [
    "Stabroek Suit",
    `Order ${order.orderId.slice(0, 8)}`,
    "Ship by 4 December 2026",
    "Savi Persaud",
    "Cloth: Ivory linen",
    "Lapel: Notch",
    "Approved to cut Yes",
  ])
    expect(pages[0]).toContain(text);
  const withoutNumber = pages[0]?.replaceAll(order.orderId.slice(0, 8), "");
  expect(withoutNumber).not.toMatch(/98\.7|987|Asha|asha@|\$|1,499/);
  expect(pages[0]).not.toContain("Sewn Yes");
});

test("each garment has a page of its own, in the order asked for; unknown and repeated ones do no harm", async () => {
  const order = await createGarmentOrder(db, {
    lines: [{ productName: "Coat", size: "Custom", madeToMeasure: true, quantity: 3 }],
  });
  const [first, , third] = order.garments.map(({ id }) => id);
  const { name, pages } = await pagesOf([third ?? "", newId(), "no-id", first ?? ""]);
  expect(name).toBe("work-tickets");
  expect(pages.map((page) => /Garment \d of \d/.exec(page)?.[0])).toEqual([
    "Garment 3 of 3",
    "Garment 1 of 3",
  ]);
});

test("very long names and many options stay on the one page", async () => {
  const options = Array.from({ length: 40 }, (_, index) => ({
    group: `Option ${index}`,
    choice: "A choice with a long name",
    priceMinor: 0,
  }));
  const productName = "Demerara ".repeat(60);
  const order = await createGarmentOrder(db, {
    terms: { options },
    lines: [{ productName, size: "Custom", madeToMeasure: true }],
  });
  const { pages } = await pagesOf(order.garments.map(({ id }) => id));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain("More options are on the garment's page.");
  expect(pages[0]).toContain("Shipped");
});

test("staff alone print tickets, and none is written without a known garment", async () => {
  const order = await createGarmentOrder(db);
  const ids = order.garments.map(({ id }) => id);
  expect(await writeTickets(deps, { actor: visitor, ids })).toEqual({
    ok: false,
    error: "forbidden",
  });
  expect(await writeTickets(deps, { actor: tailor, ids: [newId()] })).toEqual({
    ok: false,
    error: "not_found",
  });
});
