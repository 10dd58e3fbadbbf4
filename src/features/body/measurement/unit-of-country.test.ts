import { expect, test } from "vitest";
import { unitOfCountry } from "./unit-of-country.ts";

test("a visitor from New York begins in inches, one from Berlin in centimeters", () => {
  expect(["US", "GB", "GY", "BB"].map(unitOfCountry)).toEqual(Array(4).fill("inches"));
  expect(["DE", "FR", "JP", "BR", "AU", ""].map(unitOfCountry)).toEqual(Array(6).fill("cm"));
});
