import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reaches } from "#core/delivery-address.ts";
import { money } from "#core/money-amount.ts";
import type { ShippingOption } from "../payments.server.ts";
import {
  allowedCountries,
  chooseOptions,
  MAX_SHIPPING_OPTIONS,
  optionName,
} from "./stripe-shipping.ts";

const option = (id: string, change: Partial<ShippingOption> = {}): ShippingOption => ({
  id,
  label: id,
  promise: "",
  price: money(1_000),
  onlyCountries: null,
  exceptCountries: [],
  onlyCity: null,
  arrives: null,
  ...change,
});
const home = { onlyCountries: ["GY"] };
const abroad = { exceptCountries: ["GY"] };
const guyana = { country: "GY", city: "" };

describe("the ways of shipping that one session offers", () => {
  test("are those of the owner's that serve the destination, in the owner's order", () => {
    const all = [option("a", home), option("b", home), option("c", abroad)];
    expect(chooseOptions(all, guyana)).toEqual(all.slice(0, 2));
    expect(chooseOptions(all, { country: "DE", city: "" })).toEqual(all.slice(2));
  });

  test("hold the same-day way of a city only where that city was chosen", () => {
    const all = [option("a", home), option("today", { ...home, onlyCity: "Georgetown" })];
    expect(chooseOptions(all, guyana).map(({ id }) => id)).toEqual(["a"]);
    const chosen = chooseOptions(all, { country: "GY", city: "Georgetown" });
    expect(chosen.map(({ id }) => id)).toEqual(["a", "today"]);
  });

  test("never hold one that does not serve the destination, and are five at most", () => {
    const stored = fc
      .uniqueArray(
        fc.record({
          id: fc.uuid(),
          onlyCountries: fc.constantFrom(null, ["GY"], ["DE", "FR"]),
          exceptCountries: fc.constantFrom([], ["GY"], ["DE"]),
          onlyCity: fc.constantFrom(null, "Georgetown"),
        }),
        { maxLength: 12, selector: ({ id }) => id },
      )
      .map((rows) => rows.map(({ id, ...reach }) => option(id, reach)));
    const destination = fc.record({
      country: fc.constantFrom("GY", "DE", "FR", "JP"),
      city: fc.constantFrom("", "Georgetown"),
    });
    fc.assert(
      fc.property(stored, destination, (options, to) => {
        const chosen = chooseOptions(options, to);
        const serving = options.filter((each) => reaches(each, to));
        expect(chosen.length).toBe(Math.min(serving.length, MAX_SHIPPING_OPTIONS));
        expect(chosen.every((each) => reaches(each, to))).toBe(true);
      }),
    );
  });
});

describe("the countries of a session", () => {
  test("are the destination alone, and none where Stripe takes no addresses", () => {
    expect(allowedCountries(guyana)).toEqual(["GY"]);
    expect(allowedCountries({ country: "DE", city: "" })).toEqual(["DE"]);
    for (const country of ["CU", "IR", "KP", "SY", "AS", "PW"]) {
      expect(allowedCountries({ country, city: "" })).toEqual([]);
    }
  });
});

describe("what the payment page calls a way of shipping", () => {
  const arrives = { from: "2026-12-08", until: "2026-12-12" };
  test.each([
    [option("Express", { promise: "2-3 days" }), "2-3 days, Express"],
    [option("Express", { promise: "2-3 days", arrives }), "Arrives 8 to 12 December 2026, Express"],
    [option("Same-day", { onlyCity: "Georgetown" }), "Same-day (Georgetown addresses only)"],
    [option("Anywhere"), "Anywhere"],
  ])("says when it arrives: %#", (given, message) => {
    expect(optionName(given)).toBe(message);
  });

  test("is never longer than Stripe takes", () => {
    const long = option("x".repeat(60), { promise: "y".repeat(80) });
    expect(optionName(long)).toHaveLength(100);
  });
});
