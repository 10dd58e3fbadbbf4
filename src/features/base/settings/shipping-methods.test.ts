import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBusinessDay } from "#core/business-days.ts";
import { reaches } from "#core/delivery-address.ts";
import { money } from "#core/money-amount.ts";
import { SETTINGS_DEFAULTS } from "./settings-sections.ts";
import {
  arrivalDays,
  availableShippingMethods,
  dutiesNotice,
  isSameDayOpen,
} from "./shipping-methods.ts";

const terms = SETTINGS_DEFAULTS.shipping;
const { methods } = terms;
// Guyana: UTC-4 all year; 20 November 2026 is a Friday.
const fridayAt = (time: string) => new Date(`2026-11-20T${time}:00-04:00`);
const offersFor = (minorUnits: number, now = fridayAt("09:00")) =>
  availableShippingMethods(terms, { worth: money(minorUnits), madeToMeasure: false, now });
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

  test("same-day is not offered on a public holiday or a day on which the atelier is closed", () => {
    expect(isSameDayOpen(new Date("2026-12-25T09:00:00-04:00"), 14)).toBe(false);
    const closed = { ...terms, closedDays: "2026-11-20, 2026-11-23" };
    const order = { worth: money(10_000), madeToMeasure: false, now: fridayAt("09:00") };
    const ids = availableShippingMethods(closed, order).map(({ id }) => id);
    expect(ids).toContain("express");
    expect(ids).not.toContain("georgetown-same-day");
  });

  test("arrival skips public holidays and the days on which the atelier is closed", () => {
    const express = { minBusinessDays: 2, maxBusinessDays: 3, beforeHour: null };
    const paid = { madeToMeasure: false, now: new Date("2026-12-21T09:00:00-04:00") };
    expect(arrivalDays(terms, express, paid)).toEqual({ from: "2026-12-24", until: "2026-12-29" });
    const closed = { ...terms, closedDays: "2026-12-28\n2026-12-29" };
    expect(arrivalDays(closed, express, paid)).toEqual({ from: "2026-12-24", until: "2026-12-31" });
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
    const order = { worth: money(1), madeToMeasure: false, now: fridayAt("09:00") };
    const ids = availableShippingMethods({ ...terms, methods: off }, order);
    expect(ids.map((each) => each.id)).not.toContain("express");
  });

  test("every address in the world is reached at any hour, at no negative price", () => {
    const letter = fc.integer({ min: 65, max: 90 }).map((code) => String.fromCharCode(code));
    const country = fc.oneof(
      fc.constant("GY"),
      fc.constant("gy"),
      fc.tuple(letter, letter).map((two) => two.join("")),
    );
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

describe("the days of arrival", () => {
  const methodOf = (id: string) => {
    const found = methods.find((each) => each.id === id);
    if (!found) throw new Error(id);
    return found;
  };
  const arrives = (id: string, at: string, madeToMeasure = false) =>
    arrivalDays(terms, methodOf(id), { madeToMeasure, now: new Date(at) });

  test.each([
    // Processed Monday to Tuesday, then 5 to 7 business days.
    ["standard", "2026-11-20T09:00:00-04:00", "2026-11-30", "2026-12-03"],
    // Late Sunday in Georgetown.
    ["express", "2026-11-23T02:00:00Z", "2026-11-25", "2026-11-27"],
    ["international", "2026-11-23T09:00:00-04:00", "2026-12-03", "2026-12-24"],
    ["georgetown-same-day", "2026-11-23T09:00:00-04:00", "2026-11-23", "2026-11-23"],
  ])("of %s ordered at %s are %s to %s", (id, at, from, until) => {
    expect(arrives(id, at)).toEqual({ from, until });
  });

  test("of a made-to-measure piece come after the days of making", () => {
    expect(arrives("standard", "2026-11-20T09:00:00-04:00", true)).toEqual({
      from: "2026-12-07",
      until: "2026-12-17",
    });
  });

  test("are business days after the order, never reversed, and later for what is still to be made", () => {
    const moment = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2035-01-01"),
      noInvalidDate: true,
    });
    const way = fc.constantFrom("standard", "express", "international");
    fc.assert(
      fc.property(moment, way, (now, id) => {
        const ready = arrivalDays(terms, methodOf(id), { madeToMeasure: false, now });
        const made = arrivalDays(terms, methodOf(id), { madeToMeasure: true, now });
        const today = new Date(now.getTime() - 4 * 3_600_000).toISOString().slice(0, 10);
        expect(today < ready.from && ready.from <= ready.until).toBe(true);
        expect(ready.from < made.from && ready.until < made.until).toBe(true);
        for (const day of Object.values({ ...ready })) expect(isBusinessDay(day)).toBe(true);
      }),
    );
  });

  test("are offered with every method, and same-day is not offered for what is still to be made", () => {
    const order = { worth: money(10_000), now: fridayAt("09:00") };
    const offered = availableShippingMethods(terms, { ...order, madeToMeasure: false });
    expect(offered.every(({ arrives: days }) => days !== null)).toBe(true);
    expect(offered.map(({ id }) => id)).toContain("georgetown-same-day");
    const made = availableShippingMethods(terms, { ...order, madeToMeasure: true });
    expect(made.map(({ id }) => id)).not.toContain("georgetown-same-day");
  });
});

describe("what is said of duties", () => {
  test("is said abroad, not at home nor in a country the owner names, and nowhere when empty", () => {
    expect(dutiesNotice(terms, "DE")).toContain("customs office");
    expect(dutiesNotice(terms, "GY")).toBeNull();
    expect(dutiesNotice({ ...terms, dutyFreeCountries: "GY, TT" }, "TT")).toBeNull();
    expect(dutiesNotice({ ...terms, duties: "" }, "DE")).toBeNull();
  });
});
