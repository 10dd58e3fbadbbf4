import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { money } from "#core/money-amount.ts";
import { donationSchema, MAX_DONATION, MIN_DONATION } from "./donation-input.ts";

const email = "donor@example.com";

function readDonation(values: Record<string, string>) {
  const parsed = donationSchema.safeParse(values);
  if (parsed.success) return { ok: true, value: parsed.data } as const;
  const { fieldErrors } = z.flattenError(parsed.error);
  const first = Object.entries(fieldErrors).map(([name, errors]) => [name, errors[0]]);
  return { ok: false, error: Object.fromEntries(first) as Record<string, string> } as const;
}

const read = (preset: string, own = "") => readDonation({ preset, own, email });

describe("a donation's amount", () => {
  it("is the preset that was pressed", () => {
    expect(read("5000")).toEqual({ ok: true, value: { amount: money(5_000), email } });
  });

  it.each([
    ["40", 4_000],
    ["12.5", 1_250],
    ["$1,250.50", 125_050],
    [" $ 10000 ", 1_000_000],
  ])("of one's own (%s) goes before the preset", (own, minorUnits) => {
    expect(read("5000", own)).toMatchObject({ ok: true, value: { amount: money(minorUnits) } });
  });

  it.each(["1,50", "ten", "-5", "1e3", "5 USD", "NaN", "1.234"])(
    "is no amount when it reads %s",
    (own) => {
      expect(read("5000", own)).toMatchObject({
        error: { own: "Please enter an amount in dollars, like 40 or 12.50." },
      });
    },
  );

  it.each(["0", "0.99", "10000.01", "999999999"])("of %s is outside the limits", (own) => {
    expect(read("", own)).toMatchObject({
      error: {
        own: "Please give between $1.00 and $10,000.00, or write to us about more.",
      },
    });
  });

  it("is required, and so is the address for the receipt", () => {
    expect(readDonation({ preset: "7777", own: "", email: " " })).toEqual({
      ok: false,
      error: { own: "Amount is required", email: "Email is required" },
    });
  });

  it("is within the limits or refused in words, whatever is typed", () => {
    const odd = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.double().map(String),
      fc.nat().map(String),
    );
    fc.assert(
      fc.property(odd, odd, fc.oneof(odd, fc.emailAddress()), (preset, own, address) => {
        const result = readDonation({ preset, own, email: address });
        if (!result.ok) {
          expect(Object.values(result.error).join("")).toMatch(/\w/);
          return;
        }
        const { minorUnits } = result.value.amount;
        expect(minorUnits).toBeGreaterThanOrEqual(MIN_DONATION.minorUnits);
        expect(minorUnits).toBeLessThanOrEqual(MAX_DONATION.minorUnits);
      }),
      { numRuns: 300 },
    );
  });
});
