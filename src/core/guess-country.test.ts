import { expect, test } from "vitest";
import { guessCountry } from "./guess-country.ts";

const countries = ["GY", "DE", "AT", "US", "GB"];
const home = { country: "GY", timeZone: "America/Guyana" };
const guess = (languages: string[], timeZone = "UTC") =>
  guessCountry({ languages, timeZone }, { countries, home });

test.each([
  [["de-DE", "en-US"], "DE"],
  [["de-AT"], "AT"],
  [["de"], "DE"],
  [["en-GB", "en"], "GB"],
  [["xx-", "en-US"], "US"],
  [["fr-FR", "de"], "DE"],
  [["fr-FR"], null],
  [[], null],
])("the languages %j suggest %s", (languages, expected) => {
  expect(guess(languages)).toBe(expected);
});

test("a browser in Guyana's time zone is at home, whatever English it speaks", () => {
  expect(guess(["en-US"], "America/Guyana")).toBe("GY");
});
