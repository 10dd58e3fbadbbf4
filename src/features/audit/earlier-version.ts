import type { AuditSubject } from "./record-change.server.ts";

/** Subjects whose earlier versions can be put back from their entries. */
export const RESTORABLE_SUBJECTS = [
  "product",
  "category",
  "settings",
] as const satisfies AuditSubject[];

export type RestorableSubject = (typeof RESTORABLE_SUBJECTS)[number];

/** The subject, if its earlier versions can be put back. */
export function restorable(subject: AuditSubject): RestorableSubject | null {
  return RESTORABLE_SUBJECTS.find((each) => each === subject) ?? null;
}

type Fields = Readonly<Record<string, unknown>>;

/** What putting an earlier version back would change: how the thing stands now (null: it is gone) and would stand. */
export type EarlierVersion = {
  /** What the write must name, so that nobody overwrites what they have not seen; 0 of what is gone. */
  version: number;
  now: Fields | null;
  restored: Fields;
  /** What of a product would be counted again and begin at no pieces, in words. */
  fromZero?: readonly string[];
};

/** Why an earlier version cannot be put back. */
export type RestoreRefusal =
  | "forbidden"
  | "not_found"
  | "conflict"
  | "nothing"
  | "unreadable"
  | "deleted"
  | "no_category"
  | "no_picture"
  | "slug_taken"
  | "sku_taken"
  | "being_paid"
  | "name_taken"
  | "system"
  | "no_secret";
