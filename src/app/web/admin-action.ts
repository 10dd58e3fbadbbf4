import type { ToastInput } from "#ui/toast-store.ts";
import type { FormResult } from "./form.server.ts";

/** A value of a form: objects and lists become names like `items[0].quantity`; null and undefined are left out. */
export type FormFieldValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly FormFieldValue[]
  | { readonly [name: string]: FormFieldValue };

/** The fields of one post to an admin page; `intent` names the action. */
export type ActionFields = { intent: string } & { readonly [name: string]: FormFieldValue };

/** A message about an action: a toast, and without JavaScript a notice on the page. */
export type ActionNotice = Pick<ToastInput, "kind" | "title" | "description">;

/** What a refused action says: a notice, and errors at the form's fields or above them. */
export type ActionRefusal = {
  notice: ActionNotice;
  fieldErrors?: Record<string, string[]>;
  formErrors?: string[];
};

/** What came of an action of an admin page. */
export type ActionResult = {
  intent: string;
  /** True when the shop could not be reached; the page finds the words. */
  isUnreached?: boolean;
  done: boolean;
  /** For Conform's `lastResult`; null when the shop could not be reached. */
  form: FormResult | null;
  formErrors: readonly string[];
  notice: ActionNotice | null;
  /** The post that takes it back. */
  undo: ActionFields | null;
  /** The query of the page to show next. */
  next: string | null;
};

/** The result when the shop could not be reached. */
export const UNREACHED: ActionResult = {
  intent: "",
  isUnreached: true,
  done: false,
  form: null,
  formErrors: [],
  notice: null,
  undo: null,
  next: null,
};

/** Each value with its form name, booleans as "true" and "false". */
export function formEntries(fields: FormFieldValue, name = ""): [string, string][] {
  if (fields === null || fields === undefined) return [];
  if (Array.isArray(fields)) {
    return fields.flatMap((each, index) => formEntries(each, `${name}[${index}]`));
  }
  if (typeof fields !== "object") return [[name, String(fields)]];
  return Object.entries(fields).flatMap(([key, value]) =>
    formEntries(value, name ? `${name}.${key}` : key),
  );
}
