import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { donations } from "#db/schema/donations.server.ts";
import { checkoutBench } from "#tests/support/checkout.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { oddFields } from "#tests/support/hostile-forms.ts";
import { handleDonationForm } from "./donate-form.server.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const good = { preset: "5000", own: "", email: "donor@example.com" };

function submit(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return handleDonationForm(checkoutBench(database.db), form);
}

describe("the donation form", () => {
  it("opens a payment page when it is complete", async () => {
    const { data } = await submit(good);
    expect(data).toMatchObject({ status: "success", url: expect.stringMatching(/^https:/) });
    expect(await database.db.select().from(donations)).toMatchObject([
      { amountMinor: 5_000, email: "donor@example.com", status: "pending" },
    ]);
  });

  it("keeps the submitted values when the database is away", async () => {
    await database.close();
    const { data, init } = await submit(good);
    expect(data).toMatchObject({
      status: "error",
      initialValue: { preset: "5000", email: good.email },
    });
    expect(init).toMatchObject({ status: 503 });
  });

  it("gets a result and never an exception for 300 odd forms", async () => {
    await fc.assert(
      fc.asyncProperty(oddFields(good), async (fields) => {
        const { data, init } = await submit(fields);
        expect(["success", "error"]).toContain(data.status);
        expect([200, 422]).toContain(init?.status);
      }),
      { numRuns: 300 },
    );
    const accepted = await database.db.select().from(donations);
    expect(accepted.length).toBeGreaterThan(0);
    for (const { amountMinor } of accepted) {
      expect(amountMinor).toBeGreaterThanOrEqual(100);
      expect(amountMinor).toBeLessThanOrEqual(1_000_000);
    }
  }, 60_000);
});
