import { expect, it } from "vitest";
import { money } from "#core/money-amount.ts";
import { SETTINGS_DEFAULTS } from "./settings-sections.ts";
import { listShippingDetails } from "./shipping-details.ts";

const pricesFor = (minorUnits: number) =>
  listShippingDetails(SETTINGS_DEFAULTS.shipping, money(minorUnits)).map(({ id, price }) => [
    id,
    price.minorUnits,
  ]);

it("tells each way's price for the worth of the parcel, and of no way that reaches one town alone", () => {
  expect(pricesFor(20_000)).toEqual([
    ["standard", 1500],
    ["express", 2500],
    ["international", 4500],
  ]);
  expect(pricesFor(20_001)).toEqual([
    ["standard", 0],
    ["express", 2500],
    ["international", 4500],
  ]);
});

it("names the countries: home for the ways within Guyana, the others for the way abroad", () => {
  const [standard, , abroad] = listShippingDetails(SETTINGS_DEFAULTS.shipping, money(100));
  expect(standard?.countries).toEqual(["GY"]);
  expect(abroad?.countries).not.toContain("GY");
  expect(abroad?.countries).toContain("US");
});

it("leaves out what is switched off and what reaches no country", () => {
  const [method] = SETTINGS_DEFAULTS.shipping.methods;
  if (!method) throw new Error("no shipping method");
  const methods = [
    { ...method, enabled: false },
    { ...method, onlyCountries: ["GY"], exceptCountries: ["GY"] },
  ];
  expect(listShippingDetails({ ...SETTINGS_DEFAULTS.shipping, methods }, money(100))).toEqual([]);
});
