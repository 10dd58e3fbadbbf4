import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { oddFields } from "#tests/support/hostile-forms.ts";
import { KEY_FIELD, MAX_INQUIRY_QUANTITY } from "./inquiry-form.ts";
import { inquirySchema, submissionKeyOf } from "./inquiry-input.ts";

function readInquiry(values: Record<string, unknown>) {
  const parsed = inquirySchema.safeParse(values);
  if (parsed.success) return { ok: true, value: parsed.data } as const;
  const { fieldErrors } = z.flattenError(parsed.error);
  const first = Object.entries(fieldErrors).map(([name, errors]) => [name, errors[0]]);
  return { ok: false, error: Object.fromEntries(first) as Record<string, string> } as const;
}

const good = {
  firstName: "Asha",
  lastName: "Persaud",
  email: "asha@example.com",
  phone: "+592 555 0100",
  address: "12 Camp Street",
  city: "Georgetown",
  postalCode: "",
  size: "M",
  color: "#F4EFE6",
  quantity: "2",
  notes: "",
};
const empty = Object.fromEntries(Object.keys(good).map((field) => [field, ""]));
const errorOf = (field: string, raw: string) => {
  const read = readInquiry({ ...good, [field]: raw });
  return read.ok ? null : (read.error[field] ?? null);
};
const quantityOf = (raw: string) => {
  const read = readInquiry({ ...good, quantity: raw });
  return read.ok ? read.value.quantity : read.error.quantity;
};

describe("an inquiry", () => {
  // Specification 5.12
  it("with every required field, and no postal code, color or notes, is accepted unchanged", () => {
    expect(readInquiry({ ...good, color: "" })).toEqual({
      ok: true,
      value: { ...good, color: "", specification: "", quantity: 2 },
    });
  });

  // Specification 5.9, 5.10, 5.11
  it("that is empty gets the specification's message under each required field", () => {
    expect(readInquiry(empty)).toEqual({
      ok: false,
      error: {
        firstName: "First name is required",
        email: "Email is required",
        phone: "Phone is required",
        address: "Address is required",
        city: "City is required",
        size: "Size selection is required",
      },
    });
  });

  it.each([" ", "\t \n", "\u00a0", "\u200b", "\u0000"])(
    // Specification 5.8
    "treats the invisible %j as empty",
    (blank) => {
      expect(errorOf("firstName", blank)).toBe("First name is required");
      expect(errorOf("address", blank)).toBe("Address is required");
      expect(errorOf("size", blank)).toBe("Size selection is required");
    },
  );

  it.each(["asha", "asha@example", "592 555 0100", "a@b, c@d"])(
    // Specification 5.9
    "only requires the email to be filled in: %s is accepted",
    (email) => {
      expect(errorOf("email", email)).toBeNull();
    },
  );

  it.each([
    ["info@müller.example", "info@xn--mller-kva.example"],
    ["\u200Basha@example.com", "asha@example.com"],
  ])("stores the one spelling of %j", (email, stored) => {
    expect(readInquiry({ ...good, email })).toMatchObject({ value: { email: stored } });
  });

  it.each(["-", "()", "5", "call me"])("has no phone number in %j", (phone) => {
    expect(errorOf("phone", phone)).toBe("Please enter a phone number, like +592 555 0100.");
  });

  it("is taken from people with one name, with names of a hundred letters and with extensions", () => {
    const phone = "\u202D+592 555 0100 x12\u202C";
    const read = readInquiry({ ...good, firstName: "A".repeat(100), lastName: "", phone });
    expect(read).toMatchObject({ value: { lastName: "", phone: "+592 555 0100 ext. 12" } });
  });

  it("keeps the line breaks of address and notes, and removes them elsewhere", () => {
    const read = readInquiry({
      ...good,
      address: "Lot 12\r\nCamp Street",
      notes: "one\rtwo",
      city: "George\r\ntown",
      email: "asha@example.com\r\nBcc: all@example.com",
    });
    expect(read).toMatchObject({
      value: {
        address: "Lot 12\nCamp Street",
        notes: "one\ntwo",
        city: "George town",
        email: "asha@example.com Bcc: all@example.com",
      },
    });
  });

  it("says how long a field may be and how long it is", () => {
    expect(errorOf("notes", "x".repeat(2_001))).toBe(
      "Additional notes can have up to 2,000 characters; this has 2,001",
    );
    expect(errorOf("postalCode", "x".repeat(21))).toMatch(/^Postal code can have up to 20/);
  });

  it("reads a color by its value, in capitals, and anything else as no choice", () => {
    expect(readInquiry({ ...good, color: "#f4efe6" })).toMatchObject({
      value: { color: "#F4EFE6" },
    });
    expect(readInquiry({ ...good, color: "pearl" })).toMatchObject({ value: { color: "" } });
  });

  it("is accepted or refused with a message for any input", () => {
    fc.assert(
      fc.property(oddFields(good), (submitted) => {
        const read = readInquiry(submitted);
        if (!read.ok) {
          expect(Object.keys(read.error).length).toBeGreaterThan(0);
          for (const error of Object.values(read.error)) expect(error).toMatch(/^[A-Z]\w+/);
          return;
        }
        const { address, notes, quantity, ...lines } = read.value;
        for (const line of Object.values(lines)) expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u2028]/u);
        for (const text of [address, notes]) expect(text).not.toMatch(/[^\P{Cc}\n\t]/u);
        expect(Number.isSafeInteger(quantity)).toBe(true);
        expect(quantity).toBeGreaterThanOrEqual(1);
        expect(quantity).toBeLessThanOrEqual(MAX_INQUIRY_QUANTITY);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is the same when read again from its result", () => {
    fc.assert(
      fc.property(oddFields(good), (submitted) => {
        const read = readInquiry(submitted);
        if (!read.ok) return;
        const again = readInquiry({ ...read.value, quantity: String(read.value.quantity) });
        expect(again).toEqual(read);
      }),
    );
  });
});

describe("a quantity", () => {
  it.each(["", " ", "abc", "NaN", "12abc", "Infinity", "１", "1,5"])(
    // Specification 5.13
    "of %j is non-numeric and becomes 1",
    (raw) => {
      expect(quantityOf(raw)).toBe(1);
    },
  );

  // Specification 5.12, 9.31
  it.each(["0", "-1", "-5", "0.9", "-1e99"])("of %s is below the minimum", (raw) => {
    expect(quantityOf(raw)).toBe("Quantity must be at least 1");
  });

  it("above the limit is referred to the notes", () => {
    expect(quantityOf(String(MAX_INQUIRY_QUANTITY))).toBe(MAX_INQUIRY_QUANTITY);
    for (const raw of [String(MAX_INQUIRY_QUANTITY + 1), "1e99"]) {
      expect(quantityOf(raw)).toBe("For more than 1,000 pieces please tell us in the notes");
    }
  });

  it("of a fraction is rounded down", () => {
    expect(quantityOf("2.9")).toBe(2);
  });
});

describe("the form itself", () => {
  it("counts a missing required field and a file as empty", () => {
    expect(readInquiry({ firstName: new File(["x"], "x.txt") })).toEqual(readInquiry(empty));
  });

  it("has a valid idempotency key, or none", () => {
    const form = new FormData();
    expect(submissionKeyOf(form)).toBeNull();
    for (const bad of ["short", "x".repeat(65), "a".repeat(16).concat("\n"), "'".repeat(20)]) {
      form.set(KEY_FIELD, bad);
      expect(submissionKeyOf(form)).toBeNull();
    }
    form.set(KEY_FIELD, "0123456789abcdef");
    expect(submissionKeyOf(form)).toBe("0123456789abcdef");
  });
});
