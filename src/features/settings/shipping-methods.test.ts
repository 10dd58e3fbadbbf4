import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { SETTINGS_DEFAULTS } from "./settings-sections.ts";
import { availableShippingMethods, isSameDayOpen, reaches } from "./shipping-methods.ts";

const { methods } = SETTINGS_DEFAULTS.shipping;
// Guyana keeps UTC-4 all year; 20 November 2026 is a Friday.
const fridayAt = (time: string) => new Date(`2026-11-20T${time}:00-04:00`);
const offersFor = (minorUnits: number, now = fridayAt("09:00")) =>
  availableShippingMethods({ worth: money(minorUnits), methods, now });
const offer = (id: string, minorUnits = 10_000, now = fridayAt("09:00")) =>
  offersFor(minorUnits, now).find((each) => each.id === id);

describe("the ways of shipping", () => {
  // Specification 2.107, 9.24
  test("standard is free over $200, and $200 itself is not over it", () => {
    expect(offer("standard", 20_000)?.price.minorUnits).toBeGreaterThan(0);
    expect(offer("standard", 20_001)?.price).toEqual(money(0));
  });

  // Specification 2.108, 9.25
  test("express is $25 whatever the order is worth", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000_000 }), (worth) => {
        expect(offer("express", worth)?.price).toEqual(money(2_500));
      }),
    );
  });

  // Specification 2.109, 9.25
  test("same-day is offered before 2 PM in Georgetown and not from 2 PM on", () => {
    const id = "georgetown-same-day";
    expect(offer(id, 10_000, fridayAt("13:59"))).toBeDefined();
    expect(offer(id, 10_000, fridayAt("14:00"))).toBeUndefined();
    expect(offer(id, 10_000, fridayAt("00:05"))).toBeDefined();
  });

  // Specification 2.115
  test("same-day is not offered on a Sunday, when nothing is delivered", () => {
    expect(isSameDayOpen(new Date("2026-11-22T09:00:00-04:00"), 14)).toBe(false);
    expect(isSameDayOpen(new Date("2026-11-21T09:00:00-04:00"), 14)).toBe(true);
  });

  test("the cut-off goes by Georgetown's clock, wherever the server stands", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 * 24 * 7 - 1 }), (minutes) => {
        const now = new Date(Date.parse("2026-11-20T04:00:00Z") + minutes * 60_000);
        const local = new Date(now.getTime() - 4 * 3_600_000);
        const open = local.getUTCDay() !== 0 && local.getUTCHours() < 14;
        expect(isSameDayOpen(now, 14)).toBe(open);
      }),
    );
  });

  test("a method the owner switched off is not offered", () => {
    const off = methods.map((method) => ({ ...method, enabled: method.id !== "express" }));
    const ids = availableShippingMethods({ worth: money(1), methods: off, now: fridayAt("09:00") });
    expect(ids.map((each) => each.id)).not.toContain("express");
  });

  test("every address in the world is reached at any hour, at no negative price", () => {
    const country = fc.constantFrom("GY", "US", "GB", "TT", "JP", "gy");
    const moment = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2030-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, fc.nat(), country, fc.string(), (now, worth, code, city) => {
        const offers = offersFor(worth, now);
        expect(offers.some((each) => reaches(each, { country: code, city }))).toBe(true);
        for (const each of offers) expect(each.price.minorUnits).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("where an offer goes", () => {
  const sameDay = { onlyCountries: ["GY"], exceptCountries: [], onlyCity: "Georgetown" };
  const abroad = { onlyCountries: null, exceptCountries: ["GY"], onlyCity: null };

  // Specification 2.109
  test("same-day stays within Georgetown", () => {
    expect(reaches(sameDay, { country: "GY", city: "Georgetown" })).toBe(true);
    expect(reaches(sameDay, { country: "gy", city: " george town, Kitty" })).toBe(true);
    expect(reaches(sameDay, { country: "GY", city: "Linden" })).toBe(false);
    expect(reaches(sameDay, { country: "KY", city: "George Town" })).toBe(false);
  });

  // Specification 2.110
  test("international goes everywhere but home", () => {
    expect(reaches(abroad, { country: "GY", city: "" })).toBe(false);
    expect(reaches(abroad, { country: "US", city: "" })).toBe(true);
  });
});
