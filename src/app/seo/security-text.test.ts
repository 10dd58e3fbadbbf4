import fc from "fast-check";
import { expect, test } from "vitest";
import { securityText } from "./security-text-route.ts";

const now = new Date("2026-11-23T12:00:00Z");
const shop = { contactEmail: "atelier@demerara.example", publicUrl: "https://shop.example", now };
const fieldsOf = (text: string) =>
  Object.fromEntries(
    text
      .trimEnd()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );

test("names the shop's contact, its own URL and its language", () => {
  expect(fieldsOf(securityText(shop))).toEqual({
    Contact: "mailto:atelier@demerara.example",
    Expires: expect.stringMatching(/^20\d\d-\d\d-\d\dT00:00:00\.000Z$/),
    "Preferred-Languages": "en",
    Canonical: "https://shop.example/.well-known/security.txt",
  });
});

test("names no canonical URL without https", () => {
  const local = securityText({ ...shop, publicUrl: "http://localhost:3000" });
  expect(fieldsOf(local)).not.toHaveProperty("Canonical");
});

test("expires in nine months to a year, on any day", () => {
  const moment = fc.date({
    min: new Date("2026-01-01T00:00:00Z"),
    max: new Date("2100-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moment, (at) => {
      const { Expires } = fieldsOf(securityText({ ...shop, now: at }));
      const days = (new Date(Expires ?? "").getTime() - at.getTime()) / 86_400_000;
      expect(days).toBeGreaterThan(270);
      expect(days).toBeLessThan(365);
    }),
  );
});

test("stays the same for weeks, so that caches keep it", () => {
  const later = new Date("2026-11-24T12:00:00Z");
  expect(securityText({ ...shop, now: later })).toBe(securityText(shop));
});
