import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { HOME } from "#tests/support/addresses.ts";
import { oddFields } from "#tests/support/hostile-forms.ts";
import { addressFormat, readAddress } from "./address.ts";

const errorsOf = (changes: Partial<DeliveryAddress>) => {
  const read = readAddress({ ...HOME, ...changes });
  return read.ok ? {} : read.error;
};

describe("an address follows the rules of its country:", () => {
  test("Guyana has no postal codes, and none is requested", () => {
    expect(addressFormat("GY").postalCode).toBeNull();
    expect(errorsOf({})).toEqual({});
  });

  test.each([
    ["US", { region: "State is required", postalCode: "ZIP code is required" }],
    ["CA", { region: "Province or territory is required", postalCode: "Postal code is required" }],
    ["GB", { postalCode: "Postcode is required" }],
    ["JM", { region: "Parish is required" }],
    ["TT", {}],
  ])("%s requires its own fields with their local names", (country, errors) => {
    expect(errorsOf({ country })).toEqual(errors);
  });

  test("name, street and town are required everywhere", () => {
    expect(errorsOf({ fullName: " ", line1: "", city: "\t" })).toEqual({
      fullName: "Full name is required",
      line1: "Address is required",
      city: "City or village is required",
    });
  });

  test("a phone number has digits, a country is required, and every field has a limit", () => {
    expect(errorsOf({ phone: "call me" }).phone).toContain("phone number");
    expect(errorsOf({ country: "Guyana" }).country).toBe("Please choose a country");
    expect(errorsOf({ line1: "x".repeat(201) }).line1).toContain("up to 200 characters");
  });
});

test("every accepted address field is one line without control characters", () => {
  fc.assert(
    fc.property(oddFields(HOME), (submitted) => {
      const read = readAddress(submitted);
      if (!read.ok) return;
      for (const value of Object.values(read.value)) expect(value).not.toMatch(/[\p{Cc}\n]/u);
      expect(readAddress(read.value)).toEqual(read);
    }),
  );
});
