import type { FieldChange } from "#features/audit/field-change.ts";
import type { ProductForm } from "#features/catalog/admin/product-form.ts";
import type { LineNote } from "./file-rows.ts";
import type { FileImage } from "./read-images.ts";

/** The result of checking a product. */
export const VERDICTS = ["new", "changed", "unchanged", "refused"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** An image of the library, or one to fetch; `waits` says why it cannot be fetched yet. */
export type PlannedImage =
  | { mediaId: string; altText: string; color?: string }
  | (FileImage & { waits?: string });

/** What an import writes of a product. */
export type ProductPlan = {
  /** Without category and images, which are looked up when it is written. */
  form: ProductForm;
  /** A name, "" for none. */
  category: string;
  pictures: PlannedImage[];
  /** Whether the file names images, which then replace those that wait. */
  replacesWaiting: boolean;
  /** The product when the file was checked, so that later changes are not overwritten; null when new. */
  seen: { id: string; version: number; isDeleted: boolean } | null;
  added: string | null;
};

/** A checked product; `plan` is null when nothing is to be written. */
export type CheckedLine = {
  line: number;
  handle: string;
  name: string;
  verdict: Verdict;
  problems: LineNote[];
  notes: LineNote[];
  changes: FieldChange[];
  plan: ProductPlan | null;
};

export type ImportStatus =
  | "checking"
  | "unreadable"
  | "checked"
  | "running"
  | "finished"
  | "cancelled"
  | "stopped"
  | "undoing"
  | "undone";

/** Whether it continues by itself. */
export const isUnderWay = (status: ImportStatus): boolean =>
  status === "checking" || status === "running" || status === "undoing";
