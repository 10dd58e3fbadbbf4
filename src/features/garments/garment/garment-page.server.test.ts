import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "#core/ids.ts";
import { clothCommitments } from "#db/schema/atelier.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garmentImages } from "#db/schema/production.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { addPattern } from "#features/garments/order-patterns/stored-patterns.server.ts";
import { changeGarment } from "#features/garments/production/change-garment.server.ts";
import { changeOwnContract } from "#features/garments/production/customer-change.server.ts";
import { customerChangeSchema } from "#features/garments/production/customer-change-input.ts";
import { proposalSchema } from "#features/garments/proposals/proposal-input.ts";
import { proposeChange } from "#features/garments/proposals/propose-change.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { testSpecification } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testAuth } from "#tests/support/identity.ts";
import { addCloth } from "#tests/support/made-to-measure.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { testPattern } from "#tests/support/patterns.ts";
import {
  addMaker,
  commandOn,
  createGarmentOrder,
  staffMember,
  walk,
} from "#tests/support/production.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { findGarmentPage } from "./garment-page.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
const deps = {
  db,
  measurementBox: testMeasurementBox(),
  publicUrl: "https://shop.example",
  clock: fixedClock("2026-11-20T14:00:00Z"),
  auth: testAuth(db),
  jobs: { send: async () => undefined },
  content: { settle: async () => undefined },
};
const AT = new Date("2026-11-20T14:00:00Z");

let tailor: SignedIn;
let seamstress: SignedIn;
let busy: Awaited<ReturnType<typeof createBusyGarment>>;
beforeAll(async () => {
  tailor = await staffMember(db, true);
  seamstress = await staffMember(db, false, "Savi");
  busy = await createBusyGarment();
});

/** The second of two garments of a line, about which everything is stored that its page shows. */
async function createBusyGarment() {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(db, { email });
  const line = { productName: "Stabroek Suit", size: "Custom", madeToMeasure: true, quantity: 2 };
  const order = await createGarmentOrder(db, {
    userId,
    lines: [line],
    specification: testSpecification({ findingsInsisted: [{ name: "waist", level: "stop" }] }),
  });
  const { garments, orderId, orderItemId } = order;
  const id = garments[1]?.id ?? "";
  const makerId = await addMaker(db, "Oneida");
  const archived = await addMaker(db, "Indra");
  const change = async (rough: Parameters<typeof commandOn>[2]) => {
    const changed = await changeGarment(deps, {
      actor: tailor,
      command: await commandOn(db, id, rough),
    });
    if (!changed.ok) throw new Error(JSON.stringify(changed.error));
  };
  await change({ kind: "assign", makerId: archived });
  await change({ kind: "work", minutes: 30, note: "Basted." });
  await change({ kind: "assign", makerId });
  await walk(deps, tailor, id, ["checked"]);
  const submitted = customerChangeSchema.parse({
    base: 1,
    fit: "easy",
    posture: "average",
    shoulders: "",
    monogram: "AP",
    remarks: "For my wedding.",
  });
  const actor = { role: "customer", userId, name: "Asha", email } as const;
  const changed = await changeOwnContract(deps, { actor, orderId, orderItemId, submitted });
  if (!changed.ok) throw new Error(JSON.stringify(changed.error));
  await walk(deps, tailor, id, ["checked"]);
  await change({ kind: "note", note: "Ask about the lining." });
  const clothId = await addCloth(db, 20_000, "Ivory linen");
  await db.insert(clothCommitments).values({ orderItemId, clothId, lengthMm: 6_001 });
  const imageId = newId();
  const image = { storageKey: "x.webp", width: 60, height: 40, createdAt: AT };
  await db.insert(garmentImages).values([
    { ...image, id: imageId, garmentId: id, caption: "Sleeve" },
    { ...image, garmentId: id, caption: "", removedAt: AT },
  ]);
  await db.transaction(async (tx) => {
    for (const component of ["trousers", "jacket", "jacket"] as const) {
      await addPattern(tx, deps.measurementBox, {
        orderItemId,
        component,
        contractVersion: 2,
        status: "review",
        origin: "order",
        staffId: null,
        packages: {},
        content: testPattern(),
      });
    }
  });
  const proposal = proposalSchema.parse({ base: 2, fit: "regular", note: "A little closer?" });
  const proposed = await proposeChange(deps, { actor: tailor, orderItemId, submitted: proposal });
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  return { id, orderId, orderItemId, makerId, archived, clothId, imageId };
}

/** The page, and how many statements it sends to the database. */
async function readPage(actor: Actor, garmentId: string) {
  const sent = vi.spyOn(shop.pool, "query");
  const found = await findGarmentPage(deps, { actor, garmentId });
  const statements = sent.mock.calls.length;
  sent.mockRestore();
  if (!found.ok) throw new Error(found.error);
  return { page: found.value, statements };
}

const by = "Rosa";
const common = { id: expect.any(String), at: AT, note: "", by };

describe("a garment's page", () => {
  test("has everything that is stored about the garment, in four statements", async () => {
    const { archived, clothId, id, imageId, makerId, orderId, orderItemId } = busy;
    const { page, statements } = await readPage(tailor, id);
    expect(statements).toBeLessThanOrEqual(4);
    const toChecked = { ...common, kind: "stage", from: "received", to: "checked", minutes: null };
    const checked = { ...toChecked, makerId, makerName: "Oneida" };
    const nobody = { makerId: null, makerName: null };
    const { note: _, ...assigned } = common;
    expect(page).toEqual({
      garment: {
        id,
        orderId,
        orderItemId,
        name: "Stabroek Suit for Asha",
        line: {
          productName: "Stabroek Suit",
          size: "Custom",
          colorName: "",
          madeToMeasure: true,
          fit: {
            wearer: "Asha",
            fitName: "easy",
            monogram: "AP",
            options: [
              { group: "Cloth", choice: "Ivory linen" },
              { group: "Lapel", choice: "Notch" },
            ],
          },
        },
        number: 2,
        of: 2,
        garmentType: "suit",
        stage: "checked",
        maker: { id: makerId, name: "Oneida" },
        due: null,
        version: 6,
        isAnonymous: false,
      },
      isPatternByHand: false,
      events: [
        { ...common, kind: "note", makerName: null, note: "Ask about the lining." },
        checked,
        {
          ...checked,
          ...nobody,
          from: "checked",
          to: "received",
          by: "The customer",
          note: "Changed by the customer: version 2 of the contract applies.",
        },
        checked,
        { ...assigned, kind: "maker", makerId, makerName: "Oneida" },
        {
          ...common,
          kind: "work",
          stage: "received",
          makerId: archived,
          makerName: "Indra",
          minutes: 30,
          note: "Basted.",
        },
        { ...assigned, kind: "maker", makerId: archived, makerName: "Indra" },
        { ...checked, ...nobody, from: null, to: "received", by: "", at: expect.any(Date) },
      ],
      images: [{ id: imageId, caption: "Sleeve", width: 60, height: 40, at: AT, lostAt: null }],
      makers: [
        { id: archived, name: "Indra" },
        { id: makerId, name: "Oneida" },
      ],
      cloth: [{ clothId, name: "Ivory linen", shareMm: 3_001 }],
      patterns: [
        {
          component: "jacket",
          title: "Blazer, straight",
          status: "review",
          version: 2,
          isApproved: false,
          choices: [],
        },
        {
          component: "trousers",
          title: "Pants, plain",
          status: "review",
          version: 1,
          isApproved: false,
          choices: [],
        },
      ],
      isAtelier: true,
      gate: { blockers: ["no_pattern", "proposal_open"], findings: ["Waist"] },
      hasContract: true,
      customerChange: {
        version: 2,
        at: expect.any(Date),
        options: [],
        others: ["Fit", "Remarks"],
      },
    });
  });

  test("shows staff without the atelier role no finding and no label of a changed measurement", async () => {
    const { id } = busy;
    const { page, statements } = await readPage(seamstress, id);
    expect(statements).toBeLessThanOrEqual(4);
    expect(page).toMatchObject({ isAtelier: false, gate: null, customerChange: { others: null } });
    const full = await readPage(tailor, id);
    expect({ ...page, isAtelier: true, gate: full.page.gate, customerChange: null }).toEqual({
      ...full.page,
      customerChange: null,
    });
  });

  test("of a line without a contract has the options of the order and no gate but the check", async () => {
    const options = [{ group: "Lapel", choice: "Peak", priceMinor: 0 }];
    const order = await createGarmentOrder(db, { isWithoutContract: true });
    await db.update(orderItems).set({ options }).where(eq(orderItems.id, order.orderItemId));
    const { page, statements } = await readPage(tailor, order.garments[0]?.id ?? "");
    expect(statements).toBeLessThanOrEqual(4);
    expect(page).toMatchObject({
      garment: { line: { fit: { options: [{ group: "Lapel", choice: "Peak" }] } } },
      hasContract: false,
      customerChange: null,
      cloth: [],
      images: [],
      patterns: [],
      gate: { blockers: ["not_checked", "no_pattern"], findings: [] },
    });
  });

  test("is not there for an unknown garment, and nobody but staff reads one", async () => {
    const { garments } = await createGarmentOrder(db);
    const garmentId = garments[0]?.id ?? "";
    const refused = async (actor: Actor, id: string) => {
      const found = await findGarmentPage(deps, { actor, garmentId: id });
      return found.ok ? null : found.error;
    };
    expect(await refused(tailor, newId())).toBe("not_found");
    expect(await refused(tailor, "x")).toBe("not_found");
    expect(await refused(visitor, garmentId)).toBe("forbidden");
  });
});
