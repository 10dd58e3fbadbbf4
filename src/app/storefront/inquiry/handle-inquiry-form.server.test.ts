import fc from "fast-check";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isEmail } from "#core/email.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/settings.server.ts";
import { TRAP_FIELD } from "#features/inbox/form-trap.ts";
import { INQUIRIES_AN_HOUR } from "#features/inbox/submit-inquiry.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { oddFields, oddText } from "#tests/support/hostile-forms.ts";
import { handleInquiryForm } from "./handle-inquiry-form.server.ts";

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
  color: "",
  quantity: "1",
  notes: "",
  key: "0123456789abcdef",
};

function answer(fields: Record<string, string>, id = productId) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return handleInquiryForm(deps(), id, form);
}

const kept = () => database.db.select().from(guyanaSalesInquiries);
const mails = () => database.db.select().from(mailOutbox);

describe("an inquiry over the wire", () => {
  it("that is complete is kept", async () => {
    expect(await answer(good)).toEqual({ answer: { status: "sent" }, status: 200 });
    expect(await kept()).toHaveLength(1);
  });

  it("that is not is told what is missing", async () => {
    expect(await answer({ ...good, city: " ", size: "" })).toEqual({
      answer: {
        status: "invalid",
        errors: { city: "City is required", size: "Size selection is required" },
      },
      status: 422,
    });
  });

  it("for a size that left the product meanwhile is asked for another", async () => {
    expect(await answer({ ...good, size: "XS" })).toEqual({
      answer: {
        status: "invalid",
        errors: { size: "This size is not offered any more. Please choose another." },
      },
      status: 422,
    });
  });

  it("for a product that is gone is told so, and whom to ask", async () => {
    expect(await answer(good, "0198f000-0000-7000-8000-000000000001")).toEqual({
      answer: {
        status: "failed",
        title: "This piece is no longer offered",
        reason: "It left the shop while you were writing. Please contact us directly.",
      },
      status: 410,
    });
  });

  it("too often from one address is asked to wait or to call", async () => {
    for (let count = 1; count <= INQUIRIES_AN_HOUR; count += 1) {
      await answer({ ...good, quantity: String(count) });
    }
    expect(await answer({ ...good, notes: "more" })).toMatchObject({
      answer: { status: "failed", title: "Error submitting inquiry" },
      status: 429,
    });
  });

  // Specification 8.41
  it("while the database is away fails in the specification's words", async () => {
    await database.close();
    expect(await answer(good)).toEqual({
      answer: {
        status: "failed",
        title: "Error submitting inquiry",
        reason: "Please try again later or contact us directly.",
      },
      status: 503,
    });
  });

  it("from a program that fills in everything is thanked for and thrown away", async () => {
    expect((await answer({ ...good, [TRAP_FIELD]: "x" })).answer.status).toBe("sent");
    expect(await kept()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it("is answered in words and never with an exception, whatever 300 odd forms hold", async () => {
    const other = await addProduct(database.db, "Scarf");
    const id = fc.oneof(
      { weight: 4, arbitrary: fc.constant(productId) },
      { weight: 1, arbitrary: fc.oneof(fc.constant(other), fc.uuid(), oddText) },
    );
    await fc.assert(
      fc.asyncProperty(oddFields(good), id, async (fields, of) => {
        const told = await answer(fields, of);
        expect(["sent", "invalid", "failed"]).toContain(told.answer.status);
        expect([200, 410, 422, 429]).toContain(told.status);
      }),
      { numRuns: 300 },
    );
    for (const { subject, recipient, replyTo } of await mails()) {
      expect(subject).not.toMatch(/\p{Cc}/u);
      expect(isEmail(recipient)).toBe(true);
      expect(replyTo === null || isEmail(replyTo)).toBe(true);
    }
  }, 60_000);
});
