import { describe, expect, test } from "vitest";
import { readPhone } from "./phone.server.ts";
import { readWrittenPhone } from "./phone.ts";

describe("a telephone number", () => {
  test.each([
    ["what Apple's contacts copy", "\u202D+592 555 0100\u202C", "GY", "+592 555 0100"],
    ["blanks of other programs", "+592\u00A0555\u20090100", "GY", "+592 555 0100"],
    ["isolates", "\u2066+49 171 2345678\u2069", "DE", "+49 171 2345678"],
    ["a zero-width blank", "+592\u200B 555 0100", "GY", "+592 555 0100"],
    ["a byte-order mark", "\uFEFF+592 555 0100", "GY", "+592 555 0100"],
    ["other hyphens", "+592\u2010555\u20110100", "GY", "+592 555 0100"],
    ["fullwidth signs", "＋５９２ ５５５ ０１００", "GY", "+592 555 0100"],
    [
      "Arabic digits",
      "\u0660\u0661\u0660\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667",
      "EG",
      "+20 10 01234567",
    ],
    ["a link", "tel:+5925550100", "GY", "+592 555 0100"],
  ])("is read with %s", (_what, text, country, phone) => {
    expect(readPhone(text, country)).toBe(phone);
  });

  test.each([
    ["555 0100 ext. 12", "GY", "+592 555 0100 ext. 12"],
    ["555 0100 x12", "GY", "+592 555 0100 ext. 12"],
    ["555 0100 extension 7", "GY", "+592 555 0100 ext. 7"],
    ["555 0100;ext=12", "GY", "+592 555 0100 ext. 12"],
    ["555 0100 #12", "GY", "+592 555 0100 ext. 12"],
    ["030 23125 Durchwahl 12", "DE", "+49 30 23125 ext. 12"],
  ])("has its extension: %s", (text, country, phone) => {
    expect(readPhone(text, country)).toBe(phone);
  });

  test.each([
    ["0171 2345678", "DE", "+49 171 2345678"],
    ["06 12 34 56 78", "FR", "+33 6 12 34 56 78"],
    ["020 7946 0958", "GB", "+44 20 7946 0958"],
    ["(212) 736-5000", "US", "+1 212 736 5000"],
    ["03-1234-5678", "JP", "+81 3 1234 5678"],
    ["+49 (0)171 2345678", "DE", "+49 171 2345678"],
    ["00592 222 1234", "DE", "+592 222 1234"],
    ["011 592 222 1234", "US", "+592 222 1234"],
  ])("of a country's own form, %s in %s, is dialled from abroad", (text, country, phone) => {
    expect(readPhone(text, country)).toBe(phone);
  });

  test("is Guyana's when the address's country has no such number, and stays as it was written when its plan does not know it", () => {
    expect(readPhone("222 1234", "GY")).toBe("+592 222 1234");
    expect(readPhone("(415) 555-0100", "GB")).toBe("(415) 555-0100");
  });

  test.each([
    "-",
    "()",
    "5",
    "+",
    "12",
    "1234",
    "call me",
    "555 0100 or 555 0101",
    "a@b.example",
    "1234567890123456",
    "+999 1234567",
    "/",
    "....",
  ])("is not %j", (text) => expect(readPhone(text, "GY")).toBeNull());

  test("is read again as it was returned, in every country", () => {
    for (const country of ["GY", "DE", "US", "GB", "JP", "ZZ"]) {
      for (const text of ["+592 555 0100", "555 0100 ext. 12", "0171 2345678", "(415) 555-0100"]) {
        const phone = readPhone(text, country);
        if (phone !== null) expect(readPhone(phone, country), `${text} ${country}`).toBe(phone);
      }
    }
  });

  test("without a country is read by its shape", () => {
    expect(readWrittenPhone("(415) 555-0100 x3")).toEqual({
      number: "(415) 555-0100",
      extension: "3",
    });
    for (const text of ["-", "()", "5", "no"]) expect(readWrittenPhone(text)).toBeNull();
  });
});
