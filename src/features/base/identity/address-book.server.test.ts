import { describe, expect, test } from "vitest";
import { accountSuite } from "#tests/support/account-suite.ts";
import { HOME } from "#tests/support/addresses.ts";
import type { Actor } from "./actor.ts";
import { visitor } from "./actor.ts";
import { MAX_ADDRESSES } from "./address.ts";
import {
  chooseDefaultAddress,
  findMyAddress,
  listMyAddresses,
  removeAddress,
  saveAddress,
} from "./address-book.server.ts";

const bench = accountSuite();

async function add(actor: Actor, line1: string, isDefault = false): Promise<string> {
  const address = { ...HOME, line1 };
  const saved = await saveAddress(bench, { actor, addressId: null, address, isDefault });
  if (!saved.ok) throw new Error(saved.error.code);
  return saved.value.id;
}

async function book(actor: Actor): Promise<string[]> {
  const found = await listMyAddresses(bench.db, { actor });
  if (!found.ok) throw new Error(found.error);
  return found.value.map((each) => (each.isDefault ? `${each.line1} *` : each.line1));
}

describe("the address book", () => {
  test("makes its first address the default, and another one on request", async () => {
    const asha = await bench.customer("asha@example.com");
    await add(asha, "first");
    await add(asha, "second");
    expect(await book(asha)).toEqual(["first *", "second"]);
    await add(asha, "third", true);
    expect(await book(asha)).toEqual(["third *", "second", "first"]);
  });

  test("keeps a changed address in its position and as the default", async () => {
    const asha = await bench.customer("asha@example.com");
    const addressId = await add(asha, "first");
    const address = { ...HOME, line1: "  new  street ", country: "gy" };
    await saveAddress(bench, { actor: asha, addressId, address, isDefault: false });
    expect(await book(asha)).toEqual(["new street *"]);
  });

  test("makes the newest remaining address the default after a deletion, which can be undone", async () => {
    const asha = await bench.customer("asha@example.com");
    const first = await add(asha, "first");
    await add(asha, "second");
    await add(asha, "third");
    const removed = await removeAddress(bench, { actor: asha, addressId: first });
    expect(removed).toMatchObject({ ok: true, value: { line1: "first", isDefault: true } });
    expect(await book(asha)).toEqual(["third *", "second"]);
    await add(asha, "first");
    expect(await book(asha)).toEqual(["third *", "first", "second"]);
  });

  test("has one default after concurrent changes", async () => {
    const asha = await bench.customer("asha@example.com");
    const ids = [await add(asha, "a"), await add(asha, "b"), await add(asha, "c")];
    await Promise.all(
      ids.map((addressId) => chooseDefaultAddress(bench, { actor: asha, addressId })),
    );
    expect((await book(asha)).filter((line) => line.endsWith("*"))).toHaveLength(1);
  });

  test("has a limited number of addresses, also with concurrent additions", async () => {
    const asha = await bench.customer("asha@example.com");
    const input = { actor: asha, addressId: null, address: HOME, isDefault: false };
    const tries = Array.from({ length: MAX_ADDRESSES + 2 }, () => saveAddress(bench, input));
    const refused = (await Promise.all(tries)).filter((saved) => !saved.ok);
    expect(refused).toEqual([
      { ok: false, error: { code: "too_many" } },
      { ok: false, error: { code: "too_many" } },
    ]);
  });

  test("reports an invalid address and writes nothing", async () => {
    const asha = await bench.customer("asha@example.com");
    const address = { ...HOME, city: "" };
    const saved = await saveAddress(bench, {
      actor: asha,
      addressId: null,
      address,
      isDefault: true,
    });
    expect(saved).toMatchObject({ ok: false, error: { code: "invalid" } });
    expect(await book(asha)).toEqual([]);
  });
});

test("does not read or change another customer's address", async () => {
  const asha = await bench.customer("asha@example.com");
  const bibi = await bench.customer("bibi@example.com");
  const addressId = await add(asha, "hers");
  const owner: Actor = { ...bibi, role: "admin" };
  for (const actor of [bibi, owner]) {
    const notFound = { ok: false, error: "not_found" };
    expect(await findMyAddress(bench.db, { actor, addressId })).toEqual(notFound);
    expect(await removeAddress(bench, { actor, addressId })).toEqual(notFound);
    expect(await chooseDefaultAddress(bench, { actor, addressId })).toEqual(notFound);
    const input = { actor, addressId, address: HOME, isDefault: true };
    expect(await saveAddress(bench, input)).toEqual({ ok: false, error: { code: "not_found" } });
  }
  const forbidden = { ok: false, error: "forbidden" };
  expect(await listMyAddresses(bench.db, { actor: visitor })).toEqual(forbidden);
  expect(await removeAddress(bench, { actor: visitor, addressId })).toEqual(forbidden);
  expect(await book(asha)).toEqual(["hers *"]);
});

test.each(["nonsense", "", "' or 1=1"])(
  "finds no address under the invalid id %j",
  async (addressId) => {
    const asha = await bench.customer("asha@example.com");
    const notFound = { ok: false, error: "not_found" };
    expect(await findMyAddress(bench.db, { actor: asha, addressId })).toEqual(notFound);
    expect(await removeAddress(bench, { actor: asha, addressId })).toEqual(notFound);
  },
);
