import fc from "fast-check";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isEmail } from "#core/email.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { TRAP_FIELD } from "#features/office/inbox/form-trap.ts";
import { INQUIRY_MESSAGES } from "#features/office/inbox/inquiry-form.ts";
import { INQUIRIES_AN_HOUR } from "#features/office/inbox/submit-inquiry.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { guest } from "#tests/support/guest.ts";
import { oddFields, oddText } from "#tests/support/hostile-forms.ts";
import { handleInquiryForm } from "./inquiry-form.server.ts";

const clock = fixedClock("2026-11-20T09:00:00-04:00");
let database: TestDatabase;
let productId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  productId = await addProduct(database.db, "Kaieteur Gown");
});
afterEach(() => database.close());

const deps = () => ({
  db: database.db,
  clock,
  publicUrl: "https://shop.example",
  logger: pino({ level: "silent" }),
  jobs: { send: async () => undefined },
});

const good = {
  firstName: "Asha",
  lastName: "Persaud",
  email: "asha@example.com",
  phone: "+592 555 0100",
  address: "12 Camp Street",
  city: "Georgetown",
  postalCode: "",
  size: "M",
  productName: "Kaieteur Gown",
  color: "",
  quantity: "1",
  notes: "",
  key: "0123456789abcdef",
};

function submit(fields: Record<string, string>, id = productId, network = "203.0.113.7") {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return handleInquiryForm(deps(), { actor: guest, productId: id, form, network });
}

const stored = () => database.db.select().from(guyanaSalesInquiries);
const mails = () => database.db.select().from(mailOutbox);

describe("the inquiry form", () => {
  it("stores a complete inquiry", async () => {
    expect(await submit(good)).toEqual({ result: { status: "success" }, status: 200 });
    expect(await stored()).toHaveLength(1);
  });

  it("names the missing fields and keeps the others", async () => {
    expect(await submit({ ...good, city: " ", size: "" })).toMatchObject({
      result: {
        status: "error",
        initialValue: { firstName: "Asha", city: " " },
        error: { city: ["City is required"], size: ["Size selection is required"] },
      },
      status: 422,
    });
  });

  it("asks for another size when the product lost the chosen one", async () => {
    expect(await submit({ ...good, size: "XS" })).toMatchObject({
      result: {
        status: "error",
        error: { size: ["This size is not offered any more. Please choose another."] },
      },
      status: 422,
    });
  });

  it("says that a deleted product is no longer offered", async () => {
    expect(await submit(good, "0198f000-0000-7000-8000-000000000001")).toMatchObject({
      result: {
        title: "This piece is no longer offered",
        error: { "": ["It left the shop while you were writing. Please contact us directly."] },
        initialValue: { productName: "Kaieteur Gown" },
      },
      status: 410,
    });
  });

  it("asks an address that writes too often to wait or to call", async () => {
    for (let count = 1; count <= INQUIRIES_AN_HOUR; count += 1) {
      await submit({ ...good, quantity: String(count) });
    }
    expect(await submit({ ...good, notes: "more" })).toMatchObject({
      result: { status: "error", error: { "": [INQUIRY_MESSAGES.tooMany] } },
      status: 429,
    });
  });

  // Specification 8.41
  it("fails in the specification's words while the database is away", async () => {
    await database.close();
    expect(await submit(good)).toMatchObject({
      result: {
        status: "error",
        error: { "": ["Please try again later or contact us directly."] },
      },
      status: 503,
    });
  });

  it("thanks a program that fills in everything and stores nothing", async () => {
    expect((await submit({ ...good, [TRAP_FIELD]: "x" })).result.status).toBe("success");
    expect(await stored()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it("returns a result and never an exception for 300 odd forms", async () => {
    const other = await addProduct(database.db, "Scarf");
    const id = fc.oneof(
      { weight: 4, arbitrary: fc.constant(productId) },
      { weight: 1, arbitrary: fc.oneof(fc.constant(other), fc.uuid(), oddText) },
    );
    await fc.assert(
      fc.asyncProperty(oddFields(good), id, async (fields, of) => {
        const response = await submit(fields, of);
        expect(["success", "error"]).toContain(response.result.status);
        expect([200, 410, 422, 429]).toContain(response.status);
      }),
      { numRuns: 300 },
    );
    const written = await mails();
    expect(written.length).toBeGreaterThan(0);
    for (const { subject, recipient, replyTo } of written) {
      expect(subject).not.toMatch(/\p{Cc}/u);
      expect(isEmail(recipient)).toBe(true);
      expect(replyTo === null || isEmail(replyTo)).toBe(true);
    }
  }, 60_000);
});
