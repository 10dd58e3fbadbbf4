import type { FieldChange } from "#features/base/audit/field-change.ts";
import type { ProductForm } from "#features/catalog/editing/product-form.ts";
import type { LineNote } from "#features/catalog/product-file/file-rows.ts";
import type { FileImage } from "#features/catalog/product-file/read-images.ts";

const VERDICTS = ["new", "changed", "unchanged", "refused"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** An image is in the library or is fetched; `waits` says why it is not fetched yet. */
export type PlannedImage =
  | { mediaId: string; altText: string; color?: string }
  | (FileImage & { waits?: string });

export type ProductPlan = {
  /** Category and images are looked up when written. */
  form: ProductForm;
  category: string;
  images: PlannedImage[];
  /** The file's images replace those that wait. */
  replacesWaiting: boolean;
  /** At the check, so that later changes are not overwritten; null when new. */
  existing: { id: string; version: number; isDeleted: boolean } | null;
  added: string | null;
};

/** `plan`: null when nothing is written. */
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

/** Continues by itself. */
export const isUnderWay = (status: ImportStatus): boolean =>
  status === "checking" || status === "running" || status === "undoing";
