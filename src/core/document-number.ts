import { plainText } from "./plain-text.ts";

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

const KINDS = Object.keys(PREFIXES) as readonly TaxDocumentKind[];

/** Reads "INV-2026-00042" in any case, with or without its hyphens and zeros; null for any other text. */
export function parseDocumentNumber(text: string): DocumentNumber | null {
  const parts = /^([a-z]+)[\s-]*(\d{4})[\s-]+(\d{1,9})$/.exec(plainText(text).trim());
  const kind = KINDS.find((each) => PREFIXES[each].toLowerCase() === parts?.[1]);
  const number = Number(parts?.[3]);
  return kind && number > 0 ? { kind, year: Number(parts?.[2]), number } : null;
}

/** The number is the id's first 8 characters (specification 2 and 9). */
export function orderNumber(orderId: string): string {
  return orderId.slice(0, 8);
}
