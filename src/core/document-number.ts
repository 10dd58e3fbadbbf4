/** An invoice, the credit note of a refund, or the debit note of a refund that came back. */
export type TaxDocumentKind = "invoice" | "credit_note" | "debit_note";

const PREFIXES: Readonly<Record<TaxDocumentKind, string>> = {
  invoice: "INV",
  credit_note: "CN",
  debit_note: "DN",
};

export const DOCUMENT_TITLES: Readonly<Record<TaxDocumentKind, string>> = {
  invoice: "Invoice",
  credit_note: "Credit note",
  debit_note: "Debit note",
};

/** What a document is called in the books. */
export type DocumentNumber = { kind: TaxDocumentKind; year: number; number: number };

/** The number as it is written, such as INV-2026-00042. */
export function formatDocumentNumber({ kind, year, number }: DocumentNumber): string {
  return `${PREFIXES[kind]}-${year}-${String(number).padStart(5, "0")}`;
}
