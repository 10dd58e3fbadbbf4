import { describe, expect, it } from "vitest";
import {
  announcementSettingsSchema,
  cartSettingsSchema,
  footerSettingsSchema,
  generalSettingsSchema,
  shippingSettingsSchema,
} from "./settings-schema.ts";
import {
  ANNOUNCEMENT_DEFAULTS,
  CART_DEFAULTS,
  FOOTER_DEFAULTS,
  GENERAL_DEFAULTS,
  SHIPPING_DEFAULTS,
} from "./stored-settings.ts";

describe("the default settings", () => {
  it.each([
    ["general", generalSettingsSchema, GENERAL_DEFAULTS],
    ["footer", footerSettingsSchema, FOOTER_DEFAULTS],
    ["cart", cartSettingsSchema, CART_DEFAULTS],
    ["announcement", announcementSettingsSchema, ANNOUNCEMENT_DEFAULTS],
    ["shipping", shippingSettingsSchema, SHIPPING_DEFAULTS],
    // Specification 3.17, 3.18
  ])("could be saved from the CMS unchanged: %s", (_name, schema, defaults) => {
    expect(schema.parse(defaults)).toEqual(defaults);
  });

  it("give the times and prices of the Shipping page", () => {
    const facts = SHIPPING_DEFAULTS.methods.map((method) => [
      method.id,
      method.minBusinessDays,
      method.maxBusinessDays,
      method.beforeHour,
    ]);
    expect(facts).toEqual([
      ["standard", 5, 7, null],
      ["express", 2, 3, null],
      ["georgetown-same-day", 0, 0, 14],
      ["international", 7, 21, null],
    ]);
  });
});

describe("a footer link", () => {
  const accepts = (url: string) =>
    footerSettingsSchema.safeParse({ links: [{ text: "Link", url }] }).success;

  it.each(["/shop", "https://newdawn.example"])("may be %s", (url) =>
    expect(accepts(url)).toBe(true),
  );
  it.each([
    "javascript:alert(1)",
    "//elsewhere.example",
    "http://plain.example",
    "data:text/html,x",
    "mailto:a@b.gy",
    "",
  ])("may not be %j", (url) => expect(accepts(url)).toBe(false));
});
