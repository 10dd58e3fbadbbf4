import fc from "fast-check";
import { describe, expect, test } from "vitest";
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
  ...change,
});
const home = { onlyCountries: ["GY"] };
const nameOf = (code: string) => (code === "GY" ? "Guyana" : code);

describe("the ways of shipping that one session offers", () => {
  test("are the owner's, in the owner's order", () => {
    const all = [option("a", home), option("b", home), option("c", { exceptCountries: ["GY"] })];
    expect(chooseOptions(all)).toEqual(all);
  });

  test("are five at most, and the last one stays when it alone serves the world", () => {
    const near = ["a", "b", "c", "d", "e", "f"].map((id) => option(id, home));
    const abroad = option("abroad", { exceptCountries: ["GY"] });
    expect(chooseOptions([...near, abroad]).map(({ id }) => id)).toEqual([
      "a",
      "b",
      "c",
      "d",
      "abroad",
    ]);
  });

  test("serve every country that any of the owner's ways serves, whatever the owner keeps", () => {
    const kept = fc
      .uniqueArray(
        fc.record({
          id: fc.uuid(),
          onlyCountries: fc.oneof(fc.constant(null), fc.constant(["GY"])),
          exceptCountries: fc.constantFrom([], ["GY"]),
          onlyCity: fc.constantFrom(null, "Georgetown"),
        }),
        { maxLength: 12, selector: ({ id }) => id },
      )
      .map((rows) => rows.map(({ id, ...reach }) => option(id, reach)));
    fc.assert(
      fc.property(kept, (options) => {
        const chosen = chooseOptions(options);
        expect(chosen.length).toBe(Math.min(options.length, MAX_SHIPPING_OPTIONS));
        const whole = options.filter(({ onlyCity }) => onlyCity === null);
        const served = whole.length > 0 ? allowedCountries(whole) : [];
        if (options.length > 0) {
          expect(allowedCountries(chosen)).toEqual(expect.arrayContaining([...served]));
        }
      }),
    );
  });
});

describe("the countries of a session", () => {
  test("are Guyana alone when nothing goes abroad, and every country without Guyana when nothing stays", () => {
    expect(allowedCountries([option("a", home)])).toEqual(["GY"]);
    const abroad = allowedCountries([option("a", { exceptCountries: ["GY"] })]);
    expect(abroad).not.toContain("GY");
    expect(abroad).toContain("BB");
  });

  test("hold none that Stripe takes no addresses of", () => {
    const all = allowedCountries([]);
    for (const code of ["CU", "IR", "KP", "SY", "AS", "PW"]) expect(all).not.toContain(code);
    expect(allowedCountries([option("a", { onlyCountries: ["GY", "CU"] })])).toEqual(["GY"]);
  });
});

describe("what the payment page calls a way of shipping", () => {
  test.each([
    [option("Express", { ...home, promise: "2-3 days" }), "Express (within Guyana), 2-3 days"],
    [option("Same-day", { onlyCity: "Georgetown" }), "Same-day (Georgetown addresses only)"],
    [option("International", { exceptCountries: ["GY"] }), "International (outside Guyana)"],
    [option("Anywhere"), "Anywhere"],
  ])("says whom it is for: %#", (given, words) => {
    expect(optionName(given, nameOf)).toBe(words);
  });

  test("is never longer than Stripe takes", () => {
    const long = option("x".repeat(60), { promise: "y".repeat(80) });
    expect(optionName(long, nameOf)).toHaveLength(100);
  });
});
