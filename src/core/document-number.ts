/** A debit note is for a refund that came back. */
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

export type DocumentNumber = { kind: TaxDocumentKind; year: number; number: number };

/** Writes a number as INV-2026-00042. */
export function formatDocumentNumber({ kind, year, number }: DocumentNumber): string {
  return `${PREFIXES[kind]}-${year}-${String(number).padStart(5, "0")}`;
}

/** The number is the id's first 8 characters (specification 2 and 9). */
export function orderNumber(orderId: string): string {
  return orderId.slice(0, 8);
}
