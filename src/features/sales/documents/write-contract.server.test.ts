import { eq } from "drizzle-orm";
import { extractText, getMeta } from "unpdf";
import { afterAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import { contractProposals, contracts } from "#db/schema/contracts.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { MEASUREMENT_NAMES } from "#features/body/measurement/measurement-definitions.ts";
import { listContracts } from "#features/garments/contract/contract-queries.server.ts";
import { policyOf } from "#features/garments/contract/policy.ts";
import { newContractRow } from "#features/garments/contract/seal-contract.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createContractedOrder, testSpecification, testTerms } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { guest, newGuest } from "#tests/support/guest.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { proveOrder } from "#tests/support/order-proofs.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { writeContract, writeProvenContract, writeWorkDocument } from "./write-contract.server.ts";
import type { PdfFile } from "./write-documents.server.ts";
import { writeInvoice, writePackingSlip } from "./write-documents.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
const clock = fixedClock("2026-11-20T14:00:00Z");
const measurementBox = testMeasurementBox();
const deps = { db, clock, measurementBox };
const lost = { ok: false, error: "not_found" };
const forbidden = { ok: false, error: "forbidden" };

async function person(role: "admin" | "customer", isAtelier = false) {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(db, { email, role, name: "Rosa Gomes" });
  await db.update(profiles).set({ isAtelier }).where(eq(profiles.id, userId));
  return { role, userId, name: "Rosa Gomes", email } satisfies Actor;
}

async function read(written: { ok: boolean } & Partial<{ value: PdfFile }>) {
  if (!written.value) throw new Error("No document was written");
  const bytes = new Uint8Array(written.value.bytes);
  const { info } = await getMeta(bytes.slice());
  const { text } = await extractText(bytes, { mergePages: true });
  return { title: info.Title as string, text: text.replaceAll(/\s+/g, " ") };
}

/** A second version, as an approved proposal writes it. */
async function changeWaist(orderId: string, orderItemId: string): Promise<void> {
  const [first] = await listContracts(db, orderId);
  if (!first) throw new Error("The order has no contract");
  const proposalId = newId();
  await db.insert(contractProposals).values({
    id: proposalId,
    orderItemId,
    baseVersion: 1,
    tokenHash: hashSecret(newId()),
    status: "approved",
    respondedAt: clock.now(),
  });
  const usual = testSpecification();
  const waist = { value: 830, confidence: 1, readings: 1, confirmed: true };
  const specification = { ...usual, measurements: { ...usual.measurements, waist } };
  const content = { orderItemId, specification, terms: testTerms() };
  const row = newContractRow(measurementBox, content, { ...first, proposalId });
  await db.insert(contracts).values(row);
}

test("the customer's contract has options, prices, measurements with their confidence, and all versions", async () => {
  const asha = await person("customer");
  const specification = testSpecification({
    findingsInsisted: [{ name: "neck", level: "stop" }],
  });
  const { orderId, orderItemId } = await createContractedOrder(db, {
    userId: asha.userId,
    specification,
  });
  await changeWaist(orderId, orderItemId);
  const { text, title } = await read(await writeContract(deps, { actor: asha, orderId }));
  expect(title).toBe(`Contract ${orderId.slice(0, 8)}`);
  const [first, second] = await listContracts(db, orderId);
  for (const expected of [
    "Stabroek Suit",
    "for Asha",
    "Ivory linen",
    "+$40.00",
    "$1,499.00",
    "98.7 cm",
    "38 7/8 in",
    "83 cm",
    "Waist: 81.3 cm (32 in) becomes 83 cm (32 5/8 in)",
    "A little room at the elbow.",
    ...policyOf(1),
    first?.hash.slice(0, 16) ?? "?",
    second?.hash.slice(0, 16) ?? "?",
  ]) {
    expect(text).toContain(expected);
  }
});

test("a value that the check stopped and the customer kept is the tailor's to check before cutting", async () => {
  const asha = await person("customer");
  const specification = testSpecification({ findingsInsisted: [{ name: "neck", level: "stop" }] });
  const { orderId } = await createContractedOrder(db, { userId: asha.userId, specification });
  const { text } = await read(await writeContract(deps, { actor: asha, orderId }));
  expect(text).toContain("38.9 cm 15 3/8 in Doubtful, kept by the customer: check before cutting");
  expect(text).toContain("98.7 cm 38 7/8 in");
});

test("a contract without a doubt has no column for doubts", async () => {
  const asha = await person("customer");
  const textOf = async (specification = testSpecification()) => {
    const { orderId } = await createContractedOrder(db, { userId: asha.userId, specification });
    return (await read(await writeContract(deps, { actor: asha, orderId }))).text;
  };
  expect(await textOf()).not.toContain("DOUBTS");
  const insisted = testSpecification({ findingsInsisted: [{ name: "neck", level: "stop" }] });
  expect(await textOf(insisted)).toContain("DOUBTS");
});

test("every page of a contract and of a work document names its garment and its wearer", async () => {
  const asha = await person("customer");
  const tailor = await person("admin", true);
  const one = { value: 500, confidence: 1, readings: 2, confirmed: true };
  const specification = testSpecification({
    measurements: Object.fromEntries(MEASUREMENT_NAMES.map((name) => [name, one])),
  });
  const { orderId, orderItemId } = await createContractedOrder(db, {
    userId: asha.userId,
    specification,
  });
  for (const written of [
    await writeContract(deps, { actor: asha, orderId }),
    await writeWorkDocument(deps, { actor: tailor, orderId, orderItemId }),
  ]) {
    if (!written.ok) throw new Error(written.error);
    const { text } = await extractText(new Uint8Array(written.value.bytes));
    expect(text.length).toBeGreaterThan(1);
    for (const page of text) {
      expect(page.replaceAll(/\s+/g, " ")).toContain("Stabroek Suit for Asha");
    }
  }
});

test("nobody but the order's customer gets the contract", async () => {
  const asha = await person("customer");
  const bibi = await person("customer");
  const owner = await person("admin", true);
  const { orderId } = await createContractedOrder(db, { userId: asha.userId });
  expect((await writeContract(deps, { actor: asha, orderId })).ok).toBe(true);
  for (const actor of [bibi, owner]) {
    expect(await writeContract(deps, { actor, orderId })).toEqual(lost);
  }
  expect(await writeContract(deps, { actor: visitor, orderId })).toEqual(forbidden);
  const without = await createContractedOrder(db, {
    userId: asha.userId,
    isWithoutContract: true,
  });
  expect(await writeContract(deps, { actor: asha, orderId: without.orderId })).toEqual(lost);
});

test("a proof of this browser opens its own order for an hour and no other one, and nobody else's browser has it", async () => {
  const own = await createContractedOrder(db);
  const other = await createContractedOrder(db);
  await proveOrder(db, { actor: guest, orderId: own.orderId, at: clock.now() });
  const open = (actor: Actor, orderId = own.orderId, at = clock) =>
    writeProvenContract({ ...deps, clock: at }, { actor, orderId });
  expect((await read(await open(guest))).text).toContain("98.7 cm");
  expect(await open(guest, other.orderId)).toEqual(forbidden);
  expect(await open(guest, "no id")).toEqual(forbidden);
  expect(await open(guest, own.orderId, fixedClock("2026-11-20T15:00:00Z"))).toEqual(forbidden);
  for (const actor of [visitor, newGuest().actor, await person("customer")]) {
    expect(await open(actor)).toEqual(forbidden);
  }
});

test("the work document is the atelier's alone, has no price and no email, and is an entry for the customer", async () => {
  const asha = await person("customer");
  const tailor = await person("admin", true);
  const { orderId, orderItemId } = await createContractedOrder(db, { userId: asha.userId });
  const other = await createContractedOrder(db);
  const open = (actor: Actor, of = orderId) =>
    writeWorkDocument(deps, { actor, orderId: of, orderItemId });
  for (const actor of [visitor, asha, await person("admin")]) {
    expect(await open(actor)).toEqual(forbidden);
  }
  expect(await open(tailor, other.orderId)).toEqual(lost);
  const entries = () =>
    db.select().from(measurementReads).where(eq(measurementReads.userId, asha.userId));
  expect(await entries()).toEqual([]);
  const { text } = await read(await open(tailor));
  for (const expected of ["98.7 cm", "for Asha", "Ivory linen", "Rosa Gomes"]) {
    expect(text).toContain(expected);
  }
  expect(text).not.toMatch(/\$|@/);
  expect(await entries()).toMatchObject([
    { subject: "contract", staffId: tailor.userId, purpose: "Work document as PDF" },
  ]);
});

test("invoice and packing slip name the options and the contract, and no measurement", async () => {
  const owner = await person("admin");
  const { orderId, orderItemId } = await createContractedOrder(db);
  const invoice = () => writeInvoice(deps, { actor: owner, orderId, reader: "shop" });
  const before = await read(await invoice());
  await changeWaist(orderId, orderItemId);
  const [first, second] = await listContracts(db, orderId);
  const slip = await read(
    await writePackingSlip(deps, { actor: owner, orderId, shipmentId: null }),
  );
  expect(before.text).toContain(
    `Cloth: Ivory linen, Lapel: Notch Contract ${first?.hash.slice(0, 16)}`,
  );
  // An invoice never changes, the slip says what is in the parcel.
  expect(await read(await invoice())).toEqual(before);
  expect(slip.text).toContain(`Contract ${second?.hash.slice(0, 16)}`);
  for (const { text } of [before, slip]) expect(text).not.toMatch(/98\.7|38 7\/8|81\.3|\bcm\b/);
});
