import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { saveAddress } from "#features/base/identity/address-book.server.ts";
import { georgetown } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { findUsualDestination, suggestDelivery } from "./suggest-delivery.server.ts";

const bench = checkoutSuite();
const berlin = {
  ...georgetown,
  line1: "Torstr. 1",
  city: "Berlin",
  region: "",
  postalCode: "10119",
  country: "DE",
};

test("the payment page opens with the account's own address in the chosen country, and never with another account's", async () => {
  const email = `${randomUUID()}@example.com`;
  const userId = await createCustomer(bench.db, { email });
  const actor: Actor = { role: "customer", userId, name: "Asha", email };
  for (const [address, isDefault] of [
    [georgetown, true],
    [berlin, false],
  ] as const) {
    const saved = await saveAddress(bench, { actor, addressId: null, address, isDefault });
    expect(saved.ok).toBe(true);
  }
  expect(await findUsualDestination(bench.db, { actor })).toBe("GY");
  const suggest = (as: Actor, country: string) =>
    suggestDelivery(bench.db, {
      actor: as,
      accountId: userId,
      destination: { country, city: "" },
    });
  expect(await suggest(actor, "GY")).toMatchObject({ line1: georgetown.line1, country: "GY" });
  expect(await suggest(actor, "DE")).toMatchObject({ line1: "Torstr. 1", postalCode: "10119" });
  expect(await suggest(actor, "FR")).toMatchObject({ line1: "", country: "FR" });
  expect(await suggest(visitor, "DE")).toMatchObject({ line1: "", country: "DE" });
  expect(await findUsualDestination(bench.db, { actor: visitor })).toBeNull();
});
