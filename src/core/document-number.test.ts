import fc from "fast-check";
import { expect, it } from "vitest";
import { formatDocumentNumber, parseDocumentNumber } from "./document-number.ts";

it("a written number is read as it was, in any case and without its zeros", () => {
  const document = fc.record({
    kind: fc.constantFrom("invoice" as const, "credit_note" as const, "debit_note" as const),
    year: fc.integer({ min: 2000, max: 2999 }),
    number: fc.integer({ min: 1, max: 999_999_999 }),
  });
  fc.assert(
    fc.property(document, (each) => {
      const written = formatDocumentNumber(each);
      expect(parseDocumentNumber(written)).toEqual(each);
      expect(parseDocumentNumber(` ${written.toLowerCase().replaceAll("-", " ")} `)).toEqual(each);
      expect(parseDocumentNumber(written.replace(/-0+/, "-"))).toEqual(each);
    }),
  );
});

it.each([
  "INV-2026-00042",
  "inv 2026 42",
  "INV2026-42",
  "ＩＮＶ－２０２６－００４２",
  "INV–2026–00042",
])("%j is the invoice 42 of 2026", (text) => {
  expect(parseDocumentNumber(text)).toEqual({ kind: "invoice", year: 2026, number: 42 });
});

it.each([
  "",
  "INV",
  "INV-2026",
  "INV-2026-0",
  "2026-00042",
  "ABC-2026-1",
  "INV-26-1",
  "inv-2026-1x",
])("%j is no number of a document", (text) => {
  expect(parseDocumentNumber(text)).toBeNull();
});
