import type { FieldChange } from "#features/audit/field-change.ts";
import type { ProductForm } from "#features/catalog/admin/product-form.ts";
import type { LineNote } from "./file-rows.ts";
import type { FileImage } from "./read-images.ts";

/** What the check says of a product of the file. */
export const VERDICTS = ["new", "changed", "unchanged", "refused"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A picture of the library, or one that is still to be fetched. */
export type PlannedImage = { mediaId: string; altText: string } | FileImage;

/** What an import writes of a product. */
export type ProductPlan = {
  /** Without category and pictures, which are found when it is written. */
  form: ProductForm;
  /** Its name, "" for none. */
  category: string;
  pictures: PlannedImage[];
  /** As it stood when the file was checked, so that nobody's later change is overwritten; null when it was not there. */
  seen: { id: string; version: number; isDeleted: boolean } | null;
  added: string | null;
};

/** A product of the file after the check; `plan` is null when nothing is to be written. */
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

/** Where an import stands. */
export type ImportStatus =
  | "checking"
  | "unreadable"
  | "checked"
  | "running"
  | "finished"
  | "cancelled"
  | "stopped";

/** Whether it goes on by itself. */
export const isUnderWay = (status: ImportStatus): boolean =>
  status === "checking" || status === "running";
