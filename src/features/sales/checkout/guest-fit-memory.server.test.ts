import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { submitFeedback } from "#features/garments/alterations/fit-feedback.server.ts";
import { garmentToken } from "#features/garments/alterations/garment-access.server.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { correctionText } from "#features/garments/fit-memory/correction.ts";
import {
  findCorrections,
  listMyFitMemories,
} from "#features/garments/fit-memory/fit-memories.server.ts";
import { settlePayment } from "#features/sales/payments/settle-session.server.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { temporaryFiles } from "#tests/support/files.ts";
import { testAuth } from "#tests/support/identity.ts";
import { deliverGarment, garmentsOf, orderCoats } from "#tests/support/production.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { quoteReorder } from "./quote-reorder.server.ts";

const bench = checkoutSuite();
const { files } = await temporaryFiles();
const deps = () => ({ ...bench, auth: testAuth(bench.db), files });

const correctionsOf = async (orderItemId: string) => {
  const contract = await openNewestContract(bench, orderItemId);
  return (contract?.specification?.corrections ?? []).map((each) => correctionText(each, "cm"));
};

/** A guest's coat, paid, delivered, and reported by its private link to be 1 cm too long in the sleeves. */
async function reportedCoat() {
  const order = await orderCoats(bench);
  await settlePayment(bench, order.event);
  const [garment] = await garmentsOf(bench.db, order.itemId);
  const garmentId = garment?.id ?? "";
  const now = bench.clock.now();
  const delivered = { orderId: order.id, orderItemId: order.itemId, garmentId, at: now };
  await deliverGarment(bench.db, delivered);
  const token = garmentToken(testAuth(bench.db), { garmentId, days: 1, now });
  const feedback = { points: [{ point: "length" as const, mm: 10 }], note: "" };
  const sent = await submitFeedback(deps(), { key: { token }, feedback, images: [] });
  expect(sent).toEqual({ ok: true, value: null });
  return order;
}

test("what a guest reported changes the guest's next order of the same email, and nobody else's", async () => {
  const first = await reportedCoat();
  expect(await correctionsOf(first.itemId)).toEqual([]);
  const second = await orderCoats(bench);
  expect(await correctionsOf(second.itemId)).toEqual(["Length: 1 cm shorter"]);
  await bench.db
    .update(orders)
    .set({ customerEmail: "somebody@else.example" })
    .where(eq(orders.id, first.id));
  const third = await orderCoats(bench);
  expect(await correctionsOf(third.itemId)).toEqual([]);
});

test("an account that adopts the guest's order orders with what the guest reported, also for a person measured since", async () => {
  const first = await reportedCoat();
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(bench.db, { email });
  const asha: SignedIn = { role: "customer", userId, name: "Asha", email };
  await bench.db.update(orders).set({ userId }).where(eq(orders.id, first.id));
  expect((await quoteReorder(bench, { actor: asha, orderId: first.id })).ok).toBe(true);
  const memories = await listMyFitMemories(bench, { actor: asha });
  const remembered = memories.ok ? memories.value : [];
  expect(remembered.map(({ label }) => label)).toEqual(["Asha"]);
  const garment = remembered[0]?.garment ?? "";
  const of = { actor: asha, garment, fit: "close" };
  const texts = async (person: { profileId: string | null; label: string }) =>
    (await findCorrections(bench, { ...of, person })).map((each) => correctionText(each, "cm"));
  expect(await texts({ profileId: newId(), label: "asha " })).toEqual(["Length: 1 cm shorter"]);
  expect(await texts({ profileId: newId(), label: "Bibi" })).toEqual([]);
});
