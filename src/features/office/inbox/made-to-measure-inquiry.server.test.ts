import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { madeToMeasureTerms } from "#db/schema/atelier.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { STORED_SPECIFICATIONS } from "#features/base/identity/visitor-limits.ts";
import { listMyReads } from "#features/body/measurement/measurement-reads.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { deleteOldSpecifications } from "#features/garments/specification/old-specifications.server.ts";
import { addProduct } from "#tests/support/checkout.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { guest } from "#tests/support/guest.ts";
import { INQUIRY } from "#tests/support/inbox.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { deleteEntry } from "./change-entries.server.ts";
import { findInboxEntry } from "./inbox-list-queries.server.ts";
import { readInquiredMeasurements } from "./inquired-fit.server.ts";
import type { PurchaseInquiry } from "./inquiry-input.ts";
import { submitInquiry } from "./submit-inquiry.server.ts";

let database: TestDatabase;
const clock = fixedClock("2026-11-20T09:00:00-04:00");
const measurementBox = testMeasurementBox();
const deps = () => ({ db: database.db, clock, measurementBox });

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let productId: string;
let choices: Readonly<Record<string, string>>;

beforeEach(async () => {
  const { db } = database;
  await db.delete(guyanaSalesInquiries);
  await db.delete(fitSpecifications);
  await db.delete(mailOutbox);
  await db.delete(measurementReads);
  productId = await addProduct(db, { dollars: 200, stock: { [CUSTOM_SIZE]: null, M: 3 } });
  ({ choices } = await offerToMeasure(db, productId, {
    surchargeMinor: 5_000,
    extraDays: 12,
    silk: { priceMinor: 2_500 },
  }));
});

async function person(role: "admin" | "customer", isAtelier = false): Promise<SignedIn> {
  const email = `${randomUUID()}@example.com`;
  const userId = await createCustomer(database.db, { email, role });
  await database.db.update(profiles).set({ isAtelier }).where(eq(profiles.id, userId));
  return { role, userId, name: "Rosa", email };
}

const submit = (changes: Partial<PurchaseInquiry>, actor: Actor = guest) =>
  submitInquiry(
    { ...deps(), publicUrl: "https://shop.example", jobs: { send: async () => undefined } },
    {
      actor,
      productId,
      key: randomUUID(),
      inquiry: { ...INQUIRY, size: CUSTOM_SIZE, ...changes },
      network: "203.0.113.7",
    },
  );

async function inquired(actor: Actor = guest) {
  const email = `${randomUUID()}@example.com`;
  const specification = await specify(deps(), productId, choices, actor);
  const sent = await submit({ specification, email }, actor);
  if (!sent.ok) throw new Error(sent.error);
  return { entryId: sent.value.id, specification };
}

const isStored = (id: string) =>
  database.db.$count(fitSpecifications, eq(fitSpecifications.id, id));

const saysMeasurement = findMeasured({ knee: 375 }, ["knee", "Knee"]);

describe("an inquiry about a garment made to measure", () => {
  test("has the options and the price of that time for every admin, and no measurement", async () => {
    const { entryId } = await inquired();
    const found = await findInboxEntry(database.db, { actor: await person("admin"), entryId });
    expect(found).toMatchObject({
      value: {
        product: {
          size: CUSTOM_SIZE,
          fit: {
            options: [{ group: "Cloth", choice: "Silk" }],
            unitPrice: money(27_500),
            extraDays: 12,
            isMeasured: true,
          },
        },
      },
    });
    expect(saysMeasurement(JSON.stringify(found))).toBe(false);
  });

  test("sends emails with options and price, without measurements", async () => {
    await inquired();
    const mails = await database.db.select().from(mailOutbox);
    expect(mails.map(({ kind }) => kind).toSorted()).toEqual([
      "inquiry-receipt",
      "purchase-inquiry",
    ]);
    for (const { htmlBody, textBody } of mails) {
      expect(textBody).toContain("Cloth: Silk");
      expect(textBody).toContain("$275.00 for one, made to measure");
      expect(saysMeasurement(`${textBody} ${htmlBody}`)).toBe(false);
    }
  });

  test("of another size has no measurements, whatever was chosen before", async () => {
    const specification = await specify(deps(), productId, choices);
    await submit({ specification, size: "M" });
    expect(await database.db.select().from(guyanaSalesInquiries)).toMatchObject([
      { size: "M", specificationId: null, fit: null },
    ]);
  });

  test("without measurements is an inquiry as before", async () => {
    expect(await submit({ specification: "" })).toMatchObject({ ok: true });
  });

  test("is refused when the choice is unknown, of another product or not offered any more", async () => {
    const refused = { ok: false, error: "fit" };
    expect(await submit({ specification: randomUUID() })).toEqual(refused);
    const specification = await specify(deps(), productId, choices);
    const mine = productId;
    productId = await addProduct(database.db, { stock: { [CUSTOM_SIZE]: null } });
    expect(await submit({ specification })).toEqual(refused);
    productId = mine;
    await database.db
      .update(madeToMeasureTerms)
      .set({ offered: false })
      .where(eq(madeToMeasureTerms.productId, productId));
    expect(await submit({ specification })).not.toMatchObject({ ok: true });
    expect(await database.db.$count(guyanaSalesInquiries)).toBe(0);
  });
});

describe("the measurements of an inquiry", () => {
  const open = (actor: Actor, entryId: string, purpose = "Quoting a price") =>
    readInquiredMeasurements(deps(), { actor, entryId, purpose });

  test("are opened by the atelier for a purpose, which the customer sees", async () => {
    const customer = await person("customer");
    const { entryId, specification } = await inquired(customer);
    const tailor = await person("admin", true);
    expect(await open(tailor, entryId, " ")).toEqual({ ok: false, error: "purpose_missing" });
    expect(await open(tailor, entryId)).toMatchObject({
      value: { label: "Asha", measurements: { knee: { value: 375 } } },
    });
    expect(await listMyReads(database.db, { actor: customer })).toMatchObject({
      value: [{ subject: "specification", subjectId: specification, purpose: "Quoting a price" }],
    });
  });

  test("are refused to everybody else, without an entry", async () => {
    const { entryId } = await inquired();
    for (const actor of [visitor, await person("customer"), await person("admin")]) {
      expect(await open(actor, entryId)).toEqual({ ok: false, error: "forbidden" });
    }
    const tailor = await person("admin", true);
    for (const unknown of [randomUUID(), "no id"]) {
      expect(await open(tailor, unknown)).toEqual({ ok: false, error: "not_found" });
    }
    expect(await database.db.$count(measurementReads)).toBe(0);
  });

  test("stay while the inquiry does, and a guest's leave with it", async () => {
    const { entryId, specification } = await inquired();
    const later = new Date(Date.now() + (STORED_SPECIFICATIONS.days + 400) * 86_400_000);
    await deleteOldSpecifications(database.db, { now: later, limit: 10 });
    expect(await isStored(specification)).toBe(1);
    const actor = await person("admin");
    expect(await deleteEntry({ db: database.db }, { actor, entryId })).toMatchObject({ ok: true });
    expect(await isStored(specification)).toBe(0);
  });

  test("of an account leave with the account, and the inquiry says so", async () => {
    const { entryId, specification } = await inquired(await person("customer"));
    await database.db.delete(fitSpecifications).where(eq(fitSpecifications.id, specification));
    const found = await findInboxEntry(database.db, { actor: await person("admin"), entryId });
    expect(found).toMatchObject({ value: { product: { fit: { isMeasured: false } } } });
  });
});
