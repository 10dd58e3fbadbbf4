import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { optionChoices } from "#db/schema/atelier.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { createSpecification } from "#features/garments/specification/create-specification.server.ts";
import { openSpecification } from "#features/garments/specification/seal-specification.server.ts";
import { addProduct, placed, requestFor } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { quoteReorder } from "./quote-reorder.server.ts";

const bench = checkoutSuite();

async function aCustomer(): Promise<SignedIn> {
  const email = `${randomUUID()}@example.com`;
  const userId = await createCustomer(bench.db, { email });
  return { role: "customer", userId, name: "Asha", email };
}

const specificationOf = async (id: string) => {
  const [row] = await bench.db.select().from(fitSpecifications).where(eq(fitSpecifications.id, id));
  return row && openSpecification(bench.measurementBox, row)?.specification;
};

/** A suit for $1,000 with a silk that adds $200, ordered by Asha for a person of her account. */
async function anOrderedSuit() {
  const actor = await aCustomer();
  const productId = await addProduct(bench.db, { dollars: 1_000, stock: { Custom: null } });
  const terms = { silk: { priceMinor: 20_000 } };
  const { choiceId, choices } = await offerToMeasure(bench.db, productId, terms);
  const profile = measuredPerson("Asha", { knee: 375 });
  await addMeasuredPerson(bench.db, actor.userId, profile);
  const created = await createSpecification(bench, {
    network: "203.0.113.7",
    actor,
    productId,
    submitted: { fit: "easy", remarks: "Long arms", monogram: "", choices, profile },
  });
  if (!created.ok) throw new Error(JSON.stringify(created.error));
  const { specification } = created.value;
  const request = requestFor(productId, { size: "Custom" });
  const lines = request.lines.map((line) => ({ ...line, specification }));
  const { id } = await placed(bench, { ...request, lines, actor });
  return { actor, productId, choiceId, specification, orderId: id, profileId: profile.id };
}

async function reorder(input: { actor: SignedIn; orderId: string }) {
  const quoted = await quoteReorder(bench, input);
  if (!quoted.ok) throw new Error(quoted.error);
  return quoted.value;
}

test("a made-to-measure line is ordered again from its contract, also when its specification is deleted", async () => {
  const ordered = await anOrderedSuit();
  const before = await specificationOf(ordered.specification);
  await bench.db.delete(fitSpecifications);
  const { lines, notes } = await reorder(ordered);
  expect(notes).toEqual([]);
  expect(lines).toMatchObject([{ unitPrice: { minorUnits: 120_000 }, madeToMeasure: true }]);
  const again = lines[0]?.specification ?? "";
  expect(again).not.toBe(ordered.specification);
  expect(before).toMatchObject({ fit: "easy", measurements: { knee: { value: 375 } } });
  expect(await specificationOf(again)).toEqual(before);
});

test.each([
  [
    "an option is no longer offered",
    ({ choiceId }: Awaited<ReturnType<typeof anOrderedSuit>>) =>
      bench.db.update(optionChoices).set({ offered: false }).where(eq(optionChoices.id, choiceId)),
  ],
  [
    "the person is deleted",
    ({ profileId }: Awaited<ReturnType<typeof anOrderedSuit>>) =>
      bench.db.delete(measurementProfiles).where(eq(measurementProfiles.id, profileId)),
  ],
])("a note leads to the measurements when %s", async (_why, change) => {
  const ordered = await anOrderedSuit();
  await change(ordered);
  const stored = await bench.db.$count(fitSpecifications);
  const { lines, notes } = await reorder(ordered);
  expect(lines).toEqual([]);
  expect(notes).toMatchObject([{ fitOf: ordered.productId }]);
  expect(await bench.db.$count(fitSpecifications)).toBe(stored);
});

test("nobody else orders it again", async () => {
  const { orderId } = await anOrderedSuit();
  const stored = await bench.db.$count(fitSpecifications);
  expect(await quoteReorder(bench, { actor: await aCustomer(), orderId })).toEqual({
    ok: false,
    error: "not_found",
  });
  expect(await bench.db.$count(fitSpecifications)).toBe(stored);
});

test("a guest's order that is claimed later is ordered again by its new owner", async () => {
  const productId = await addProduct(bench.db, { stock: { Custom: null } });
  await offerToMeasure(bench.db, productId);
  const specification = await specify(bench, productId);
  const request = requestFor(productId, { size: "Custom" });
  const lines = request.lines.map((line) => ({ ...line, specification }));
  const { id } = await placed(bench, { ...request, lines });
  const actor = await aCustomer();
  await bench.db.update(orders).set({ userId: actor.userId }).where(eq(orders.id, id));
  expect((await reorder({ actor, orderId: id })).lines).toHaveLength(1);
});
